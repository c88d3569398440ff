import { lowStock } from '@chaveiro/contracts/limits'
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { keyReplacements, licences, stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs.ts'
import { keyMarks } from '../../platform/key-marks.ts'
import { emptyPublicCache } from '../../platform/public-cache.ts'

export type Wanted = { productId: string; name: string; quantity: number }
export type TakenKey = { id: string; productId: string; keyCipher: Buffer }

/**
 * Reserve keys for a payment, all or nothing. Throws stock.short with what is left, and the
 * caller's transaction undoes the rest. Products are locked in one order everywhere, so that two
 * carts cannot wait for each other.
 */
export async function reserveKeys(
  tx: App,
  paymentId: string,
  wanted: readonly Wanted[],
): Promise<void> {
  for (const line of [...wanted].sort((a, b) => (a.productId < b.productId ? -1 : 1))) {
    const of = { paymentId, productId: line.productId }
    const got = await pickKeys(tx, of, line.quantity, 'skip locked')
    // Keys that others lock for a moment are skipped above. Wait for them once before answering
    // that none are left.
    const more = got < line.quantity ? await pickKeys(tx, of, line.quantity - got, '') : 0
    if (got + more < line.quantity)
      throw fail('stock.short', { product: line.name, left: got + more })
    await announceLow(tx, line.productId)
  }
}

/**
 * One statement picks and marks. Ordering by position stays inside the partial index on available
 * keys, fast however many were sold. The pick is materialised, since a plan that runs it twice
 * would take more than was asked for.
 */
async function pickKeys(
  tx: App,
  { paymentId, productId }: { paymentId: string; productId: string },
  count: number,
  locking: '' | 'skip locked',
): Promise<number> {
  const result = await tx.db.execute(sql`
    with picked as materialized (select id from stock_keys
      where product_id = ${productId} and status = 'available' order by position limit ${count}
      for update ${sql.raw(locking)})
    update stock_keys k
      set status = 'reserved', payment_id = ${paymentId}, updated_at = ${tx.clock.now()}
      from picked where k.id = picked.id`)
  return result.rowCount ?? 0
}

/** Release what a payment reserved and did not use. Idempotent. */
export async function releaseKeys(tx: App, paymentId: string): Promise<void> {
  const freed = await tx.db
    .update(stockKeys)
    .set({ status: 'available', paymentId: null, updatedAt: tx.clock.now() })
    .where(and(eq(stockKeys.paymentId, paymentId), eq(stockKeys.status, 'reserved')))
    .returning({ productId: stockKeys.productId })
  for (const productId of new Set(freed.map((key) => key.productId))) {
    await announceLow(tx, productId, freed.length)
    await enqueue(tx, 'stock.added', { productId })
  }
}

/**
 * Use keys for order units, in the caller's transaction: those reserved for the payment first, then
 * free ones. Answers one key for each unit, for as many units as there are keys; the rest has to
 * wait.
 */
export async function useKeys(
  tx: App,
  { productId, paymentId }: { productId: string; paymentId: string | null },
  units: readonly string[],
  usedBy: { email: string; name: string },
): Promise<(TakenKey & { unitId: string })[]> {
  const reserved = paymentId
    ? await lockKeys(
        tx,
        and(
          eq(stockKeys.paymentId, paymentId),
          eq(stockKeys.status, 'reserved'),
          eq(stockKeys.productId, productId),
        ),
        units.length,
        '',
      )
    : []
  const free =
    reserved.length < units.length
      ? await lockKeys(
          tx,
          and(eq(stockKeys.productId, productId), eq(stockKeys.status, 'available')),
          units.length - reserved.length,
          'skip locked',
        )
      : []
  const keys = [...reserved, ...free].map((key, i) => ({ ...key, unitId: units[i]! }))
  if (!keys.length) return []
  const now = tx.clock.now()
  const pairs = sql.join(
    keys.map((key) => sql`(${key.id}::uuid, ${key.unitId}::uuid)`),
    sql`, `,
  )
  const moved = await tx.db.execute(sql`
    update stock_keys k
      set status = 'used', payment_id = ${paymentId}, unit_id = p.unit_id,
      used_by_email = ${usedBy.email}, used_by_name = ${usedBy.name}, used_at = ${now},
      updated_at = ${now}
    from (values ${pairs}) as p (id, unit_id) where k.id = p.id and k.status in ('reserved', 'available')`)
  if (moved.rowCount !== keys.length) throw new Error('a key changed hands while it was locked')
  if (free.length) await announceLow(tx, productId)
  return keys
}

const lockKeys = (
  tx: App,
  where: SQL | undefined,
  count: number,
  locking: '' | 'skip locked',
): Promise<TakenKey[]> =>
  tx.db
    .select({ id: stockKeys.id, productId: stockKeys.productId, keyCipher: stockKeys.keyCipher })
    .from(stockKeys)
    .where(where)
    .orderBy(asc(stockKeys.position))
    .limit(count)
    .for('update', locking ? { skipLocked: true } : {})

/**
 * Add keys to the stock: trimmed; empty and known ones are skipped. Answers the line numbers (from
 * 1) of what was skipped (Q45).
 */
export async function addKeys(
  tx: App,
  productId: string,
  lines: readonly string[],
): Promise<{ added: number; skipped: { line: number; reason: 'empty' | 'duplicate' }[] }> {
  const now = tx.clock.now()
  const skipped: { line: number; reason: 'empty' | 'duplicate' }[] = []
  const rows = new Map<string, { line: number; row: typeof stockKeys.$inferInsert }>()
  for (const [i, text] of lines.entries()) {
    const key = text.trim()
    const index = tx.vault.index(key, 'licence-key')
    const known = rows.has(index.toString('hex'))
    if (!key || known) {
      skipped.push({ line: i + 1, reason: key ? 'duplicate' : 'empty' })
      continue
    }
    const id = newId(now.getTime())
    rows.set(index.toString('hex'), {
      line: i + 1,
      row: {
        id,
        productId,
        keyCipher: tx.vault.seal(key, 'stock_keys', id),
        ...keyMarks(tx.vault, key),
        createdAt: now,
        updatedAt: now,
      },
    })
  }
  const stored = new Set<string>()
  const all = [...rows.values()]
  for (let i = 0; i < all.length; i += 1000) {
    const slice = all.slice(i, i + 1000).map((one) => one.row)
    const delivered = await deliveredOf(
      tx,
      slice.map((row) => row.keyIndex),
    )
    const fresh = slice.filter((row) => !delivered.has(row.keyIndex.toString('hex')))
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
    await enqueue(tx, 'stock.added', { productId })
  }
  return { added: stored.size, skipped: skipped.sort((a, b) => a.line - b.line) }
}

/**
 * Store the indexes of keys that reached a customer without passing through the stock: entered by
 * hand, or from another provider.
 */
async function deliveredOf(tx: App, indexes: readonly Buffer[]): Promise<Set<string>> {
  const rows = await tx.db
    .select({ index: licences.keyIndex })
    .from(licences)
    .where(inArray(licences.keyIndex, [...indexes]))
  const replaced = await tx.db
    .select({ index: keyReplacements.oldIndex })
    .from(keyReplacements)
    .where(inArray(keyReplacements.oldIndex, [...indexes]))
  return new Set([...rows, ...replaced].map((row) => row.index.toString('hex')))
}

/** Decrypt the keys of rows just taken, for the licences made of them. */
export const openKey = (app: App, key: TakenKey): string =>
  app.vault.open(key.keyCipher, 'stock_keys', key.id)

/**
 * Shop pages show only in, low or out. So their cache is emptied when a change of count can cross
 * one of these, not at every sale.
 */
async function announceLow(tx: App, productId: string, freed = 0): Promise<void> {
  const rows = await tx.db
    .select({ id: stockKeys.id })
    .from(stockKeys)
    .where(and(eq(stockKeys.productId, productId), eq(stockKeys.status, 'available')))
    .limit(lowStock + 1 + freed)
  if (rows.length <= lowStock + freed) await emptyPublicCache(tx.db)
}

/** Merge the counts stored since the last time into one row for each product and status. */
export async function mergeStockCounts(app: App): Promise<void> {
  await app.db.execute(
    sql`with gone as (delete from stock_counts returning *)
      insert into stock_counts (product_id, status, n) select product_id, status, sum(n) from gone
      group by product_id, status having sum(n) <> 0`,
  )
}
