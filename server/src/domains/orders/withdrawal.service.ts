import { and, eq, isNull } from 'drizzle-orm'

import { orderWithdrawals } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Order } from './orders.service.ts'

export type Withdrawal = typeof orderWithdrawals.$inferSelect

/** Note that the customer of a locked order takes it back; null when it was noted before. */
export async function noteWithdrawal(
  tx: App,
  order: Order,
  reason: string | null,
): Promise<Withdrawal | null> {
  const [row] = await tx.db
    .insert(orderWithdrawals)
    .values({ orderId: order.id, userId: order.userId, reason, createdAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Whether an order was taken back by its customer and staff did not decline that. */
export async function isWithdrawn(tx: App, orderId: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ declinedAt: orderWithdrawals.declinedAt })
    .from(orderWithdrawals)
    .where(eq(orderWithdrawals.orderId, orderId))

  return row !== undefined && row.declinedAt === null
}

/** Answer a withdrawal that waits with a no; false when none waits. */
export async function answerWithdrawal(
  tx: App,
  orderId: string,
  { by, answer }: { by: string | null; answer: string },
): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(orderWithdrawals)
    .set({ declinedAt: tx.clock.now(), declinedBy: by, answer })
    .where(and(eq(orderWithdrawals.orderId, orderId), isNull(orderWithdrawals.declinedAt)))
  return rowCount === 1
}
