import { staffMayMove, type BuyerState } from '@chaveiro/contracts/states'
import { and, eq, sql } from 'drizzle-orm'

import { columns, rowsOf } from '../../../db/rows.ts'
import { deposits, orders, payments, receipts } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { changeOf, recordAudit, type Actor } from '../../audit/audit.service.ts'
import { holdBuyer } from '../../orders/buyers.queries.ts'
import { cancelOrder, lockOrder } from '../../orders/orders.service.ts'
import {
  closeCharge,
  queueCloseIfUnknown,
  type ClosedCharge,
} from '../checkout/close-charge.service.ts'
import { lessReturned } from '../refunds/refund.service.ts'
import { complete } from '../settlement/complete.service.ts'
import { settle } from '../settlement/settle.service.ts'
import { lockPayment, receiptsOf, type Payment } from '../state/payments.queries.ts'
import { failPayment } from '../state/transitions.service.ts'
import { awaitsWithdrawal } from '../withdrawals/withdrawals.service.ts'

/**
 * Lock buyer and order of a locked payment before staff mark it paid; returns the buyer's state.
 * Throws payment.disputed, payment.buyer_deleted and payment.order_paid.
 */
export async function holdForPaying(tx: App, payment: Payment): Promise<BuyerState> {
  if (payment.dispute === 'open') throw fail('payment.disputed')

  const buyerState = await holdBuyer(tx, payment.userId)
  if (buyerState === 'deleted') throw fail('payment.buyer_deleted')

  const order = await lockOrder(tx, payment.orderId)
  if (order!.status === 'completed' || order!.status === 'refunded')
    throw fail('payment.order_paid')

  return buyerState
}

/**
 * Confirm money that no provider reported, on behalf of staff. The provider is asked first and its
 * charge closed, so that its facts count and the charge takes no more money. Then the missing
 * amount is stored as a receipt under the reference, and the payment completes once.
 */
export async function confirmByHand(
  app: App,
  paymentId: string,
  actor: Actor,
  grounds: { reason: string; reference: string },
): Promise<void> {
  const payment = await settle(app, paymentId, 'desk')
  if (!payment) throw fail('payment.not_found')
  if (payment.status === 'completed') return

  const closedCharge = payment.status === 'pending' ? await closeCharge(app, payment) : 'closed'

  if (closedCharge === 'paid') {
    await settle(app, paymentId, 'desk')
    return
  }

  await inTransaction(app, async (tx) => {
    const now = (await lockPayment(tx, paymentId))!
    if (!staffMayMove('payment', now.status, 'completed'))
      throw fail('state.illegal', { from: now.status, to: 'completed' })

    const buyerState = await holdForPaying(tx, now)
    // Money that was received and returned is missing too.
    const missingCents = Math.max(0, now.amountCents - (await keptCents(tx, now)))
    await keepReceiptByHand(tx, now, grounds.reference, missingCents)

    await recordAudit(tx, {
      ...actor,
      action: 'payment.confirmed_by_hand',
      targetType: 'payment',
      targetId: paymentId,
      details: {
        ...changeOf(
          { status: now.status, receivedCents: now.receivedCents },
          { status: 'completed', receivedCents: now.receivedCents + missingCents },
        ),
        ...grounds,
      },
    })

    await complete(
      tx,
      now,
      {
        reviewReason: now.status === 'pending' ? null : 'late',
        paidAt: tx.clock.now(),
        extra: [],
        held: buyerState === 'banned',
        byStaff: true,
      },
      {
        receivedCents: now.receivedCents + missingCents,
        source: 'desk',
        note: grounds.reason,
      },
    )

    await queueCloseIfUnknown(tx, paymentId, closedCharge)
    await closeReview(tx, paymentId)
  })
}

/** The cents of a payment, in its currency, that are neither returned nor being returned. */
export const keptCents = async (tx: App, { id, currency }: Payment): Promise<number> =>
  (await lessReturned(tx, id, await receiptsOf(tx, id))).reduce(
    (sum, receipt) => sum + (receipt.currency === currency ? receipt.amountCents : 0),
    0,
  )

/**
 * Close the review of a payment in the caller's transaction. An undecided withdrawal keeps it open.
 */
export const closeReview = (tx: App, paymentId: string): Promise<unknown> =>
  tx.db
    .update(payments)
    .set({ needsReview: awaitsWithdrawal, updatedAt: tx.clock.now() })
    .where(eq(payments.id, paymentId))

/** Store money that staff saw, under a reference that no other receipt has. */
export async function keepReceiptByHand(
  tx: App,
  payment: Pick<Payment, 'id' | 'method' | 'currency'>,
  reference: string,
  amountCents: number,
): Promise<void> {
  const now = tx.clock.now()
  await assertUnusedReference(tx, reference)

  const storedReceipts = await tx.db
    .insert(receipts)
    .values({
      method: payment.method,
      receiptId: reference,
      paymentId: payment.id,
      amountCents,
      currency: payment.currency,
      receivedAt: now,
      byHand: true,
      referenceKey: sql`reference_key(${reference})`,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning()

  if (storedReceipts.length) return

  // A concurrent request took the reference between check and insert: its row is found now.
  await assertUnusedReference(tx, reference)
  throw new Error('a reference is taken and nobody has it')
}

/**
 * Refuse a reference that any receipt has, of any payment and method. Throws
 * payment.reference_used, which names the order and customer.
 */
async function assertUnusedReference(tx: App, reference: string): Promise<void> {
  const usageColumns = columns({ order: orders.number, customer: orders.customerName })

  const [usedReference] = await rowsOf(
    tx,
    usageColumns,
    sql`select ${usageColumns} from (
        select ${receipts.paymentId} from ${receipts}
          where reference_key(${receipts.receiptId}) = reference_key(${reference})
        union all select ${deposits.paymentId} from ${deposits}
          where reference_key(${deposits.txId}) = reference_key(${reference})
            and ${deposits.paymentId} is not null) known
      join ${payments} on ${payments.id} = known.payment_id
      join ${orders} on ${orders.id} = ${payments.orderId} limit 1`,
  )

  if (usedReference) throw fail('payment.reference_used', usedReference)
}

/**
 * Cancel an unpaid order after its open charges are closed at the provider, including those that
 * the buyer opens meanwhile. Idempotent. Throws order.paid_meanwhile when the buyer paid first.
 */
export async function cancelUnpaidOrder(
  app: App,
  orderId: string,
  actor: Actor,
  reason: string | null,
): Promise<void> {
  const closedCharges = new Map<string, ClosedCharge>()
  for (let round = 1; ; round++) {
    for (const payment of await pendingOfOrder(app, orderId)) {
      const now = await settle(app, payment.id, 'desk')
      const closedCharge = now?.status === 'pending' ? await closeCharge(app, now) : 'closed'
      if (closedCharge === 'paid') await settle(app, payment.id, 'desk')
      closedCharges.set(payment.id, closedCharge)
    }

    if (
      await inTransaction(app, (tx) =>
        cancelClosed(tx, { orderId, closed: closedCharges, actor, reason }),
      )
    )
      return
    if (round === 4) throw fail('order.being_paid')
  }
}

/** Cancel an order whose charges are closed; false when it has another open payment. */
async function cancelClosed(
  tx: App,
  input: {
    orderId: string
    closed: ReadonlyMap<string, ClosedCharge>
    actor: Actor
    reason: string | null
  },
): Promise<boolean> {
  const { orderId, reason } = input

  const openPayments = await tx.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'pending')))
    .for('update')

  if (openPayments.some((payment) => !input.closed.has(payment.id))) return false

  const lockedOrder = (await lockOrder(tx, orderId))!
  if (lockedOrder.status === 'completed' || lockedOrder.status === 'refunded')
    throw fail('order.paid_meanwhile')

  for (const payment of openPayments)
    await failPayment(tx, payment, 'cancelled', {
      source: 'desk',
      reviewReason: payment.reviewReason,
      note: reason,
    })

  for (const [id, charge] of input.closed) await queueCloseIfUnknown(tx, id, charge)
  await cancelOrder(tx, orderId)

  if (lockedOrder.status === 'pending')
    await recordAudit(tx, {
      ...input.actor,
      action: 'order.cancelled',
      targetType: 'order',
      targetId: orderId,
      details: {
        ...changeOf({ status: 'pending' }, { status: 'cancelled' }),
        reason,
        payments: openPayments.map((payment) => payment.id),
      },
    })

  return true
}

const pendingOfOrder = (app: App, orderId: string): Promise<Payment[]> =>
  app.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'pending')))
