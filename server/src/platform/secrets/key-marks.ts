import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { App } from '../app.ts'
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
const whole = 'licence-key'
const block = 'licence-key-block'

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
 * of its blocks are not. A key that already has a row gets them like that one's, so that the two are
 * found by each other until both are brought under the newest value of STORE_SECRET (P581).
 */
export function keyMarks(vault: Vault, key: string, like?: Buffer): KeyMarks {
  const at = like ? vault.indexes(key, whole).findIndex((index) => index.equals(like)) : 0
  const indexOf = (text: string, purpose: string): Buffer =>
    at > 0 ? vault.indexes(text, purpose)[at]! : vault.index(text, purpose)

  return {
    keyIndex: indexOf(key, whole),
    keyBlockIndexes: searchedForms(key).map((form) => indexOf(form, block).subarray(0, blockBytes)),
    last4: keyEnding(key),
  }
}

/**
 * What a key's row may have as keyIndex, that of the text as it is first: letters with accents may
 * be stored as one character or as two, and look the same.
 */
export const keyIndexes = (vault: Vault, key: string): Buffer[] =>
  [...new Set([key, key.normalize('NFC'), key.normalize('NFD')])].flatMap((form) =>
    vault.indexes(form, whole),
  )

/** A table of keys, with what they are found by. */
type KeyTable = PgTable & Record<'id' | 'keyIndex' | 'keyBlockIndexes', PgColumn>

/** Rows that what a person typed is the whole key of, or a block of it. */
const hasKey = (vault: Vault, typed: string, row: KeyTable): SQL =>
  sql.join(
    [
      ...vault
        .indexes(folded(typed.trim()), block)
        .map(
          (mark) => sql`${row.keyBlockIndexes} @> array[${mark.subarray(0, blockBytes)}::bytea]`,
        ),
      ...keyIndexes(vault, typed).map((index) => sql`${row.keyIndex} = ${index}`),
    ],
    sql` or `,
  )

const few = 200

/**
 * The same as a condition of a list, for which those rows are looked up first while they are few:
 * PostgreSQL takes one in two hundred rows to have a block, and would look for twenty of them among
 * the newest until it has gone through a million.
 */
export async function keyCondition(app: App, typed: string, table: KeyTable): Promise<SQL> {
  const condition = hasKey(app.vault, typed, table)

  const found = await app.db
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .limit(few + 1)

  if (found.length > few) return condition

  return sql`${table.id} = any(${sql.param(found.map(({ id }) => id))}::uuid[])`
}

/** What a device that is told by push may be found by, the newest first: its address. */
export const endpointMarks = (vault: Vault, endpoint: string): Buffer[] =>
  vault.indexes(endpoint, 'push endpoint')

const adding = 0x4348494e // 'CHIN'

/**
 * While rows stand under several values of STORE_SECRET, no unique index tells that two processes
 * add the same key at the same moment: so one adds after the other, until its transaction ends.
 */
export async function addInTurn(tx: App): Promise<void> {
  if (tx.vault.marks.length > 1)
    await tx.db.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(adding))}, 0)`)
}

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
  table: string,
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
