import type { Mail } from '../../ports/mail.ts'

/** What a trial is made with: mail is the letter that shows that mail arrives. */
export type TrialOptions = { now: () => Date; mail?: Mail | undefined; timeoutMs?: number }
export type Given = TrialOptions & { timeoutMs: number }
