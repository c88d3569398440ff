import { and, eq, ne } from 'drizzle-orm'
import { staffMayMove } from '@chaveiro/contracts/states'
import { payments, receipts, refunds } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/fail.ts'
import { newSecretId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { ProviderUnknown } from '../../providers/payments/port.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'
import { lockPayment, receiptsOf, type Payment } from './payments.queries.ts'
import { cancelOrder, lockOrder } from '../orders/orders.service.ts'
import { finishRefund, openRefund, pursueRefund } from './payments.refund.service.ts'
import { complete, failPayment, settle } from './payments.settle.service.ts'

/** Why staff do it, and what outside the shop proves it: a bank's statement, an exchange's transfer. */
export type Grounds = { reason: string; reference: string | null }

/**
 * Staff say that money came which no provider told of. The provider is asked first and its charge is closed, so that what it knows counts
 * and nobody can pay there again; then the missing amount stands as a receipt under the reference given, and the payment completes once like any other.
 */
export async function confirmByHand(app: App, paymentId: string, actor: Actor, grounds: { reason: string; reference: string }): Promise<void> {
  const payment = await settle(app, paymentId, 'desk')
  if (!payment) throw fail('payment.not_found')
  if (payment.status === 'completed') return
  if (payment.status === 'pending' && (await closeCharge(app, payment)) === 'paid') { await settle(app, paymentId, 'desk'); return }
  await inTransaction(app, async (tx) => {
    const now = (await lockPayment(tx, paymentId))!
    if (!staffMayMove('payment', now.status, 'completed')) throw fail('state.illegal', { from: now.status, to: 'completed' })
    const order = await lockOrder(tx, now.orderId)
    if (order!.status === 'completed' || order!.status === 'refunded') throw fail('payment.order_paid')
    const missing = Math.max(0, now.amountCents - now.receivedCents)
    await keepReceiptByHand(tx, now, grounds.reference, missing)
    await recordAudit(tx, { ...actor, action: 'payment.confirmed_by_hand', targetType: 'payment', targetId: paymentId, details: { ...changeOf({ status: now.status, receivedCents: now.receivedCents }, { status: 'completed', receivedCents: now.receivedCents + missing }), ...grounds } })
    await complete(tx, now, { attention: now.status === 'pending' ? null : 'late', paidAt: tx.clock.now(), extra: [] }, now.receivedCents + missing, { source: 'desk', note: grounds.reason })
  })
}

/** The provider's charge takes no money any more; paid when it had taken it already. One that cannot be asked does not keep staff from their word. */
async function closeCharge(app: App, payment: Payment): Promise<'paid' | 'closed'> {
  const provider = app.providers.charges[payment.method]
  if (!provider || !payment.providerReference) return 'closed'
  const outcome = await provider.cancel({ paymentId: payment.id, reference: payment.providerReference, amountCents: payment.amountCents, currency: payment.currency }).catch((error) => {
    if (error instanceof ProviderUnknown) return 'unknown' as const
    throw error
  })
  return outcome === 'paid' ? 'paid' : 'closed'
}

async function keepReceiptByHand(tx: App, payment: Payment, reference: string, amountCents: number): Promise<void> {
  const now = tx.clock.now()
  const kept = await tx.db.insert(receipts).values({ method: payment.method, receiptId: reference, paymentId: payment.id, amountCents, currency: payment.currency, receivedAt: now, byHand: true, createdAt: now }).onConflictDoNothing().returning()
  if (!kept.length) throw fail('payment.reference_used')
}

/**
 * Send everything back that came for a payment: by its provider, whose answer makes it final, or, where the shop cannot (coins, money confirmed
 * by hand), by a record of what staff sent back themselves. Twenty requests at once make one refund: the payment is locked and a refund is unique.
 */
export async function refundPayment(app: App, paymentId: string, actor: Actor, grounds: Grounds): Promise<void> {
  const opened = await inTransaction(app, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment) throw fail('payment.not_found')
    if (!staffMayMove('payment', payment.status, 'refunded')) throw fail('state.illegal', { from: payment.status, to: 'refunded' })
    const due = await receiptsToReturn(tx, paymentId)
    if (!due.length && payment.receivedCents) throw fail('payment.refund_open')
    const provider = app.providers.charges[payment.method] && payment.providerReference
    const byHand = due.filter((receipt) => receipt.byHand || !provider)
    if (byHand.length && !grounds.reference) throw fail('payment.refund_by_hand')
    await recordAudit(tx, { ...actor, action: 'payment.refund_requested', targetType: 'payment', targetId: paymentId, details: { amountCents: due.reduce((sum, receipt) => sum + receipt.amountCents, 0), before: { status: payment.status }, after: { status: 'refunded' }, ...grounds } })
    for (const receipt of byHand) await recordReturn(tx, payment, receipt, grounds.reference!)
    const ids: string[] = []
    for (const receipt of due.filter((one) => !byHand.includes(one))) ids.push((await openRefund(tx, payment, receipt, await nextReason(tx, paymentId, receipt.receiptId)))!)
    if (!ids.length) await finishRefund(tx, payment)
    return ids
  })
  for (const id of opened) await pursueNow(app, id)
}

/** What came for a payment and is not on its way back. */
async function receiptsToReturn(app: App, paymentId: string) {
  const sent = await app.db.select({ receiptId: refunds.receiptId }).from(refunds).where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, 'failed')))
  return (await receiptsOf(app, paymentId)).filter((receipt) => !sent.some((one) => one.receiptId === receipt.receiptId))
}

async function recordReturn(tx: App, payment: Payment, receipt: { receiptId: string; amountCents: number }, reference: string): Promise<void> {
  const now = tx.clock.now()
  await tx.db.insert(refunds).values({ id: newSecretId(), paymentId: payment.id, receiptId: receipt.receiptId, amountCents: receipt.amountCents, reason: 'by_hand', status: 'succeeded', providerId: reference, createdAt: now, updatedAt: now })
}

/** A refund that the provider refused is not tried again under its old name: a new one has a new identity there. */
async function nextReason(tx: App, paymentId: string, receiptId: string): Promise<string> {
  const failed = await tx.db.select({ id: refunds.id }).from(refunds).where(and(eq(refunds.paymentId, paymentId), eq(refunds.receiptId, receiptId), eq(refunds.status, 'failed')))
  return failed.length ? `requested ${failed.length + 1}` : 'requested'
}

/** Ask at once, so that staff see how it ends; a provider that does not answer is asked again by the job. */
async function pursueNow(app: App, refundId: string): Promise<void> {
  await pursueRefund(app, refundId).catch((error) => { if (!(error instanceof ProviderUnknown)) throw error })
  const [refund] = await app.db.select().from(refunds).where(eq(refunds.id, refundId))
  if (refund?.status === 'failed') throw fail('payment.refund_refused', { reason: refund.failure ?? '' })
}

/** Cancel an order that nobody paid: its open charge is closed at the provider first; answers payment.already_paid when money was faster. */
export async function cancelUnpaidOrder(app: App, orderId: string, actor: Actor, reason: string | null): Promise<void> {
  for (const payment of await pendingOfOrder(app, orderId)) {
    const now = await settle(app, payment.id, 'desk')
    if (now?.status === 'pending' && (await closeCharge(app, now)) === 'paid') await settle(app, payment.id, 'desk')
  }
  await inTransaction(app, async (tx) => {
    const open = await tx.db.select().from(payments).where(and(eq(payments.orderId, orderId), eq(payments.status, 'pending'))).for('update')
    for (const payment of open) await failPayment(tx, payment, 'cancelled', { source: 'desk', attention: payment.attention, note: reason })
    await cancelOrder(tx, orderId)
    const order = await lockOrder(tx, orderId)
    if (order!.status === 'completed') throw fail('payment.already_paid')
    await recordAudit(tx, { ...actor, action: 'order.cancelled', targetType: 'order', targetId: orderId, details: { before: { status: 'pending' }, after: { status: order!.status }, reason, payments: open.map((payment) => payment.id) } })
  })
}

const pendingOfOrder = (app: App, orderId: string): Promise<Payment[]> => app.db.select().from(payments).where(and(eq(payments.orderId, orderId), eq(payments.status, 'pending')))

/** Send back what paid an order; its payment is the one place where that is decided. */
export async function refundOrderByStaff(app: App, orderId: string, actor: Actor, grounds: Grounds): Promise<void> {
  const paid = await app.db.select({ id: payments.id }).from(payments).where(and(eq(payments.orderId, orderId), eq(payments.status, 'completed')))
  if (!paid.length) throw fail('state.illegal', { from: 'completed', to: 'refunded' })
  for (const { id } of paid) {
    // A second payment of the order is on its way back already.
    if (paid.length === 1 || (await receiptsToReturn(app, id)).length) await refundPayment(app, id, actor, grounds)
  }
}
