import { lowStock } from '@chaveiro/contracts/product-limits'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, readAs, rowsOf, value } from '../../db/rows.ts'
import { keyReplacements, licences, stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { emptyCacheSql, emptyPublicCache } from '../../platform/load/public-cache.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { lockKeyAdding, keyIndexes, createKeyMarks } from '../../platform/secrets/key-marks.ts'

/**
 * The handler of keys that the operator took off sale (stock.hold), where other keys have a member
 * of staff.
 */
export const holderId = '00000000-0000-0000-0000-000000000000'

export type KeyRequest = { variantId: string; name: string; quantity: number }

/**
 * Reserve keys for a payment, all or nothing. Throws stock.short with the count that is left; the
 * caller's rollback then releases the rest. Variants are locked in one order everywhere, so that
 * two carts cannot deadlock.
 */
export async function reserveKeys(
  tx: App,
  paymentId: string,
  wanted: readonly KeyRequest[],
): Promise<void> {
  if (!wanted.length) return

  const sortedRequests = [...wanted].sort((a, b) => (a.variantId < b.variantId ? -1 : 1))
  const firstCounts = await pickKeys(tx, paymentId, sortedRequests, 'skip locked')
  const missingLines = sortedRequests
    .map((line) => ({ ...line, quantity: line.quantity - firstCounts.get(line.variantId)! }))
    .filter((line) => line.quantity > 0)
  if (!missingLines.length) return

  // The first statement skips keys that other transactions lock. Wait for those once before
  // reporting that none are left.
  const secondCounts = await pickKeys(tx, paymentId, missingLines, '')

  for (const line of missingLines) {
    const laterCount = secondCounts.get(line.variantId)!
    if (laterCount < line.quantity)
      throw fail('stock.short', {
        product: line.name,
        left: firstCounts.get(line.variantId)! + laterCount,
      })
  }
}

/**
 * Reserve keys of all variants in one statement, and empty the cache when a variant runs low;
 * returns the count for each variant. The order by position stays inside the partial index on
 * available keys, so it is fast after any number of sales. `picked` is materialised, since a plan
 * that runs it twice would reserve too many keys.
 */
async function pickKeys(
  tx: App,
  paymentId: string,
  wanted: readonly KeyRequest[],
  locking: '' | 'skip locked',
): Promise<Map<string, number>> {
  const requestRows = pairsOf(wanted.map(({ variantId, quantity }) => [variantId, quantity]))
  // The free keys before this statement, counted only up to the number that can matter for low
  // stock.
  const countBefore = sql`select count(*) from (select 1 from stock_keys
    where variant_id = w.variant_id and status = 'available'
    limit w.quantity + ${lowStock + 1}::int) few`
  const takenCount = sql`select count(*) from taken where taken.variant_id = w.variant_id`

  const resultColumns = columns({
    variantId: readAs(stockKeys.variantId, sql`w.variant_id`),
    got: value(sql`(${takenCount})`, z.int()),
    told: value(
      sql`case when (${countBefore}) - (${takenCount}) <= ${lowStock} then (${emptyCacheSql})::text end`,
      z.string().nullable(),
    ),
  })

  const resultRows = await rowsOf(
    tx,
    resultColumns,
    sql`with wanted as (select * from (values ${requestRows}) as w (variant_id, quantity)),
      picked as materialized (
        select k.id from wanted w cross join lateral (
          select id from stock_keys where variant_id = w.variant_id and status = 'available'
          order by position limit w.quantity for update ${sql.raw(locking)}) k),
      taken as (
        update stock_keys k
        set status = 'reserved', payment_id = ${paymentId}, updated_at = ${tx.clock.now()}
        from picked where k.id = picked.id returning k.variant_id)
      select ${resultColumns} from wanted w`,
  )

  return new Map(resultRows.map(({ variantId, got }) => [variantId, got]))
}

type Count = readonly [variantId: string, n: number]

/** Counts as rows of SQL values. */
export const pairsOf = (counts: readonly Count[]): SQL =>
  sql.join(
    counts.map(([variantId, n]) => sql`(${variantId}::uuid, ${n}::int)`),
    sql`, `,
  )

/** The count of things for each variant. */
export const countsOf = (things: readonly { variantId: string }[]): Map<string, number> => {
  const countsByVariant = new Map<string, number>()
  for (const { variantId } of things)
    countsByVariant.set(variantId, (countsByVariant.get(variantId) ?? 0) + 1)

  return countsByVariant
}

/**
 * Release the keys that a payment reserved and did not use, except those that the operator holds
 * (stock.hold). Idempotent.
 */
export async function releaseKeys(tx: App, paymentId: string): Promise<void> {
  const releasedKeys = await tx.db
    .update(stockKeys)
    .set({
      status: sql`case when ${stockKeys.handledBy} = ${holderId} then 'reserved' else 'available' end`,
      paymentId: null,
      updatedAt: tx.clock.now(),
    })
    .where(and(eq(stockKeys.paymentId, paymentId), eq(stockKeys.status, 'reserved')))
    .returning({ variantId: stockKeys.variantId, status: stockKeys.status })

  const freedCounts = [...countsOf(releasedKeys.filter(({ status }) => status === 'available'))]

  await Promise.all([
    announceLow(tx, freedCounts),
    ...freedCounts.map(([variantId]) => enqueue(tx, 'stock.added', { variantId })),
  ])
}

/**
 * Add trimmed keys to the stock; empty and known ones are skipped. Returns the line numbers of
 * skipped keys, from 1 (Q45).
 */
export async function addKeys(
  tx: App,
  variantId: string,
  lines: readonly string[],
): Promise<{ added: number; skipped: { line: number; reason: 'empty' | 'duplicate' }[] }> {
  const now = tx.clock.now()
  const skippedLines: { line: number; reason: 'empty' | 'duplicate' }[] = []
  const newKeys = new Map<string, NewKey>()

  for (const [i, text] of lines.entries()) {
    const key = text.trim()
    const keyIndexList = keyIndexes(tx.vault, key)
    const index = keyIndexList[0]!.toString('hex')

    if (!key || newKeys.has(index)) {
      skippedLines.push({ line: i + 1, reason: key ? 'duplicate' : 'empty' })
      continue
    }

    const id = newId(now.getTime())

    newKeys.set(index, {
      line: i + 1,
      indexes: keyIndexList,
      row: {
        id,
        variantId,
        keyCipher: tx.vault.seal(key, 'stock_keys', id),
        ...createKeyMarks(tx.vault, key),
        createdAt: now,
        updatedAt: now,
      },
    })
  }

  const storedIds = new Set<string>()
  const keysToAdd = [...newKeys.values()]
  await lockKeyAdding(tx)

  for (let i = 0; i < keysToAdd.length; i += 1000) {
    const unknownRows = await unknownKeyRows(tx, keysToAdd.slice(i, i + 1000))

    const insertedRows =
      unknownRows.length === 0
        ? []
        : await tx.db
            .insert(stockKeys)
            .values(unknownRows)
            .onConflictDoNothing()
            .returning({ id: stockKeys.id })

    for (const { id } of insertedRows) storedIds.add(id)
  }

  for (const { line, row } of keysToAdd)
    if (!storedIds.has(row.id)) skippedLines.push({ line, reason: 'duplicate' })

  if (storedIds.size) {
    await emptyPublicCache(tx.db)
    await enqueue(tx, 'stock.added', { variantId })
  }

  return { added: storedIds.size, skipped: skippedLines.sort((a, b) => a.line - b.line) }
}

type NewKey = { line: number; indexes: Buffer[]; row: typeof stockKeys.$inferInsert }

/**
 * The rows of keys that the shop does not know. A key is also known when it was replaced, or when a
 * licence got it from elsewhere: entered by hand, or made by a provider. A known key may be stored
 * under an older STORE_SECRET, which the unique index cannot compare.
 */
async function unknownKeyRows(tx: App, keys: readonly NewKey[]): Promise<NewKey['row'][]> {
  const allIndexes = keys.flatMap(({ indexes }) => indexes)
  const olderIndexes = keys.flatMap(({ indexes }) => indexes.slice(1))

  const licenceRows = await tx.db
    .select({ index: licences.keyIndex })
    .from(licences)
    .where(inArray(licences.keyIndex, allIndexes))

  const replacementRows = await tx.db
    .select({ index: keyReplacements.oldIndex })
    .from(keyReplacements)
    .where(inArray(keyReplacements.oldIndex, allIndexes))

  const stockRows = olderIndexes.length
    ? await tx.db
        .select({ index: stockKeys.keyIndex })
        .from(stockKeys)
        .where(inArray(stockKeys.keyIndex, olderIndexes))
    : []

  const knownIndexes = new Set(
    [...licenceRows, ...replacementRows, ...stockRows].map((row) => row.index.toString('hex')),
  )

  return keys
    .filter(({ indexes }) => !indexes.some((index) => knownIndexes.has(index.toString('hex'))))
    .map(({ row }) => row)
}

/**
 * Shop pages show a variant only as in stock, low or sold out. So the cache is emptied only when a
 * new count can change this status. `variants` says how many keys of each variant became free.
 */
export async function announceLow(tx: App, variants: readonly Count[]): Promise<void> {
  if (!variants.length) return
  await tx.db.execute(sql`
    select ${emptyCacheSql} where exists (
      select 1 from (values ${pairsOf(variants)}) as p (variant_id, freed)
      where ${lowStock}::int + p.freed >= (select count(*) from (
        select 1 from stock_keys where variant_id = p.variant_id and status = 'available'
        limit ${lowStock + 1}::int + p.freed) few))`)
}

/** Merge the counts stored since the last run into one row for each variant and status. */
export async function mergeStockCounts(app: App): Promise<void> {
  await app.db.execute(
    sql`with gone as (delete from stock_counts returning *)
      insert into stock_counts (variant_id, status, n) select variant_id, status, sum(n) from gone
      group by variant_id, status having sum(n) <> 0`,
  )
}
