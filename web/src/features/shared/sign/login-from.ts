import { readText, sessionStore, writeText } from '../../../state/storage.ts'

const key = 'loginFrom'

/**
 * The page that a login by Discord began on, over the way there and back in this tab. Whoever goes
 * there judges it (after-login.ts): it may be anything.
 */
export const loginFrom = {
  keep: (from: string): void => writeText(sessionStore(), key, from),
  kept: (): string | null => readText(sessionStore(), key),
  forget: (): void => writeText(sessionStore(), key, null),
}
