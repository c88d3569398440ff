import type { Mail } from '../../ports/mail.ts'

/** Options of a trial. mail is sent to prove delivery. */
export type TrialOptions = { now: () => Date; mail?: Mail | undefined; timeoutMs?: number }
export type TrialInput = TrialOptions & { timeoutMs: number }
