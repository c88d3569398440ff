import { and, asc, eq } from 'drizzle-orm'

import { orderLines, orderUnits, orders, reviews } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { updateTotals } from './totals.service.ts'

/**
 * Check all reviews of an order's buyer against their purchases (L064). A review is hidden while
 * the buyer has no delivered unit of its product, and shown while the buyer has such a unit. Units
 * are read after the reviews are locked, so the last of several concurrent runs sees the latest
 * state.
 */
export async function recheckReviews(app: App, orderId: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const [order] = await tx.db
      .select({ userId: orders.userId })
      .from(orders)
      .where(eq(orders.id, orderId))

    if (!order) return

    const ownReviews = await tx.db
      .select()
      .from(reviews)
      .where(eq(reviews.userId, order.userId))
      .orderBy(asc(reviews.productId))
      .for('update')

    if (!ownReviews.length) return

    const deliveredRows = await tx.db
      .selectDistinct({ productId: orderLines.productId })
      .from(orderUnits)
      .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
      .innerJoin(orders, eq(orders.id, orderUnits.orderId))
      .where(and(eq(orders.userId, order.userId), eq(orderUnits.status, 'delivered')))

    const ownedProducts = new Set(deliveredRows.map(({ productId }) => productId))
    const changedReviews = ownReviews.filter(
      (review) => review.counts !== ownedProducts.has(review.productId),
    )

    for (const review of changedReviews) {
      const counts = !review.counts
      await tx.db.update(reviews).set({ counts }).where(eq(reviews.id, review.id))
      await updateTotals(tx, review, { ...review, counts })
    }
  })
}
