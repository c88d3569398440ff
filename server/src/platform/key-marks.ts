import { sql, type SQL } from 'drizzle-orm'
import type { App } from './app.ts'
import type { Vault } from './vault.ts'

/** What identifies a stored key without decrypting it; last4 is the part that people may read. */
export type KeyMarks = { keyIndex: Buffer; keyBlockIndexes: Buffer[]; last4: string }

const smallestBlock = 4
const blockBytes = 16
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * The end of a key that may be shown: its last four characters, of one shorter than eight the last
 * half.
 */
const keyEnding = (key: string): string =>
  key.slice(key.length - Math.min(4, Math.floor(key.length / 2)))

const folded = (text: string): string => text.normalize('NFC').toLowerCase()
const blindIndex = (vault: Vault, text: string): Buffer =>
  vault.index(folded(text), 'licence-key-block').subarray(0, blockBytes)

/**
 * What a key is found by: its whole text, its last four, each block of four or more letters and
 * digits, in any case (Q121).
 */
function searchedForms(key: string): string[] {
  const blocks = key.split(/[^\p{L}\p{N}]+/u).filter((block) => block.length >= smallestBlock)
  return [...new Set([key, key.slice(-4), ...blocks].map(folded))]
}

/**
 * The marks of a key for its row. keyIndex is unique in the store and case-sensitive; the indexes
 * of its blocks are not.
 */
export const keyMarks = (vault: Vault, key: string): KeyMarks => ({
  keyIndex: vault.index(key, 'licence-key'),
  keyBlockIndexes: searchedForms(key).map((form) => blindIndex(vault, form)),
  last4: keyEnding(key),
})

/** What a person typed as the mark that finds it among key_block_indexes. */
export const searchMark = (vault: Vault, typed: string): Buffer => blindIndex(vault, typed.trim())

/** A stored key as its row holds it, and the marks it gets. */
export type StoredKey = { id: string; keyCipher: Buffer; keyIndex: Buffer }
export type MarkedKey = StoredKey & KeyMarks

const batch = 500

/**
 * Compute the marks of stored keys that lack them, batch by batch: `next` reads those after an id,
 * `keep` writes them where the key is still the same. It may be stopped, repeated and run in
 * parallel at any time. A key that cannot be decrypted is left for the next time.
 */
export async function markStoredKeys(
  app: App,
  table: 'stock_keys' | 'licences',
  next: (after: string, limit: number) => Promise<StoredKey[]>,
  keep: (keys: readonly MarkedKey[]) => Promise<unknown>,
): Promise<void> {
  let after = noId
  let unreadable = 0
  for (;;) {
    const keys = await next(after, batch)
    const marked = keys.flatMap((key): MarkedKey[] => {
      try {
        return [{ ...key, ...keyMarks(app.vault, app.vault.open(key.keyCipher, table, key.id)) }]
      } catch {
        unreadable++
        return []
      }
    })
    if (marked.length) await keep(marked)
    if (keys.length < batch) break
    after = keys.at(-1)!.id
  }
  if (unreadable)
    app.log.error({ table, unreadable }, 'stored keys cannot be opened, so no search finds them')
}

/** Marked keys as the rows of a VALUES list: id, key_index, key_block_indexes, last4. */
export const markedValues = (keys: readonly MarkedKey[]): SQL =>
  sql.join(
    keys.map(
      (key) =>
        sql`(${key.id}::uuid, ${key.keyIndex}::bytea, array[${sql.join(
          key.keyBlockIndexes.map((index) => sql`${index}::bytea`),
          sql`, `,
        )}], ${key.last4}::text)`,
    ),
    sql`, `,
  )
