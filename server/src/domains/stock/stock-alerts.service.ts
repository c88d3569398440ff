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

// Stock alerts: staff are notified once when a product falls to its threshold, buyers who asked are
// notified once when it is back.

/**
 * At how many unsold keys of a variant staff are notified; 0 means when it is sold out, null means
 * the shop's own "few left".
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

    // A new threshold is a new question: staff are notified of a product below it, even if they
    // were notified by the old one.
    const row = { threshold: threshold ?? lowStock, lowSince: null }

    await tx.db
      .insert(stockWatches)
      .values({ variantId, ...row })
      .onConflictDoUpdate({ target: stockWatches.variantId, set: row })

    await recordAudit(tx, {
      action: 'stock.threshold',
      targetType: 'product',
      targetId: variantId,
      details: {
        before: { threshold: before?.threshold ?? lowStock },
        after: { threshold: row.threshold },
      },
      ...actor,
    })
  })
}

/**
 * Check the stock of every variant on sale. Staff are notified about one that fell to its
 * threshold, once, until it was above it again.
 */
export async function watchStock(app: App): Promise<void> {
  const now = app.clock.now()
  await inTransaction(app, async (tx) => {
    // Sold keys count, not reserved ones: keys that an unpaid cart reserves for half an hour would
    // otherwise cause a notification again and again.
    const threshold = sql`coalesce(${stockWatches.threshold}, ${lowStock})`

    const row = columns({
      variantId: productVariants.id,
      low: value(sql`k.unsold <= ${threshold}`, z.boolean()),
    })

    const changed = await rowsOf(
      tx,
      row,
      sql`select ${row} from ${products} join ${productVariants} on ${productVariants.productId} = ${products.id}
        left join ${stockWatches} on ${stockWatches.variantId} = ${productVariants.id}
        cross join lateral (select count(*) as unsold from (
          select 1 from ${stockKeys} where ${stockKeys.variantId} = ${productVariants.id}
            and ${stockKeys.status} in ('available', 'reserved') limit ${threshold} + 1) few) k
      where ${productVariants.provider} = 'stock' and ${isOffered} and ${isSold(productVariants)}
        and (k.unsold <= ${threshold}) <> (${stockWatches.lowSince} is not null) order by ${productVariants.id}`,
    )

    for (const { variantId, low } of changed) {
      const lowSince = low ? now : null

      const kept = await tx.db
        .insert(stockWatches)
        .values({ variantId, threshold: lowStock, lowSince })
        .onConflictDoUpdate({
          target: stockWatches.variantId,
          set: { lowSince },
          setWhere: low ? isNull(stockWatches.lowSince) : isNotNull(stockWatches.lowSince),
        })
        .returning({ variantId: stockWatches.variantId })

      if (low && kept.length) await tellStaff(tx, variantId, now)
    }
  })
}

async function tellStaff(tx: App, variantId: string, since: Date): Promise<void> {
  await enqueue(tx, 'mail.stock-low', { variantId, since: since.toISOString() })
  if (hasStaffChannel(tx)) await enqueue(tx, 'chat.stock-low', { variantId })
}

/**
 * Add or remove a buyer's wish to be notified when a sold-out variant is back. Idempotent. Throws
 * product.not_found.
 */
export async function awaitRestock(
  app: App,
  userId: string,
  id: string,
  wanted: boolean,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const variantId = await variantShown(tx, id)

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

    // It may have come back a moment before they asked.
    await enqueue(tx, 'stock.back', { variantId })
  })
}

/** The variant of an id while it is sold, or else the one that stands for the product of that id. */
async function variantShown(tx: App, id: string): Promise<string | null> {
  const [variant] = await tx.db
    .select({ id: productVariants.id })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(and(or(eq(productVariants.id, id), eq(productVariants.productId, id)), isShown))
    .orderBy(
      desc(eq(productVariants.id, id)),
      asc(productVariants.position),
      asc(productVariants.id),
    )
    .limit(1)
  return variant?.id ?? null
}

/** The variants that a buyer waits for, and the products that they are of. */
export async function awaitedBy(
  app: App,
  userId: string,
): Promise<{ productIds: string[]; variantIds: string[] }> {
  const rows = await app.db
    .select({ variantId: stockWaits.variantId, productId: productVariants.productId })
    .from(stockWaits)
    .innerJoin(productVariants, eq(productVariants.id, stockWaits.variantId))
    .where(eq(stockWaits.userId, userId))

  return {
    productIds: [...new Set(rows.map((row) => row.productId))],
    variantIds: rows.map((row) => row.variantId),
  }
}

const isShown = and(
  eq(products.status, 'active'),
  isNull(products.deletedAt),
  eq(productVariants.active, true),
  isNull(productVariants.deletedAt),
)

const batch = 200

/**
 * If a variant can be bought again, send everyone who waits for it one mail and end their wait;
 * those who waited longest first.
 */
export async function tellRestock(app: App, variantId: string): Promise<void> {
  for (;;) {
    const notified = await inTransaction(app, async (tx) => {
      const [free] = await tx.db
        .select({ id: stockKeys.id })
        .from(stockKeys)
        .innerJoin(productVariants, eq(productVariants.id, stockKeys.variantId))
        .innerJoin(products, eq(products.id, productVariants.productId))
        .where(and(eq(stockKeys.variantId, variantId), eq(stockKeys.status, 'available'), isShown))
        .limit(1)

      if (!free) return 0

      const waiting = await tx.db
        .select({ userId: stockWaits.userId, since: stockWaits.createdAt })
        .from(stockWaits)
        .where(eq(stockWaits.variantId, variantId))
        .orderBy(asc(stockWaits.createdAt))
        .limit(batch)
        .for('update', { skipLocked: true })

      for (const { userId, since } of waiting) {
        await tx.db
          .delete(stockWaits)
          .where(and(eq(stockWaits.variantId, variantId), eq(stockWaits.userId, userId)))
        await enqueue(tx, 'mail.stock-back', { userId, variantId, since: since.toISOString() })
      }

      return waiting.length
    })
    if (notified < batch) return
  }
}
