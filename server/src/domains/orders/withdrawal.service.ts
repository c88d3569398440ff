import { and, eq, isNull } from 'drizzle-orm'

import { orderWithdrawals } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Order } from './orders.service.ts'

export type Withdrawal = typeof orderWithdrawals.$inferSelect

/** Record that the customer of a locked order withdraws; null when that was recorded before. */
export async function noteWithdrawal(
  tx: App,
  order: Order,
  reason: string | null,
): Promise<Withdrawal | null> {
  const [inserted] = await tx.db
    .insert(orderWithdrawals)
    .values({ orderId: order.id, userId: order.userId, reason, createdAt: tx.clock.now() })
    .onConflictDoNothing()
    .returning()
  return inserted ?? null
}

/** Whether the customer withdrew from an order and staff did not decline. */
export async function isWithdrawn(tx: App, orderId: string): Promise<boolean> {
  const [withdrawal] = await tx.db
    .select({ declinedAt: orderWithdrawals.declinedAt })
    .from(orderWithdrawals)
    .where(eq(orderWithdrawals.orderId, orderId))

  return withdrawal !== undefined && withdrawal.declinedAt === null
}

/** Decline an open withdrawal with an answer; false when none is open. */
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
