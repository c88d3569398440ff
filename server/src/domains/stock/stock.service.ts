import { lowStock } from '@chaveiro/contracts/product-limits'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, readAs, rowsOf, value } from '../../db/rows.ts'
import { keyReplacements, licences, stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { emptying, emptyPublicCache } from '../../platform/load/public-cache.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { addInTurn, keyIndexes, keyMarks } from '../../platform/secrets/key-marks.ts'

/** Keys that the operator holds (stock.hold) are reserved by nobody of the staff. */
export const holder = '00000000-0000-0000-0000-000000000000'

export type Wanted = { variantId: string; name: string; quantity: number }

/**
 * Reserve keys for a payment, all or nothing. Throws stock.short with what is left, and the
 * caller's transaction undoes the rest. Variants are locked in one order everywhere, so that two
 * carts cannot wait for each other.
 */
export async function reserveKeys(
  tx: App,
  paymentId: string,
  wanted: readonly Wanted[],
): Promise<void> {
  if (!wanted.length) return

  const lines = [...wanted].sort((a, b) => (a.variantId < b.variantId ? -1 : 1))
  const got = await pickKeys(tx, paymentId, lines, 'skip locked')
  const rest = lines
    .map((line) => ({ ...line, quantity: line.quantity - got.get(line.variantId)! }))
    .filter((line) => line.quantity > 0)
  if (!rest.length) return

  // Keys that others lock for a moment are skipped above. Wait for them once before answering that
  // none are left.
  const more = await pickKeys(tx, paymentId, rest, '')

  for (const line of rest) {
    const found = more.get(line.variantId)!
    if (found < line.quantity)
      throw fail('stock.short', {
        product: line.name,
        left: got.get(line.variantId)! + found,
      })
  }
}

/**
 * One statement picks and marks the keys of all variants, and empties the cache where one runs low;
 * answers how many keys each variant got. Ordering by position stays inside the partial index on
 * available keys, fast however many were sold. The pick is materialised, since a plan that runs it
 * twice would take more than was asked for.
 */
async function pickKeys(
  tx: App,
  paymentId: string,
  wanted: readonly Wanted[],
  locking: '' | 'skip locked',
): Promise<Map<string, number>> {
  const counts = pairsOf(wanted.map(({ variantId, quantity }) => [variantId, quantity]))
  // What stood there before this statement, up to where it does not matter any more.
  const seen = sql`select count(*) from (select 1 from stock_keys
    where variant_id = w.variant_id and status = 'available'
    limit w.quantity + ${lowStock + 1}::int) few`
  const taken = sql`select count(*) from taken where taken.variant_id = w.variant_id`

  const row = columns({
    variantId: readAs(stockKeys.variantId, sql`w.variant_id`),
    got: value(sql`(${taken})`, z.int()),
    told: value(
      sql`case when (${seen}) - (${taken}) <= ${lowStock} then (${emptying})::text end`,
      z.string().nullable(),
    ),
  })

  const rows = await rowsOf(
    tx,
    row,
    sql`with wanted as (select * from (values ${counts}) as w (variant_id, quantity)),
      picked as materialized (
        select k.id from wanted w cross join lateral (
          select id from stock_keys where variant_id = w.variant_id and status = 'available'
          order by position limit w.quantity for update ${sql.raw(locking)}) k),
      taken as (
        update stock_keys k
        set status = 'reserved', payment_id = ${paymentId}, updated_at = ${tx.clock.now()}
        from picked where k.id = picked.id returning k.variant_id)
      select ${row} from wanted w`,
  )

  return new Map(rows.map(({ variantId, got }) => [variantId, got]))
}

type Count = readonly [variantId: string, n: number]

/** Counts as rows of SQL values. */
export const pairsOf = (counts: readonly Count[]): SQL =>
  sql.join(
    counts.map(([variantId, n]) => sql`(${variantId}::uuid, ${n}::int)`),
    sql`, `,
  )

/** How many there are of each variant. */
export const countsOf = (things: readonly { variantId: string }[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { variantId } of things) counts.set(variantId, (counts.get(variantId) ?? 0) + 1)

  return counts
}

/**
 * Release what a payment reserved and did not use; what is held besides stays so (stock.hold).
 * Idempotent.
 */
export async function releaseKeys(tx: App, paymentId: string): Promise<void> {
  const changed = await tx.db
    .update(stockKeys)
    .set({
      status: sql`case when ${stockKeys.handledBy} = ${holder} then 'reserved' else 'available' end`,
      paymentId: null,
      updatedAt: tx.clock.now(),
    })
    .where(and(eq(stockKeys.paymentId, paymentId), eq(stockKeys.status, 'reserved')))
    .returning({ variantId: stockKeys.variantId, status: stockKeys.status })

  const variants = [...countsOf(changed.filter(({ status }) => status === 'available'))]

  await Promise.all([
    announceLow(tx, variants),
    ...variants.map(([variantId]) => enqueue(tx, 'stock.added', { variantId })),
  ])
}

/**
 * Add keys to the stock: trimmed; empty and known ones are skipped. Answers the line numbers (from
 * 1) of what was skipped (Q45).
 */
export async function addKeys(
  tx: App,
  variantId: string,
  lines: readonly string[],
): Promise<{ added: number; skipped: { line: number; reason: 'empty' | 'duplicate' }[] }> {
  const now = tx.clock.now()
  const skipped: { line: number; reason: 'empty' | 'duplicate' }[] = []
  const rows = new Map<string, NewKey>()

  for (const [i, text] of lines.entries()) {
    const key = text.trim()
    const indexes = keyIndexes(tx.vault, key)
    const index = indexes[0]!.toString('hex')

    if (!key || rows.has(index)) {
      skipped.push({ line: i + 1, reason: key ? 'duplicate' : 'empty' })
      continue
    }

    const id = newId(now.getTime())

    rows.set(index, {
      line: i + 1,
      indexes,
      row: {
        id,
        variantId,
        keyCipher: tx.vault.seal(key, 'stock_keys', id),
        ...keyMarks(tx.vault, key),
        createdAt: now,
        updatedAt: now,
      },
    })
  }

  const stored = new Set<string>()
  const all = [...rows.values()]
  await addInTurn(tx)

  for (let i = 0; i < all.length; i += 1000) {
    const fresh = await unknownOf(tx, all.slice(i, i + 1000))

    const inserted =
      fresh.length === 0
        ? []
        : await tx.db
            .insert(stockKeys)
            .values(fresh)
            .onConflictDoNothing()
            .returning({ id: stockKeys.id })

    for (const { id } of inserted) stored.add(id)
  }

  for (const { line, row } of all)
    if (!stored.has(row.id)) skipped.push({ line, reason: 'duplicate' })

  if (stored.size) {
    await emptyPublicCache(tx.db)
    await enqueue(tx, 'stock.added', { variantId })
  }

  return { added: stored.size, skipped: skipped.sort((a, b) => a.line - b.line) }
}

type NewKey = { line: number; indexes: Buffer[]; row: typeof stockKeys.$inferInsert }

/**
 * The rows of keys that did not reach a customer without passing through the stock (entered by hand,
 * or from another provider) and do not lie in it under an older value of STORE_SECRET, which the
 * unique index cannot see.
 */
async function unknownOf(tx: App, keys: readonly NewKey[]): Promise<NewKey['row'][]> {
  const any = keys.flatMap(({ indexes }) => indexes)
  const older = keys.flatMap(({ indexes }) => indexes.slice(1))

  const sold = await tx.db
    .select({ index: licences.keyIndex })
    .from(licences)
    .where(inArray(licences.keyIndex, any))

  const replaced = await tx.db
    .select({ index: keyReplacements.oldIndex })
    .from(keyReplacements)
    .where(inArray(keyReplacements.oldIndex, any))

  const stored = older.length
    ? await tx.db
        .select({ index: stockKeys.keyIndex })
        .from(stockKeys)
        .where(inArray(stockKeys.keyIndex, older))
    : []

  const known = new Set([...sold, ...replaced, ...stored].map((row) => row.index.toString('hex')))

  return keys
    .filter(({ indexes }) => !indexes.some((index) => known.has(index.toString('hex'))))
    .map(({ row }) => row)
}

/**
 * Shop pages show only in, low or out. So their cache is emptied when a change of count can cross
 * one of these, not at every sale: of each variant, how many keys became free by it.
 */
export async function announceLow(tx: App, variants: readonly Count[]): Promise<void> {
  if (!variants.length) return
  await tx.db.execute(sql`
    select ${emptying} where exists (
      select 1 from (values ${pairsOf(variants)}) as p (variant_id, freed)
      where ${lowStock}::int + p.freed >= (select count(*) from (
        select 1 from stock_keys where variant_id = p.variant_id and status = 'available'
        limit ${lowStock + 1}::int + p.freed) few))`)
}

/** Merge the counts stored since the last time into one row for each variant and status. */
export async function mergeStockCounts(app: App): Promise<void> {
  await app.db.execute(
    sql`with gone as (delete from stock_counts returning *)
      insert into stock_counts (variant_id, status, n) select variant_id, status, sum(n) from gone
      group by variant_id, status having sum(n) <> 0`,
  )
}
