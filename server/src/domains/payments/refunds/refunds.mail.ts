import { and, eq, gt, inArray, or } from 'drizzle-orm'

import { orderLines, orders, payments, refunds, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { sendMail } from '../../mails/mails.service.ts'
import { hasNearDeposit } from '../settlement/near-deposits.queries.ts'

// Mails about money: the time to pay ran out, or money went back.

/** Queue the mail about a refund that ended, in the transaction that learned of it. */
export const tellRefund = (tx: App, refundId: string): Promise<void> =>
  enqueue(tx, 'mail.refund', { refundId })

/** Queue the mail about an order whose payment expired. */
export const tellExpiry = (tx: App, orderId: string): Promise<void> =>
  enqueue(tx, 'mail.payment-expired', { orderId })

/**
 * Notify a buyer that the time to pay ran out, once for each order. Sends nothing when they went on
 * to pay, for this order or another one of the same cart, or when money was received or may have
 * been.
 */
export async function sendPaymentExpired(app: App, orderId: string): Promise<void> {
  const [order] = await app.db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      cartId: orders.cartId,
      totalCents: orders.totalCents,
      currency: orders.currency,
      name: orders.customerName,
      email: users.email,
      language: users.language,
      deletedAt: users.deletedAt,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId))

  if (order?.status !== 'cancelled' || order.deletedAt) return

  // Money that was received, even too little or odd, is with staff: nobody may read that nothing
  // was charged.
  const [going] = await app.db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(orders.cartId, order.cartId),
        or(
          inArray(payments.status, ['pending', 'completed', 'refunded']),
          gt(payments.receivedCents, 0),
        ),
      ),
    )
    .limit(1)

  if (going || (await hasNearDeposit(app, { cartId: order.cartId }))) return

  const lines = await app.db
    .select({ name: orderLines.name })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position)

  await sendMail(app, 'paymentExpired', {
    id: `payment-expired-${orderId}`,
    to: order,
    values: {
      number: order.number,
      products: lines.map((line) => line.name),
      totalCents: order.totalCents,
      currency: order.currency,
    },
  })
}

/**
 * Notify a buyer how much went back and how, once for each refund. What a bank took by a dispute
 * was not sent by us: the bank tells them about it.
 */
export async function sendRefund(app: App, refundId: string): Promise<void> {
  const [row] = await app.db
    .select({
      status: refunds.status,
      reason: refunds.reason,
      amountCents: refunds.amountCents,
      currency: payments.currency,
      way: payments.method,
      number: orders.number,
      name: orders.customerName,
      email: users.email,
      language: users.language,
      deletedAt: users.deletedAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(refunds.id, refundId))

  if (row?.status !== 'succeeded' || row.deletedAt) return

  await sendMail(app, 'refund', {
    id: `refund-${refundId}`,
    to: row,
    values: {
      number: row.number,
      amountCents: row.amountCents,
      currency: row.currency,
      way: row.way,
      repeated: row.reason === 'duplicate',
    },
  })
}
