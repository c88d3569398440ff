import { and, asc, eq } from 'drizzle-orm'

import { orderLines, orderUnits, orders, reviews } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { keepTotals } from './totals.service.ts'

/**
 * Hide the reviews of an order's buyer whose products are all refunded, and bring back those that
 * are not any more (L064). What he has is looked up once his reviews are locked, so of several looks
 * the last one knows best.
 */
export async function recheckReviews(app: App, orderId: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const [order] = await tx.db
      .select({ userId: orders.userId })
      .from(orders)
      .where(eq(orders.id, orderId))

    if (!order) return

    const own = await tx.db
      .select()
      .from(reviews)
      .where(eq(reviews.userId, order.userId))
      .orderBy(asc(reviews.productId))
      .for('update')

    if (!own.length) return

    const rows = await tx.db
      .selectDistinct({ productId: orderLines.productId })
      .from(orderUnits)
      .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
      .innerJoin(orders, eq(orders.id, orderUnits.orderId))
      .where(and(eq(orders.userId, order.userId), eq(orderUnits.status, 'delivered')))

    const owned = new Set(rows.map(({ productId }) => productId))
    const turned = own.filter((review) => review.counts !== owned.has(review.productId))

    for (const review of turned) {
      const counts = !review.counts
      await tx.db.update(reviews).set({ counts }).where(eq(reviews.id, review.id))
      await keepTotals(tx, review, { ...review, counts })
    }
  })
}
