import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

import { createKeyMarks } from '../../server/src/platform/secrets/key-marks.ts'
import type { Vault } from '../../server/src/platform/secrets/vault.ts'
import { textOfKey } from '../../server/src/testing/key-text.ts'

const idOf = (kind: string, number: number): string => {
  const hex = createHash('md5').update(`${kind}${number}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Ids of the rows that contain the key of this number: in the stock, and as a licence once it is
 * sold.
 */
export const keyRows = (number: number) => ({
  stock: idOf('s', number),
  licence: idOf('i', number),
})

/**
 * Creates the table made_keys with the encrypted columns of each key, sealed for the rows of
 * keyRows.
 */
export async function sealKeys(pool: Pool, keys: number, vault: Vault): Promise<void> {
  await pool.query(`create unlogged table made_keys (g int primary key, stock_cipher bytea,
    licence_cipher bytea, key_index bytea, key_block_indexes bytea[], last4 text)`)

  for (let from = 0; from < keys; from += 5_000) {
    const rows = Array.from({ length: Math.min(5_000, keys - from) }, (_, i) => {
      const text = textOfKey(from + i)
      const { stock, licence } = keyRows(from + i)
      const { keyIndex, keyBlockIndexes, last4 } = createKeyMarks(vault, text)

      return {
        g: from + i,
        stock_cipher: hexOf(vault.seal(text, 'stock_keys', stock)),
        licence_cipher: hexOf(vault.seal(text, 'licences', licence)),
        key_index: hexOf(keyIndex),
        key_block_indexes: keyBlockIndexes.map(hexOf),
        last4,
      }
    })

    await pool.query(
      'insert into made_keys select * from json_populate_recordset(null::made_keys, $1)',
      [JSON.stringify(rows)],
    )
  }
}

const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
