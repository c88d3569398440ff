import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

import { derivedKeys } from './derived-keys.ts'

/**
 * Encryption at rest for keys and CPFs: AES-256-GCM with table and row as additional data, so that
 * a cipher text cannot be moved to another row.
 */
export type Vault = {
  seal(plain: string, table: string, row: string): Buffer
  open(sealed: Buffer, table: string, row: string): string
  /**
   * A blind index under the newest value of STORE_SECRET. Equal values give equal 32 bytes, which
   * reveal nothing without the secret.
   */
  index(value: string, purpose: string): Buffer
  /** The blind indexes of a value for every value of STORE_SECRET, newest first. */
  indexes(value: string, purpose: string): Buffer[]
  /** A number that identifies each value of STORE_SECRET, newest first. */
  marks: readonly number[]
}

/**
 * A vault with a key ring, newest key first; older keys only decrypt. Layout of sealed bytes: 1
 * byte key id, 12 bytes nonce, 16 bytes tag, cipher text.
 */
export function createVault(
  keys: readonly { id: number; key: Buffer }[],
  storeSecret: Buffer,
  olderSecrets: readonly Buffer[] = [],
): Vault {
  const newestKey = keys[0]
  if (!newestKey) throw new Error('the vault needs at least one key')

  const keyBytesById = new Map(keys.map((ringKey) => [ringKey.id, ringKey.key]))
  const indexKeys = derivedKeys({ storeSecret, olderSecrets }, 'chaveiro blind index')
  const indexUnder = (key: Buffer, value: string, purpose: string): Buffer =>
    createHmac('sha256', key).update(`${purpose}\0${value}`).digest()

  return {
    seal(plain, table, row) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newestKey.key, nonce).setAAD(
        Buffer.from(`${table}:${row}`),
      )
      const cipherText = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])

      return Buffer.concat([Buffer.from([newestKey.id]), nonce, cipher.getAuthTag(), cipherText])
    },

    open(sealed, table, row) {
      const openingKey = keyBytesById.get(sealed[0]!)
      if (!openingKey) throw new Error(`the vault has no key ${sealed[0]}`)

      const decipher = createDecipheriv('aes-256-gcm', openingKey, sealed.subarray(1, 13))
        .setAAD(Buffer.from(`${table}:${row}`))
        .setAuthTag(sealed.subarray(13, 29))

      return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString(
        'utf8',
      )
    },

    index: (value, purpose) => indexUnder(indexKeys[0]!, value, purpose),
    indexes: (value, purpose) => indexKeys.map((key) => indexUnder(key, value, purpose)),
    // Marks are positive and within PostgreSQL's integer range.
    marks: indexKeys.map(
      (key) => (indexUnder(key, '', 'mark of the secret').readUInt32BE() & 0x7fffffff) | 1,
    ),
  }
}
