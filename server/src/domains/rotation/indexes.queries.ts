import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../../platform/app.ts'
import { endpointMarks, createKeyMarks } from '../../platform/secrets/key-marks.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { PushAddress } from '../../ports/push.ts'

// The blind indexes made with STORE_SECRET. A rotation computes the indexes again and never changes
// the sealed values. It may therefore write to tables of every domain.

/** The blind indexes of a value. */
type Marks = { index: Buffer; blocks: Buffer[] }

/** A table of sealed values with a blind index. */
type IndexedPlace = {
  table: string
  cipher: string
  index: string
  /** Whether the blocks of the value have indexes as well. */
  blocks: boolean
  /** Whether an index is unique in the table. */
  unique: boolean
  /** Places of one group hold the same values; their indexes change together. */
  group: 'keys' | 'devices'
}

const keyColumns = {
  cipher: 'key_cipher',
  index: 'key_index',
  group: 'keys',
  unique: true,
} as const

export const indexedPlaces: readonly IndexedPlace[] = [
  { ...keyColumns, table: 'stock_keys', blocks: true },
  { ...keyColumns, table: 'licences', blocks: true },
  { ...keyColumns, table: 'licence_grants', blocks: false },
  {
    table: 'key_replacements',
    cipher: 'old_cipher',
    index: 'old_index',
    blocks: false,
    unique: false,
    group: 'keys',
  },
  {
    table: 'push_devices',
    cipher: 'sealed',
    index: 'endpoint_index',
    blocks: false,
    unique: true,
    group: 'devices',
  },
]

/** The blind indexes of a value under the newest STORE_SECRET. */
export function marksOf(vault: Vault, { group }: IndexedPlace, plainText: string): Marks {
  if (group === 'devices') {
    const { endpoint } = JSON.parse(plainText) as PushAddress
    return { index: endpointMarks(vault, endpoint)[0]!, blocks: [] }
  }

  const { keyIndex, keyBlockIndexes } = createKeyMarks(vault, plainText)

  return { index: keyIndex, blocks: keyBlockIndexes }
}

/** A row as it was read; blocks is null where the row has no block indexes. */
export type IndexedRow = { id: string; cipher: Buffer; index: Buffer; blocks: Buffer[] | null }
const identifier = (columnName: string): SQL => sql`${sql.identifier(columnName)}`

/** The next rows of a place, by id. */
export function rowsAfter(
  app: App,
  place: IndexedPlace,
  { after, limit }: { after: string | null; limit: number },
): Promise<IndexedRow[]> {
  const indexedColumns = columns({
    id: value(sql`t.id::text`, z.string()),
    cipher: value(sql`t.${identifier(place.cipher)}`, z.instanceof(Buffer)),
    index: value(sql`t.${identifier(place.index)}`, z.instanceof(Buffer)),
    blocks: value(
      place.blocks ? sql`t.key_block_indexes` : sql`null`,
      z.array(z.instanceof(Buffer)).nullable(),
    ),
  })

  const isLater = after === null ? sql`true` : sql`t.id > ${after}::uuid`

  return rowsOf(
    app,
    indexedColumns,
    sql`select ${indexedColumns} from ${identifier(place.table)} t where ${isLater} order by t.id limit ${limit}`,
  )
}

/** The new indexes of a value, and `was`, the previous index of all its rows. */
export type Move = Marks & { was: Buffer }

/**
 * Updates the indexes of all places of a group, in the caller's transaction. A value is skipped
 * when another transaction locks one of its rows, so that nothing waits and no deadlock is
 * possible. A value whose new index another row already has is stored twice: the value is skipped
 * and returned as doubled.
 */
export async function moveIndexes(
  tx: App,
  group: IndexedPlace['group'],
  moves: readonly Move[],
): Promise<{ rows: number; moved: number; doubled: Move[] }> {
  const groupPlaces = indexedPlaces.filter((place) => place.group === group)
  const oldIndexes = sql.param(moves.map((move) => move.was))
  const newIndexes = sql.param(moves.map((move) => move.index))
  // After a crash the next run repeats lost updates, so no batch waits for the disk.
  await tx.db.execute(sql`set local synchronous_commit = off`)
  await tx.db.execute(sql`set local lock_timeout = '1s'`)
  const heldIndexes = new Set<string>()
  const doubledIndexes = new Set<string>()

  for (const place of groupPlaces) {
    for (const lockedHex of await findHeld(tx, place, oldIndexes)) heldIndexes.add(lockedHex)
    if (!place.unique) continue

    for (const doubledHex of await findDoubled(tx, place, oldIndexes, newIndexes))
      doubledIndexes.add(doubledHex)
  }

  const oldIndexHex = (move: Move) => move.was.toString('hex')
  const freeMoves = moves.filter(
    (move) => !heldIndexes.has(oldIndexHex(move)) && !doubledIndexes.has(oldIndexHex(move)),
  )
  let updatedRows = 0
  for (const place of freeMoves.length ? groupPlaces : [])
    updatedRows += await writeIndexes(tx, place, freeMoves)
  const doubledMoves = moves.filter((move) => doubledIndexes.has(oldIndexHex(move)))

  return { rows: updatedRows, moved: freeMoves.length, doubled: doubledMoves }
}

const selectHexes = async (tx: App, queryOf: (hexColumn: SQL) => SQL): Promise<string[]> => {
  const hexColumns = columns({ hex: value(sql`encode(t.was, 'hex')`, z.string()) })
  return (await rowsOf(tx, hexColumns, queryOf(sql`${hexColumns}`))).map(({ hex }) => hex)
}

/** Locks the rows with these indexes; returns the indexes of rows that other transactions lock. */
const findHeld = (
  tx: App,
  { table, index }: IndexedPlace,
  oldIndexes: SQLWrapper,
): Promise<string[]> =>
  selectHexes(
    tx,
    (hexColumn) => sql`
      with locked as materialized (
        select k.id from ${identifier(table)} k where k.${identifier(index)} = any(${oldIndexes}::bytea[])
        order by k.id for update skip locked)
      select ${hexColumn} from (
        select k.id, k.${identifier(index)} as was from ${identifier(table)} k
        where k.${identifier(index)} = any(${oldIndexes}::bytea[])) t
      where not exists (select 1 from locked where locked.id = t.id)`,
  )

const findDoubled = (
  tx: App,
  { table, index }: IndexedPlace,
  oldIndexes: SQLWrapper,
  newIndexes: SQLWrapper,
): Promise<string[]> =>
  selectHexes(
    tx,
    (hexColumn) => sql`
      select ${hexColumn} from unnest(${oldIndexes}::bytea[], ${newIndexes}::bytea[]) as t (was, next)
      where was <> next
        and exists (select 1 from ${identifier(table)} k where k.${identifier(index)} = t.was)
        and exists (select 1 from ${identifier(table)} k where k.${identifier(index)} = t.next)`,
  )

async function writeIndexes(
  tx: App,
  { table, index, blocks }: IndexedPlace,
  moves: readonly Move[],
): Promise<number> {
  const moveRows = sql.join(
    moves.map(({ was, index: next, blocks: all }) => {
      const blockList = sql.join(
        all.map((block) => sql`${block}::bytea`),
        sql`, `,
      )

      return blocks
        ? sql`(${was}::bytea, ${next}::bytea, array[${blockList}]::bytea[])`
        : sql`(${was}::bytea, ${next}::bytea, null::bytea[])`
    }),
    sql`, `,
  )

  // Rows without block indexes stay without them: markStoredKeys later computes the block indexes
  // together with the last four characters.
  const blockAssignment = blocks
    ? sql`, key_block_indexes = case when t.key_block_indexes is null then null else m.blocks end`
    : sql``
  const { rowCount } = await tx.db.execute(sql`
    update ${identifier(table)} t set ${identifier(index)} = m.next ${blockAssignment}
    from (values ${moveRows}) as m (was, next, blocks) where t.${identifier(index)} = m.was`)

  return rowCount ?? 0
}
