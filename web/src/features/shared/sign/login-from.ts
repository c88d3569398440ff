import { readText, sessionStore, writeText } from '../../../state/storage.ts'

const storageKey = 'loginFrom'

/**
 * The page a Discord login started on, kept in this tab over the redirect. Its reader validates it
 * (after-login.ts), because it may be anything.
 */
export const loginFrom = {
  keep: (from: string): void => writeText(sessionStore(), storageKey, from),
  kept: (): string | null => readText(sessionStore(), storageKey),
  forget: (): void => writeText(sessionStore(), storageKey, null),
}
