import type { App } from '../app.ts'

/** A key as staff read it; maskedKey is shown until somebody asks for the whole key. */
export type StaffKey = { licenseKey: string; maskedKey: string }
type SealedKey = { id: string; keyCipher: Buffer; last4: string }

/** A key shown only by its last characters. */
const maskedKey = (last4: string): string => `••••${last4}`

/** A key as files hold it. */
export const keyByItsEnd = (row: SealedKey): StaffKey => ({
  licenseKey: maskedKey(row.last4),
  maskedKey: maskedKey(row.last4),
})

/**
 * Decrypts the keys of rows for staff: whole, or only the end where STAFF_KEYS=masked. A key that
 * cannot be decrypted is shown by its end; the first of a page is logged, since a lost vault key
 * closes all of them.
 */
export function staffKeys(app: App, table: string): (row: SealedKey) => StaffKey {
  if (app.config.staffKeys === 'masked') return keyByItsEnd

  let isLogged = false

  return (row) => {
    try {
      return {
        licenseKey: app.vault.open(row.keyCipher, table, row.id),
        maskedKey: maskedKey(row.last4),
      }
    } catch (error) {
      if (!isLogged)
        app.log.error({ err: error, table, id: row.id }, 'a stored key cannot be opened')
      isLogged = true

      return keyByItsEnd(row)
    }
  }
}
