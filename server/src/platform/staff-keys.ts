import type { App } from './app.ts'

/**
 * A key as staff read it; maskedKey is what stands on a screen until somebody asks for the whole.
 */
export type StaffKey = { licenseKey: string; maskedKey: string }
type SealedKey = { id: string; keyCipher: Buffer; last4: string }

/** A key by its end alone. */
const maskedKey = (last4: string): string => `••••${last4}`

/** A key as files hold it. */
export const keyByItsEnd = (row: SealedKey): StaffKey => ({
  licenseKey: maskedKey(row.last4),
  maskedKey: maskedKey(row.last4),
})

/**
 * Opens the keys of rows that staff read: whole, or by their end where STAFF_KEYS=masked; one that
 * cannot be opened is shown by its end and logged.
 */
export function staffKeys(
  app: App,
  table: 'stock_keys' | 'licences',
): (row: SealedKey) => StaffKey {
  if (app.config.staffKeys === 'masked') return keyByItsEnd
  return (row) => {
    try {
      return {
        licenseKey: app.vault.open(row.keyCipher, table, row.id),
        maskedKey: maskedKey(row.last4),
      }
    } catch (error) {
      app.log.error({ err: error, table, id: row.id }, 'a stored key cannot be opened')
      return keyByItsEnd(row)
    }
  }
}
