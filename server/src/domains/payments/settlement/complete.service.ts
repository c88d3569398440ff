import type { ChangeSource } from '@chaveiro/contracts/shop-reasons'
import type { PaymentRemark, ReviewReason } from '@chaveiro/contracts/states'

import type { App } from '../../../platform/app.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { publish } from '../../../platform/queue/publish.ts'
import { recordAudit, type AuditEntry } from '../../audit/audit.service.ts'
import { completeCart } from '../../cart/cart.complete.service.ts'
import { consumeCouponUse, releaseCouponUse } from '../../coupons/coupons.service.ts'
import { deliverOrder } from '../../fulfilment/delivery/deliver.service.ts'
import { insertUnits } from '../../orders/order-units.service.ts'
import { completeOrder, type PaidOrder } from '../../orders/orders.service.ts'
import { lockReserved, type TakenKey } from '../../stock/stock.delivery.service.ts'
import { releaseKeys } from '../../stock/stock.service.ts'
import { lessReturned, openRefund } from '../refunds/refund.service.ts'
import { isBeyondLimits } from '../state/customer-limits.service.ts'
import type { ReceivedMoney } from '../state/payment.rules.ts'
import { receiptsOf, type Payment } from '../state/payments.queries.ts'
import {
  failReplacedPayments,
  lockOtherCharges,
  queueChatUpdate,
  updatePayment,
} from '../state/transitions.service.ts'

/**
 * How a completion is recorded: the cents received in the payment's currency, the trigger, and a
 * remark or note.
 */
export type Booking = {
  receivedCents: number
  source: ChangeSource
  remark?: PaymentRemark
  note: string | null
}

/**
 * Money arrived for a payment that had released its coupon use, and the coupon has been used up
 * since. Only staff may complete the payment.
 */
export class CouponSpent extends Error {}

/**
 * Complete a payment once, all in this transaction: order paid, keys used, licences issued, coupon
 * use consumed, cart completed, mail queued. When staff accept money of a banned buyer, the units
 * are held until the ban is lifted (Q114). Throws CouponSpent when the coupon is used up, unless
 * staff complete the payment.
 */
export async function complete(
  tx: App,
  payment: Payment,
  verdict: {
    reviewReason: ReviewReason | null
    paidAt: Date
    extra: ReceivedMoney[]
    held?: boolean
    byStaff?: boolean
  },
  booking: Booking,
): Promise<Payment> {
  const [paid, others, reserved] = await Promise.all([
    completeOrder(tx, payment.orderId, payment),
    lockOtherCharges(tx, payment),
    lockReserved(tx, payment.id),
  ])

  // The keys reserved by another charge of this order go to this payment, and that charge must take
  // no second money.
  if (paid) await failReplacedPayments(tx, others, booking.source)
  const reviewReason = paid ? verdict.reviewReason : 'duplicate'
  const remarkedBooking = paid
    ? await withRemark(tx, payment, { paid, ...verdict }, booking)
    : booking

  const [completed] = await Promise.all([
    bookCompleted(tx, payment, { ...verdict, reviewReason }, remarkedBooking),
    queueChatUpdate(tx, payment),
    paid && handOutOrder(tx, payment, paid, { reserved: verdict.held ? null : reserved }),
  ])

  if (!paid || verdict.held) await releaseKeys(tx, payment.id)
  const extraReceipts = paid ? verdict.extra : await receiptsOf(tx, payment.id)
  await sendBackTwice(tx, payment, extraReceipts)
  if (!paid) await releaseCouponUse(tx, payment.id)
  else if (payment.couponCode) await countCoupon(tx, payment.id, verdict)

  return completed
}

async function countCoupon(tx: App, id: string, { byStaff }: { byStaff?: boolean }): Promise<void> {
  if (!(await consumeCouponUse(tx, id)) && !byStaff)
    throw new CouponSpent(`the coupon of payment ${id} is used up`)
}

/**
 * Add the remark that the buyer exceeds a customer limit, when the money arrived after the
 * reservation had ended. An existing note or remark stays.
 */
async function withRemark(
  tx: App,
  payment: Payment,
  { paid, paidAt }: { paid: PaidOrder; paidAt: Date },
  booking: Booking,
): Promise<Booking> {
  const isLate = payment.status !== 'pending' || paidAt > payment.expiresAt
  if (!isLate || booking.note !== null || booking.remark) return booking

  return (await isBeyondLimits(tx, payment, paid.lines))
    ? { ...booking, remark: 'customer_limit' }
    : booking
}

/**
 * Deliver a paid order; nothing is delivered when `reserved` is null. `couponCode` is given when a
 * purchase is opened and paid at once, so that its cart records the checkout too.
 */
export async function handOutOrder(
  tx: App,
  { id, cartId, orderId }: Payment,
  paid: PaidOrder,
  { reserved, ...noted }: { reserved: readonly TakenKey[] | null; couponCode?: string | null },
): Promise<void> {
  await Promise.all([
    reserved
      ? deliverOrder(tx, paid, { paymentId: id, reserved })
      : insertUnits(tx, paid.units, []),
    completeCart(tx, cartId, { paymentId: id, lines: paid.lines, ...noted }),
    enqueue(tx, 'order.receipt', { orderId }),
    publish(tx, { kind: 'order.sold', id: orderId }),
  ])
}

async function bookCompleted(
  tx: App,
  payment: Payment,
  { reviewReason, paidAt }: { reviewReason: ReviewReason | null; paidAt: Date },
  { receivedCents, ...trail }: Booking,
): Promise<Payment> {
  const [completed] = await Promise.all([
    updatePayment(tx, payment, {
      status: 'completed',
      reason: null,
      reviewReason,
      receivedCents,
      remark: trail.remark ?? null,
      note: trail.note,
      paidAt,
      settledAt: tx.clock.now(),
    }),
    recordAudit(tx, completion(payment, { receivedCents, ...trail }, reviewReason)),
  ])
  return completed
}

/** The audit entry of a completed payment. */
export const completion = (
  { id, orderId }: Pick<Payment, 'id' | 'orderId'>,
  { receivedCents, ...trail }: Booking,
  reviewReason: ReviewReason | null,
): AuditEntry => ({
  action: 'payment.completed',
  targetType: 'payment',
  targetId: id,
  details: { ...trail, attention: reviewReason, receivedCents, orderId },
})

/** Refund money that was paid twice, except the part that was already returned. */
export async function sendBackTwice(
  tx: App,
  payment: Payment,
  received: readonly Pick<ReceivedMoney, 'receiptId' | 'amountCents'>[],
): Promise<void> {
  for (const remainingReceipt of await lessReturned(tx, payment.id, received))
    await openRefund(tx, payment, remainingReceipt, 'duplicate')
}
