import type { ChangeSource } from '@chaveiro/contracts/shop-reasons'
import type { PaymentReason, PaymentRemark, ReviewReason } from '@chaveiro/contracts/states'
import { and, eq, ne } from 'drizzle-orm'

import { payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { publish } from '../../../platform/queue/publish.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { releaseCouponUse } from '../../coupons/coupons.service.ts'
import { cancelOrder } from '../../orders/orders.service.ts'
import { releaseKeys } from '../../stock/stock.service.ts'
import { nextCheck } from './next-check.rules.ts'
import type { Payment } from './payments.queries.ts'
import { noteOf, remarkOf, storedRemark } from './remarks.rules.ts'

// State changes of payments: updatePayment stores a change, failPayment ends an unpaid payment.

/**
 * Fail an unpaid payment: keys and coupon use are released and its order is cancelled. Money that
 * arrives later is still booked.
 */
export async function failPayment(
  tx: App,
  payment: Payment,
  reason: PaymentReason,
  trail: {
    source: ChangeSource
    reviewReason?: ReviewReason | null
    remark?: PaymentRemark
    note?: string | null
  },
): Promise<Payment> {
  await releaseKeys(tx, payment.id)

  const [failed] = await Promise.all([
    updatePayment(tx, payment, {
      status: reason === 'refused' ? 'rejected' : 'failed',
      reason,
      reviewReason: trail.reviewReason ?? null,
      receivedCents: payment.receivedCents,
      remark: trail.remark ?? remarkOf(payment),
      note: trail.note ?? noteOf(payment),
    }),
    cancelOrder(tx, payment.orderId),
    queueChatUpdate(tx, payment),
    reason === 'expired' && enqueue(tx, 'mail.payment-expired', { orderId: payment.orderId }),
    recordAudit(tx, {
      action: 'payment.failed',
      targetType: 'payment',
      targetId: payment.id,
      details: { reason, source: trail.source, attention: trail.reviewReason ?? null },
    }),
  ])

  await releaseCouponUse(tx, payment.id)

  return failed
}

/** Update the chat message of a purchase that was made in the chat. */
export async function queueChatUpdate(tx: App, payment: Payment): Promise<void> {
  if (payment.discordMessageId) await enqueue(tx, 'chat.payment', { paymentId: payment.id })
}

/** Store the changes of a payment, whether staff have to review it, and its next check. */
export async function updatePayment(
  tx: App,
  payment: Payment,
  change: Partial<Payment>,
  isMoneyPending = false,
): Promise<Payment> {
  const now = tx.clock.now()
  const next = { ...payment, ...change }
  const hasMoneyNews =
    next.reviewReason !== payment.reviewReason || next.receivedCents !== payment.receivedCents
  const changed = next.status !== payment.status || hasMoneyNews
  const needsReview = hasMoneyNews ? next.reviewReason !== null : payment.needsReview

  const [row] = await tx.db
    .update(payments)
    .set({
      ...change,
      ...storedRemark(next),
      needsReview,
      checkedAt: now,
      nextCheckAt: nextCheck(next, now, isMoneyPending),
      ...(changed ? { updatedAt: now } : {}),
    })
    .where(eq(payments.id, payment.id))
    .returning()

  if (needsReview && !payment.needsReview)
    await publish(tx, { kind: 'payment.review', id: payment.id })

  return row!
}

/** The other open payments of an order, locked. */
export const lockOtherCharges = (tx: App, paid: Payment): Promise<Payment[]> =>
  tx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, paid.orderId),
        eq(payments.status, 'pending'),
        ne(payments.id, paid.id),
      ),
    )
    .for('update')

/**
 * Fail the other open payments of a paid order, in the caller's transaction. Their reservations are
 * released for the paid purchase, and a job closes their charges at the provider.
 */
export async function failReplacedPayments(
  tx: App,
  open: readonly Payment[],
  source: ChangeSource,
): Promise<void> {
  for (const payment of open) {
    await failPayment(tx, payment, 'replaced', { source, reviewReason: payment.reviewReason })
    await queueChargeClose(tx, payment.id)
  }
}

/**
 * Queue the closing of a charge that may still take money, in the caller's transaction if there is
 * one.
 */
export const queueChargeClose = (app: App, paymentId: string): Promise<void> =>
  enqueue(app, 'payment.close', { paymentId })
