import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { App } from '../app.ts'
import type { Vault } from './vault.ts'

/**
 * Blind indexes, which find a stored key without decrypting it; last4 is the part that may be
 * shown.
 */
export type KeyMarks = { keyIndex: Buffer; keyBlockIndexes: Buffer[]; last4: string }

const smallestBlock = 4
const blockBytes = 16
const lowestId = '00000000-0000-0000-0000-000000000000'

/** The shown end of a key: the last four characters, or half of a short key. */
const keyEnding = (key: string): string =>
  key.slice(key.length - Math.min(4, Math.floor(key.length / 2)))

const toFoldedCase = (text: string): string => text.normalize('NFC').toLowerCase()
const keyPurpose = 'licence-key'
const blockPurpose = 'licence-key-block'

/**
 * Texts by which a key is found, in upper or lower case: the whole key, its last four characters,
 * each block of four or more letters and digits (Q121).
 */
function searchedForms(key: string): string[] {
  const longBlocks = key
    .split(/[^\p{L}\p{N}]+/u)
    .filter((candidate) => candidate.length >= smallestBlock)
  return [...new Set([key, key.slice(-4), ...longBlocks].map(toFoldedCase))]
}

/**
 * The blind indexes of a key for its row. keyIndex is unique in the store and case-sensitive; the
 * block indexes are not. `existingIndex` is the keyIndex of the same key in stock. The new indexes
 * then use the same value of STORE_SECRET, so that a rotation renews all indexes of this key
 * together (P581).
 */
export function createKeyMarks(vault: Vault, key: string, existingIndex?: Buffer): KeyMarks {
  const secretPosition = existingIndex
    ? vault.indexes(key, keyPurpose).findIndex((index) => index.equals(existingIndex))
    : 0
  const indexUnderSecret = (text: string, purpose: string): Buffer =>
    secretPosition > 0 ? vault.indexes(text, purpose)[secretPosition]! : vault.index(text, purpose)

  return {
    keyIndex: indexUnderSecret(key, keyPurpose),
    keyBlockIndexes: searchedForms(key).map((form) =>
      indexUnderSecret(form, blockPurpose).subarray(0, blockBytes),
    ),
    last4: keyEnding(key),
  }
}

/**
 * All values of keyIndex that a row with this key may have; the value for the text as typed comes
 * first. Accented letters have two Unicode forms that look equal.
 */
export const keyIndexes = (vault: Vault, key: string): Buffer[] =>
  [...new Set([key, key.normalize('NFC'), key.normalize('NFD')])].flatMap((form) =>
    vault.indexes(form, keyPurpose),
  )

/** A table with keys and their blind indexes. */
type KeyTable = PgTable & Record<'id' | 'keyIndex' | 'keyBlockIndexes', PgColumn>

/** Condition for rows whose whole key, or a block of it, equals the typed text. */
const matchingKeySql = (vault: Vault, typed: string, row: KeyTable): SQL =>
  sql.join(
    [
      ...vault
        .indexes(toFoldedCase(typed.trim()), blockPurpose)
        .map(
          (mark) => sql`${row.keyBlockIndexes} @> array[${mark.subarray(0, blockBytes)}::bytea]`,
        ),
      ...keyIndexes(vault, typed).map((index) => sql`${row.keyIndex} = ${index}`),
    ],
    sql` or `,
  )

const fewMatches = 200

/**
 * Condition for rows that match the typed text. If few rows match, the condition lists their ids:
 * PostgreSQL assumes one match in two hundred rows. With that estimate it would scan a million of
 * the newest rows to find twenty.
 */
export async function keyCondition(app: App, typed: string, table: KeyTable): Promise<SQL> {
  const condition = matchingKeySql(app.vault, typed, table)

  const matchingRows = await app.db
    .select({ id: table.id })
    .from(table)
    .where(condition)
    .limit(fewMatches + 1)

  if (matchingRows.length > fewMatches) return condition

  return sql`${table.id} = any(${sql.param(matchingRows.map(({ id }) => id))}::uuid[])`
}

/** Blind indexes that find a push device by its endpoint, newest first. */
export const endpointMarks = (vault: Vault, endpoint: string): Buffer[] =>
  vault.indexes(endpoint, 'push endpoint')

const keyAddingLock = 0x4348494e // 'CHIN' in ASCII

/**
 * While STORE_SECRET has several values, only one transaction at a time may add keys. The unique
 * index cannot detect the same key under two values.
 */
export async function lockKeyAdding(tx: App): Promise<void> {
  if (tx.vault.marks.length > 1)
    await tx.db.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(keyAddingLock))}, 0)`)
}

/** A stored key in the form of its row. */
export type StoredKey = { id: string; keyCipher: Buffer; keyIndex: Buffer }
export type MarkedKey = StoredKey & KeyMarks

const batchSize = 500

/**
 * Computes missing blind indexes of stored keys in batches: `readAfter` reads keys after an id,
 * `saveMarks` saves the indexes of keys that have not changed. A run can be stopped, repeated and
 * run in parallel. A key that cannot be decrypted is left for the next run.
 */
export async function markStoredKeys(
  app: App,
  table: string,
  readAfter: (after: string, limit: number) => Promise<StoredKey[]>,
  saveMarks: (keys: readonly MarkedKey[]) => Promise<unknown>,
): Promise<void> {
  let lastReadId = lowestId
  let unreadable = 0

  for (;;) {
    const storedKeys = await readAfter(lastReadId, batchSize)

    const markedKeys = storedKeys.flatMap((key): MarkedKey[] => {
      try {
        return [
          { ...key, ...createKeyMarks(app.vault, app.vault.open(key.keyCipher, table, key.id)) },
        ]
      } catch {
        unreadable++
        return []
      }
    })

    if (markedKeys.length) await saveMarks(markedKeys)
    if (storedKeys.length < batchSize) break

    lastReadId = storedKeys.at(-1)!.id
  }

  if (unreadable)
    app.log.error({ table, unreadable }, 'stored keys cannot be opened, so no search finds them')
}

/** Keys with their blind indexes as a VALUES list: id, key_index, key_block_indexes, last4. */
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
