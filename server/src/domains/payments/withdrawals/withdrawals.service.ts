import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'

import { orders, payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { suspendOrder } from '../../fulfilment/revocation.service.ts'
import { lockOrder, type Order } from '../../orders/orders.service.ts'
import { withdrawableUntil } from '../../orders/withdrawal.rules.ts'
import {
  answerWithdrawal,
  noteWithdrawal,
  type Withdrawal,
} from '../../orders/withdrawal.service.ts'
import type { Payment } from '../state/payments.queries.ts'

/**
 * SQL condition on a row of payments: its customer withdrew from the order, and staff have not
 * decided yet.
 */
export const awaitsWithdrawal: SQL<boolean> = sql`exists (
  select 1 from order_withdrawals w join orders o on o.id = w.order_id
  where w.order_id = payments.order_id and w.declined_at is null and o.status = 'completed')`

/**
 * Withdraw from an own order, once, within seven days of its payment. A withdrawal needs no consent
 * of the shop (CDC, art. 49), so the delivery is suspended in the same transaction. The refund
 * waits for review, and both sides are mailed.
 */
export async function askWithdrawal(
  app: App,
  { orderId, reason }: { orderId: string; reason: string | null },
  actor: Actor,
): Promise<{ order: Order; asked: Withdrawal }> {
  return inTransaction(app, async (tx) => {
    const [ownOrder] = await tx.db
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(eq(orders.id, orderId), eq(orders.userId, actor.actorId!), isNull(orders.deletedAt)),
      )

    if (!ownOrder) throw fail('order.not_found')

    // Lock the payments before their order, as a refund does.
    const paidPayments = await tx.db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.orderId, orderId), eq(payments.status, 'completed')))
      .orderBy(asc(payments.id))
      .for('update')

    const order = (await lockOrder(tx, orderId))!
    const now = tx.clock.now()
    const withdrawableEnd = withdrawableUntil(order)
    if (order.status !== 'completed' || !withdrawableEnd || paidPayments.length === 0)
      throw fail('withdrawal.unpaid')
    if (now >= withdrawableEnd) throw fail('withdrawal.late')

    const withdrawal = await noteWithdrawal(tx, order, reason)
    if (!withdrawal) throw fail('withdrawal.exists')

    await tx.db
      .update(payments)
      .set({ needsReview: true, updatedAt: now })
      .where(and(eq(payments.orderId, orderId), eq(payments.status, 'completed')))

    await recordAudit(tx, {
      ...actor,
      action: 'order.withdrawal_asked',
      targetType: 'order',
      targetId: orderId,
      details: { reason },
    })

    await suspendOrder(tx, orderId, { source: 'customer', reason: 'withdrawal' })
    await enqueue(tx, 'mail.withdrawal', { orderId, step: 'asked' })

    return { order, asked: withdrawal }
  })
}

/**
 * Decline the open withdrawal of a locked payment's order; its customer reads the reason. False
 * when none is open.
 */
export async function declineWithdrawal(
  tx: App,
  payment: Payment,
  actor: Actor,
  answer: string,
): Promise<boolean> {
  if (payment.status !== 'completed') return false

  const order = await lockOrder(tx, payment.orderId)
  if (order?.status !== 'completed') return false

  const isDeclined = await answerWithdrawal(tx, order.id, { by: actor.actorId, answer })
  if (!isDeclined) return false

  await recordAudit(tx, {
    ...actor,
    action: 'order.withdrawal_declined',
    targetType: 'order',
    targetId: order.id,
    details: { reason: answer },
  })

  await enqueue(tx, 'mail.withdrawal', { orderId: order.id, step: 'declined' })

  return true
}
