import type { PlainErrorCode } from '@chaveiro/contracts/errors'
import { staffMayMove, type OrderStatus } from '@chaveiro/contracts/states'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'

import { payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { changeOf, recordAudit, type Actor } from '../../audit/audit.service.ts'
import { mayHaveMoney } from '../../orders/orders.admin.queries.ts'
import {
  archiveOrder,
  hideOrder,
  lockOrder,
  orderById,
  reopenOrder,
  type Order,
} from '../../orders/orders.service.ts'
import { refundOrderByStaff } from '../refunds/refund.admin.service.ts'
import { cancelUnpaidOrder, confirmByHand } from './by-hand.admin.service.ts'

// Staff actions on a whole order. Its payments are confirmed, refunded and cancelled one by one.

type Wish = { status: OrderStatus; reason: string | null; reference: string | null }

/**
 * Set the status of an order with its consequence: confirm its money by hand, refund, cancel or
 * reopen it (Q122). Throws the error that explains why the change is not possible.
 */
export async function changeOrderStatus(
  app: App,
  orderId: string,
  { status, reason, reference }: Wish,
  actor: Actor,
): Promise<void> {
  const order = await orderById(app, orderId)
  if (!order || order.deletedAt) throw fail('order.not_found')
  if (!staffMayMove('order', order.status, status)) throw fail(refusalCode(order.status, status))
  if (status === 'cancelled') return cancelUnpaidOrder(app, orderId, actor, reason)
  if (status === 'refunded')
    return refundOrderByStaff(app, orderId, actor, { reason: reason ?? '', reference })
  if (status === 'pending') return openAgain(app, orderId, actor, reason)

  const missingFields = [...(reason ? [] : ['reason']), ...(reference ? [] : ['reference'])]
  if (!reason || !reference)
    throw fail('request.invalid', { fields: missingFields }, { fields: missingFields })

  await confirmByHand(app, await paymentToConfirm(app, orderId), actor, { reason, reference })
}

/** The error that explains why an order cannot go from one status to another. */
function refusalCode(from: OrderStatus, to: OrderStatus): PlainErrorCode {
  if (from === to) return 'order.unchanged'
  if (from === 'refunded') return 'order.stays_refunded'
  if (from === 'completed') return to === 'cancelled' ? 'order.cancel_paid' : 'order.stays_paid'

  return 'order.nothing_paid'
}

/**
 * The payment to confirm for an order: the open one, else the last attempt. Throws
 * payment.not_found.
 */
async function paymentToConfirm(app: App, orderId: string): Promise<string> {
  const attempts = await app.db
    .select({ id: payments.id, status: payments.status })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        inArray(payments.status, ['pending', 'failed', 'rejected']),
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))

  const payment = attempts.find((attempt) => attempt.status === 'pending') ?? attempts[0]
  if (!payment) throw fail('payment.not_found')

  return payment.id
}

async function openAgain(
  app: App,
  orderId: string,
  actor: Actor,
  reason: string | null,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const order = (await lockOrder(tx, orderId))!
    if (order.status !== 'cancelled') throw fail(refusalCode(order.status, 'pending'))

    const [paid] = await tx.db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.orderId, orderId), gt(payments.receivedCents, 0)))
      .limit(1)

    if (paid) throw fail('order.money_came')

    await reopenOrder(tx, orderId)

    await recordAudit(tx, {
      ...actor,
      action: 'order.reopened',
      targetType: 'order',
      targetId: orderId,
      details: { ...changeOf({ status: 'cancelled' }, { status: 'pending' }), reason },
    })
  })
}

/**
 * Delete an order. An unpaid order is cancelled first, its charge closed at the provider, and
 * leaves every list. An order with received money is archived: it leaves the lists of staff only
 * (Q122). Throws order.paid_meanwhile when the buyer paid first.
 */
export async function deleteOrder(app: App, orderId: string, actor: Actor): Promise<void> {
  const unlockedOrder = await orderById(app, orderId)
  if (!unlockedOrder || isOutOfSight(unlockedOrder)) throw fail('order.not_found')

  if (unlockedOrder.status === 'pending') await cancelUnpaidOrder(app, orderId, actor, null)

  await inTransaction(app, async (tx) => {
    const order = (await lockOrder(tx, orderId))!
    if (isOutOfSight(order)) throw fail('order.not_found')
    if (order.status === 'pending') throw fail('order.being_paid')
    if (unlockedOrder.status !== 'completed' && order.status === 'completed')
      throw fail('order.paid_meanwhile')

    const mayBePaid = order.status !== 'cancelled' || (await mayHaveMoney(tx, orderId))
    await (mayBePaid ? archiveOrder : hideOrder)(tx, orderId)

    await recordAudit(tx, {
      ...actor,
      action: mayBePaid ? 'order.archived' : 'order.deleted',
      targetType: 'order',
      targetId: orderId,
      details: changeOf(
        { number: order.number, status: order.status, totalCents: order.totalCents },
        null,
      ),
    })
  })
}

const isOutOfSight = (order: Order): boolean =>
  order.deletedAt !== null || order.archivedAt !== null
