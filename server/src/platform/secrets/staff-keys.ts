import type { App } from '../app.ts'

/** A key as staff see it; maskedKey is shown until they ask for the whole key. */
export type StaffKey = { licenseKey: string; maskedKey: string }
type SealedKey = { id: string; keyCipher: Buffer; last4: string }

/** Dots and the last characters of a key. */
const maskedKey = (last4: string): string => `••••${last4}`

export const maskKey = (row: SealedKey): StaffKey => ({
  licenseKey: maskedKey(row.last4),
  maskedKey: maskedKey(row.last4),
})

/**
 * Decrypts keys for staff: whole, or masked with STAFF_KEYS=masked. A key that cannot be decrypted
 * is masked. Only the first such key of a page is logged, because a lost vault key affects all
 * keys.
 */
export function staffKeys(app: App, table: string): (row: SealedKey) => StaffKey {
  if (app.config.staffKeys === 'masked') return maskKey

  let hasLogged = false

  return (row) => {
    try {
      return {
        licenseKey: app.vault.open(row.keyCipher, table, row.id),
        maskedKey: maskedKey(row.last4),
      }
    } catch (error) {
      if (!hasLogged)
        app.log.error({ err: error, table, id: row.id }, 'a stored key cannot be opened')
      hasLogged = true

      return maskKey(row)
    }
  }
}
