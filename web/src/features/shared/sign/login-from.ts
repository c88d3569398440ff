import { readText, sessionStore, writeText } from '../../../state/storage.ts'

const storageKey = 'loginFrom'

/**
 * The page on which a Discord login started, stored in this tab during the redirect. after-login.ts
 * validates it, because other code can write to the storage.
 */
export const loginFrom = {
  keep: (from: string): void => writeText(sessionStore(), storageKey, from),
  kept: (): string | null => readText(sessionStore(), storageKey),
  forget: (): void => writeText(sessionStore(), storageKey, null),
}
