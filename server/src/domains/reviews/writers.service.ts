import { and, eq, isNull, sql } from 'drizzle-orm'

import {
  orderLines,
  orderUnits,
  orders,
  products,
  reviewWrites,
  users,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail, rateLimited } from '../../platform/errors.ts'
import { secondsAfter } from '../../platform/time/clock.ts'

const dailyWrites = 5
const daySeconds = 86_400

/**
 * Count one write of a person, and lock the person, so that their other writes and an erasure run
 * before or after this transaction. A refused write is not counted, since the rollback undoes the
 * count. Returns their name, null after an erasure. Throws rate.limited at the sixth write in 24
 * hours (L071).
 */
export async function countWrite(tx: App, userId: string): Promise<{ name: string } | null> {
  const [author] = await tx.db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('share')

  const now = tx.clock.now()
  const isWindowOver = sql`${reviewWrites.since} <= ${secondsAfter(now, -daySeconds)}`

  const [window] = await tx.db
    .insert(reviewWrites)
    .values({ userId, since: now, n: 1 })
    .onConflictDoUpdate({
      target: reviewWrites.userId,
      set: {
        n: sql`case when ${isWindowOver} then 1 else ${reviewWrites.n} + 1 end`,
        since: sql`case when ${isWindowOver} then excluded.since else ${reviewWrites.since} end`,
      },
    })
    .returning()

  const { n, since } = window!
  if (n > dailyWrites) throw rateLimited(daySeconds - (now.getTime() - since.getTime()) / 1000)

  return author ?? null
}

/**
 * Lock a delivered unit of a product that a person bought, so that its refund runs before or after
 * this transaction. Throws product.not_found, and review.not_buyer without such a unit (L061).
 */
export async function holdPurchase(tx: App, userId: string, productId: string): Promise<void> {
  const [product] = await tx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.deletedAt)))

  if (!product) throw fail('product.not_found')

  const [unit] = await tx.db
    .select({ id: orderUnits.id })
    .from(orderUnits)
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .innerJoin(orders, eq(orders.id, orderUnits.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orderLines.productId, productId),
        eq(orderUnits.status, 'delivered'),
      ),
    )
    .limit(1)
    .for('share', { of: orderUnits })

  if (!unit) throw fail('review.not_buyer')
}
