import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../../platform/app.ts'
import { endpointMarks, keyMarks } from '../../platform/secrets/key-marks.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { PushAddress } from '../../ports/push.ts'

// The blind indexes that are made with STORE_SECRET: what a rotation of it makes anew. It changes no
// value, only by what a value is found, which is why it may write the tables of every domain.

/** What a value is found by. */
type Marks = { index: Buffer; blocks: Buffer[] }

/** A table of sealed values that are found by a blind index. */
type IndexedPlace = {
  table: string
  cipher: string
  index: string
  /** Whether the blocks of the value are indexed as well. */
  blocks: boolean
  /** Whether an index stands in one row only. */
  unique: boolean
  /** Places of one group hold the same values, and get their indexes in one moment. */
  group: 'keys' | 'devices'
}

const key = { cipher: 'key_cipher', index: 'key_index', group: 'keys', unique: true } as const

export const indexedPlaces: readonly IndexedPlace[] = [
  { ...key, table: 'stock_keys', blocks: true },
  { ...key, table: 'licences', blocks: true },
  { ...key, table: 'licence_grants', blocks: false },
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

/** By what a value of a place is to be found under the newest value of STORE_SECRET. */
export function marksOf(vault: Vault, { group }: IndexedPlace, plain: string): Marks {
  if (group === 'devices') {
    const { endpoint } = JSON.parse(plain) as PushAddress
    return { index: endpointMarks(vault, endpoint)[0]!, blocks: [] }
  }

  const { keyIndex, keyBlockIndexes } = keyMarks(vault, plain)

  return { index: keyIndex, blocks: keyBlockIndexes }
}

/** A row as it was read; blocks is null where the row has none. */
export type IndexedRow = { id: string; cipher: Buffer; index: Buffer; blocks: Buffer[] | null }
const name = (of: string): SQL => sql`${sql.identifier(of)}`

/** The next rows of a place, by id. */
export function rowsAfter(
  app: App,
  place: IndexedPlace,
  { after, limit }: { after: string | null; limit: number },
): Promise<IndexedRow[]> {
  const row = columns({
    id: value(sql`t.id::text`, z.string()),
    cipher: value(sql`t.${name(place.cipher)}`, z.instanceof(Buffer)),
    index: value(sql`t.${name(place.index)}`, z.instanceof(Buffer)),
    blocks: value(
      place.blocks ? sql`t.key_block_indexes` : sql`null`,
      z.array(z.instanceof(Buffer)).nullable(),
    ),
  })

  const later = after === null ? sql`true` : sql`t.id > ${after}::uuid`

  return rowsOf(
    app,
    row,
    sql`select ${row} from ${name(place.table)} t where ${later} order by t.id limit ${limit}`,
  )
}

/** A value whose rows all get another index, and what they had until now. */
export type Move = Marks & { was: Buffer }

/**
 * Give the rows of all places that hold the same values their new indexes, in the caller's
 * transaction. A value of which anybody locks a row at the moment is passed over, so nobody is
 * waited for and no two wait for each other; so is one whose new index another row has, which is
 * told apart: that value stands there twice.
 */
export async function moveIndexes(
  tx: App,
  group: IndexedPlace['group'],
  moves: readonly Move[],
): Promise<{ rows: number; moved: number; doubled: Move[] }> {
  const places = indexedPlaces.filter((place) => place.group === group)
  const was = sql.param(moves.map((move) => move.was))
  const next = sql.param(moves.map((move) => move.index))
  // The rows of a crashed machine are done again by the next run, so no batch waits for the disk.
  await tx.db.execute(sql`set local synchronous_commit = off`)
  await tx.db.execute(sql`set local lock_timeout = '1s'`)
  const held = new Set<string>()
  const doubled = new Set<string>()

  for (const place of places) {
    for (const one of await heldIn(tx, place, was)) held.add(one)
    if (!place.unique) continue

    for (const one of await doubledIn(tx, place, was, next)) doubled.add(one)
  }

  const hexOf = (move: Move) => move.was.toString('hex')
  const free = moves.filter((move) => !held.has(hexOf(move)) && !doubled.has(hexOf(move)))
  let rows = 0
  for (const place of free.length ? places : []) rows += await write(tx, place, free)
  const twice = moves.filter((move) => doubled.has(hexOf(move)))

  return { rows, moved: free.length, doubled: twice }
}

const hexes = async (tx: App, of: (row: SQL) => SQL): Promise<string[]> => {
  const row = columns({ hex: value(sql`encode(t.was, 'hex')`, z.string()) })
  return (await rowsOf(tx, row, of(sql`${row}`))).map(({ hex }) => hex)
}

/** Lock the rows with these indexes; answers the indexes of those that somebody else has locked. */
const heldIn = (tx: App, { table, index }: IndexedPlace, was: SQLWrapper): Promise<string[]> =>
  hexes(
    tx,
    (row) => sql`
      with locked as materialized (
        select k.id from ${name(table)} k where k.${name(index)} = any(${was}::bytea[])
        order by k.id for update skip locked)
      select ${row} from (
        select k.id, k.${name(index)} as was from ${name(table)} k
        where k.${name(index)} = any(${was}::bytea[])) t
      where not exists (select 1 from locked where locked.id = t.id)`,
  )

const doubledIn = (
  tx: App,
  { table, index }: IndexedPlace,
  was: SQLWrapper,
  next: SQLWrapper,
): Promise<string[]> =>
  hexes(
    tx,
    (row) => sql`
      select ${row} from unnest(${was}::bytea[], ${next}::bytea[]) as t (was, next)
      where was <> next
        and exists (select 1 from ${name(table)} k where k.${name(index)} = t.was)
        and exists (select 1 from ${name(table)} k where k.${name(index)} = t.next)`,
  )

async function write(
  tx: App,
  { table, index, blocks }: IndexedPlace,
  moves: readonly Move[],
): Promise<number> {
  const given = sql.join(
    moves.map(({ was, index: next, blocks: all }) => {
      const list = sql.join(
        all.map((one) => sql`${one}::bytea`),
        sql`, `,
      )

      return blocks
        ? sql`(${was}::bytea, ${next}::bytea, array[${list}]::bytea[])`
        : sql`(${was}::bytea, ${next}::bytea, null::bytea[])`
    }),
    sql`, `,
  )

  // Those whose blocks were never indexed get them elsewhere, with their last four.
  const also = blocks
    ? sql`, key_block_indexes = case when t.key_block_indexes is null then null else m.blocks end`
    : sql``
  const { rowCount } = await tx.db.execute(sql`
    update ${name(table)} t set ${name(index)} = m.next ${also}
    from (values ${given}) as m (was, next, blocks) where t.${name(index)} = m.was`)

  return rowCount ?? 0
}
