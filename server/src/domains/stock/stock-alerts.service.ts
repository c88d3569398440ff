import { lowStock } from '@chaveiro/contracts/limits'
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { columns, rowsOf, value } from '../../db/rows.ts'
import { products, stockKeys, stockWaits, stockWatches } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import { hasStaffChannel } from './stock-alerts.chat.ts'
import { stockProducts } from './stock.admin.queries.ts'

// Stock alerts: staff are notified once when a product falls to its threshold, buyers who asked are
// notified once when it is back.

/**
 * At how many unsold keys of a product staff are notified; 0 means when it is sold out, null means
 * the shop's own "few left".
 */
export async function setThreshold(
  app: App,
  productId: string,
  threshold: number | null,
  actor: Actor,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    if (!(await stockProducts(tx, productId)).length) throw fail('product.not_found')
    const [before] = await tx.db
      .select()
      .from(stockWatches)
      .where(eq(stockWatches.productId, productId))
      .for('update')
    // A new threshold is a new question: staff are notified of a product below it, even if they
    // were notified by the old one.
    const row = { threshold: threshold ?? lowStock, lowSince: null }
    await tx.db
      .insert(stockWatches)
      .values({ productId, ...row })
      .onConflictDoUpdate({ target: stockWatches.productId, set: row })
    await recordAudit(tx, {
      action: 'stock.threshold',
      targetType: 'product',
      targetId: productId,
      details: {
        before: { threshold: before?.threshold ?? lowStock },
        after: { threshold: row.threshold },
      },
      ...actor,
    })
  })
}

/**
 * Check the stock of every product on sale. Staff are notified about one that fell to its
 * threshold, once, until it was above it again.
 */
export async function watchStock(app: App): Promise<void> {
  const now = app.clock.now()
  await inTransaction(app, async (tx) => {
    // Sold keys count, not reserved ones: keys that an unpaid cart reserves for half an hour would
    // otherwise cause a notification again and again.
    const threshold = sql`coalesce(${stockWatches.threshold}, ${lowStock})`
    const row = columns({
      productId: products.id,
      low: value(sql`k.unsold <= ${threshold}`, z.boolean()),
    })
    const changed = await rowsOf(
      tx,
      row,
      sql`select ${row} from ${products} left join ${stockWatches} on ${stockWatches.productId} = ${products.id}
        cross join lateral (select count(*) as unsold from (
          select 1 from ${stockKeys} where ${stockKeys.productId} = ${products.id}
            and ${stockKeys.status} in ('available', 'reserved') limit ${threshold} + 1) few) k
      where ${products.provider} = 'stock' and ${products.deletedAt} is null and ${products.status} = 'active'
        and (k.unsold <= ${threshold}) <> (${stockWatches.lowSince} is not null) order by ${products.id}`,
    )
    for (const { productId, low } of changed) {
      const lowSince = low ? now : null
      const kept = await tx.db
        .insert(stockWatches)
        .values({ productId, threshold: lowStock, lowSince })
        .onConflictDoUpdate({
          target: stockWatches.productId,
          set: { lowSince },
          setWhere: low ? isNull(stockWatches.lowSince) : isNotNull(stockWatches.lowSince),
        })
        .returning({ productId: stockWatches.productId })
      if (low && kept.length) await tellStaff(tx, productId, now)
    }
  })
}

async function tellStaff(tx: App, productId: string, since: Date): Promise<void> {
  await enqueue(tx, 'mail.stock-low', { productId, since: since.toISOString() })
  if (hasStaffChannel(tx)) await enqueue(tx, 'chat.stock-low', { productId })
}

/**
 * Add or remove a buyer's wish to be notified when a sold-out product is back. Idempotent. Throws
 * product.not_found.
 */
export async function awaitRestock(
  app: App,
  userId: string,
  productId: string,
  wanted: boolean,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    if (!wanted) {
      await tx.db
        .delete(stockWaits)
        .where(and(eq(stockWaits.productId, productId), eq(stockWaits.userId, userId)))
      return
    }
    const [product] = await tx.db
      .select({ id: products.id })
      .from(products)
      .where(
        and(eq(products.id, productId), eq(products.status, 'active'), isNull(products.deletedAt)),
      )
    if (!product) throw fail('product.not_found')
    await tx.db
      .insert(stockWaits)
      .values({ productId, userId, createdAt: tx.clock.now() })
      .onConflictDoNothing()
    // It may have come back a moment before they asked.
    await enqueue(tx, 'stock.back', { productId })
  })
}

/** The products that a buyer waits for. */
export async function awaitedBy(app: App, userId: string): Promise<string[]> {
  const rows = await app.db
    .select({ productId: stockWaits.productId })
    .from(stockWaits)
    .where(eq(stockWaits.userId, userId))
  return rows.map((row) => row.productId)
}

const batch = 200

/**
 * If a product can be bought again, send everyone who waits for it one mail and end their wait;
 * those who waited longest first.
 */
export async function tellRestock(app: App, productId: string): Promise<void> {
  for (;;) {
    const notified = await inTransaction(app, async (tx) => {
      const [free] = await tx.db
        .select({ id: stockKeys.id })
        .from(stockKeys)
        .innerJoin(products, eq(products.id, stockKeys.productId))
        .where(
          and(
            eq(stockKeys.productId, productId),
            eq(stockKeys.status, 'available'),
            eq(products.status, 'active'),
            isNull(products.deletedAt),
          ),
        )
        .limit(1)
      if (!free) return 0
      const waiting = await tx.db
        .select({ userId: stockWaits.userId, since: stockWaits.createdAt })
        .from(stockWaits)
        .where(eq(stockWaits.productId, productId))
        .orderBy(asc(stockWaits.createdAt))
        .limit(batch)
        .for('update', { skipLocked: true })
      for (const { userId, since } of waiting) {
        await tx.db
          .delete(stockWaits)
          .where(and(eq(stockWaits.productId, productId), eq(stockWaits.userId, userId)))
        await enqueue(tx, 'mail.stock-back', { userId, productId, since: since.toISOString() })
      }
      return waiting.length
    })
    if (notified < batch) return
  }
}
