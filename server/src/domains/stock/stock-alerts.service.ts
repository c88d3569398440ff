import { lowStock } from '@chaveiro/contracts/product-limits'
import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'

import { isOffered, isSold } from '../../db/on-sale.ts'
import { columns, rowsOf, value } from '../../db/rows.ts'
import {
  products,
  productVariants,
  stockKeys,
  stockWaits,
  stockWatches,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import { hasStaffChannel } from './stock-alerts.chat.ts'
import { stockVariants } from './stock.variants.queries.ts'

// Stock alerts. Staff are notified once when a product falls to its threshold; buyers who asked are
// notified once when it is back.

/**
 * Set at how many unsold keys of a variant staff are notified. 0 means sold out; null means the
 * shop's default threshold. Throws product.not_found.
 */
export async function setThreshold(
  app: App,
  variantId: string,
  threshold: number | null,
  actor: Actor,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    if (!(await stockVariants(tx, variantId)).length) throw fail('product.not_found')

    const [before] = await tx.db
      .select()
      .from(stockWatches)
      .where(eq(stockWatches.variantId, variantId))
      .for('update')

    // A new threshold starts again: staff are notified of a product below it, even if the previous
    // threshold already notified them.
    const watchFields = { threshold: threshold ?? lowStock, lowSince: null }

    await tx.db
      .insert(stockWatches)
      .values({ variantId, ...watchFields })
      .onConflictDoUpdate({ target: stockWatches.variantId, set: watchFields })

    await recordAudit(tx, {
      action: 'stock.threshold',
      targetType: 'product',
      targetId: variantId,
      details: {
        before: { threshold: before?.threshold ?? lowStock },
        after: { threshold: watchFields.threshold },
      },
      ...actor,
    })
  })
}

/**
 * Check the stock of every variant on sale. Staff are notified once when a variant falls to its
 * threshold, and again only after the stock was above the threshold.
 */
export async function watchStock(app: App): Promise<void> {
  const now = app.clock.now()
  await inTransaction(app, async (tx) => {
    // Reserved keys still count as unsold. Otherwise every unpaid cart could cause an alert, since
    // it reserves keys for half an hour.
    const threshold = sql`coalesce(${stockWatches.threshold}, ${lowStock})`

    const watchColumns = columns({
      variantId: productVariants.id,
      low: value(sql`k.unsold <= ${threshold}`, z.boolean()),
    })

    const crossings = await rowsOf(
      tx,
      watchColumns,
      sql`select ${watchColumns} from ${products}
        join ${productVariants} on ${productVariants.productId} = ${products.id}
        left join ${stockWatches} on ${stockWatches.variantId} = ${productVariants.id}
        cross join lateral (select count(*) as unsold from (
          select 1 from ${stockKeys} where ${stockKeys.variantId} = ${productVariants.id}
            and ${stockKeys.status} in ('available', 'reserved') limit ${threshold} + 1) few) k
      where ${productVariants.provider} = 'stock' and ${isOffered} and ${isSold(productVariants)}
        and (k.unsold <= ${threshold}) <> (${stockWatches.lowSince} is not null) order by ${productVariants.id}`,
    )

    for (const { variantId, low } of crossings) {
      const lowSince = low ? now : null

      const changedWatches = await tx.db
        .insert(stockWatches)
        .values({ variantId, threshold: lowStock, lowSince })
        .onConflictDoUpdate({
          target: stockWatches.variantId,
          set: { lowSince },
          setWhere: low ? isNull(stockWatches.lowSince) : isNotNull(stockWatches.lowSince),
        })
        .returning({ variantId: stockWatches.variantId })

      if (low && changedWatches.length) await notifyStaff(tx, variantId, now)
    }
  })
}

async function notifyStaff(tx: App, variantId: string, since: Date): Promise<void> {
  await enqueue(tx, 'mail.stock-low', { variantId, since: since.toISOString() })
  if (hasStaffChannel(tx)) await enqueue(tx, 'chat.stock-low', { variantId })
}

/**
 * Add or remove a buyer's request for a notice when a sold-out variant is back. Idempotent. Throws
 * product.not_found.
 */
export async function awaitRestock(
  app: App,
  userId: string,
  id: string,
  wanted: boolean,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const variantId = await variantOnSale(tx, id)

    if (!wanted) {
      await tx.db
        .delete(stockWaits)
        .where(and(eq(stockWaits.variantId, variantId ?? id), eq(stockWaits.userId, userId)))
      return
    }

    if (!variantId) throw fail('product.not_found')

    await tx.db
      .insert(stockWaits)
      .values({ variantId, userId, createdAt: tx.clock.now() })
      .onConflictDoNothing()

    // Keys may have been added a moment before the request.
    await enqueue(tx, 'stock.back', { variantId })
  })
}

/**
 * The variant with this id while it is on sale, else the first variant on sale of the product with
 * this id.
 */
async function variantOnSale(tx: App, id: string): Promise<string | null> {
  const [variant] = await tx.db
    .select({ id: productVariants.id })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(and(or(eq(productVariants.id, id), eq(productVariants.productId, id)), isOnSale))
    .orderBy(
      desc(eq(productVariants.id, id)),
      asc(productVariants.position),
      asc(productVariants.id),
    )
    .limit(1)
  return variant?.id ?? null
}

/** The variants that a buyer waits for, and their products. */
export async function awaitedBy(
  app: App,
  userId: string,
): Promise<{ productIds: string[]; variantIds: string[] }> {
  const waitRows = await app.db
    .select({ variantId: stockWaits.variantId, productId: productVariants.productId })
    .from(stockWaits)
    .innerJoin(productVariants, eq(productVariants.id, stockWaits.variantId))
    .where(eq(stockWaits.userId, userId))

  return {
    productIds: [...new Set(waitRows.map((row) => row.productId))],
    variantIds: waitRows.map((row) => row.variantId),
  }
}

const isOnSale = and(
  eq(products.status, 'active'),
  isNull(products.deletedAt),
  eq(productVariants.active, true),
  isNull(productVariants.deletedAt),
)

const batchSize = 200

/**
 * When a variant can be bought again, send one mail to each buyer who waits for it, longest wait
 * first, and end the wait.
 */
export async function notifyRestock(app: App, variantId: string): Promise<void> {
  for (;;) {
    const notified = await inTransaction(app, async (tx) => {
      const [freeKey] = await tx.db
        .select({ id: stockKeys.id })
        .from(stockKeys)
        .innerJoin(productVariants, eq(productVariants.id, stockKeys.variantId))
        .innerJoin(products, eq(products.id, productVariants.productId))
        .where(and(eq(stockKeys.variantId, variantId), eq(stockKeys.status, 'available'), isOnSale))
        .limit(1)

      if (!freeKey) return 0

      const waitingBuyers = await tx.db
        .select({ userId: stockWaits.userId, since: stockWaits.createdAt })
        .from(stockWaits)
        .where(eq(stockWaits.variantId, variantId))
        .orderBy(asc(stockWaits.createdAt))
        .limit(batchSize)
        .for('update', { skipLocked: true })

      for (const { userId, since } of waitingBuyers) {
        await tx.db
          .delete(stockWaits)
          .where(and(eq(stockWaits.variantId, variantId), eq(stockWaits.userId, userId)))
        await enqueue(tx, 'mail.stock-back', { userId, variantId, since: since.toISOString() })
      }

      return waitingBuyers.length
    })
    if (notified < batchSize) return
  }
}
