import type { RefundReason, StaffRefundCause } from '@chaveiro/contracts/shop-reasons'
import { and, eq, like } from 'drizzle-orm'

import { payments, refunds } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { newSecretId } from '../../../platform/secrets/ids.ts'
import { localizedMoney } from '../../../platform/text/money.ts'
import { ProviderUnknown } from '../../../ports/payments.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { chargesFor } from '../../books/methods.rules.ts'
import { suspendOrder } from '../../fulfilment/revocation.service.ts'
import {
  isPaidByAnother,
  lockPayment,
  receiptsOf,
  type Payment,
} from '../state/payments.queries.ts'
import { finishRefund, lessReturned, openRefund, pursueRefund } from './refund.service.ts'
import { tellRefund } from './refunds.mail.ts'

/**
 * The reason of staff, and the reference of a return made outside the shop: a bank's statement, an
 * exchange's transfer.
 */
export type StaffGrounds = { reason: string; reference: string | null }

/**
 * Cents to refund, and the refundable cents on the requester's screen: a request with an outdated
 * amount is refused.
 */
export type Share = { amountCents: number; leftCents: number }
type Part = { receiptId: string; amountCents: number; byHand: boolean; currency: string }

/**
 * Refund a payment, or a share of it. The provider's answer makes the refund final. Staff return
 * money that the shop cannot send (coins, money confirmed by hand) and record the return. The
 * payment is locked, so twenty requests at once make one refund. A refund of the whole payment
 * suspends the delivery in the same transaction. Money that paid for nothing can be refunded too.
 */
export async function refundPayment(
  app: App,
  paymentId: string,
  actor: Actor,
  { share, ...grounds }: StaffGrounds & { share?: Share | undefined },
): Promise<void> {
  const openedRefunds = await inTransaction(app, async (tx) => {
    const payment = await lockReturnable(tx, paymentId)
    const dueParts = await refundParts(tx, payment, share)
    const provider = chargesFor(app, payment) && payment.providerReference
    const partsByHand = dueParts.filter((part) => part.byHand || !provider)
    if (partsByHand.length && !grounds.reference) throw fail('payment.refund_by_hand')

    const amountCents = dueParts.reduce((sum, part) => sum + part.amountCents, 0)

    await recordAudit(tx, {
      ...actor,
      action: 'payment.refund_requested',
      targetType: 'payment',
      targetId: paymentId,
      details: {
        amountCents,
        ...(share ? {} : { before: { status: payment.status }, after: { status: 'refunded' } }),
        ...grounds,
      },
    })

    if (payment.status === 'completed' && !share && !(await isPaidByAnother(tx, payment)))
      await suspendOrder(tx, payment.orderId, { source: 'desk', reason: grounds.reason })
    for (const part of partsByHand) await recordReturn(tx, payment, part, grounds.reference!)
    const refundIds: string[] = []

    for (const part of dueParts.filter((receipt) => !partsByHand.includes(receipt))) {
      const refundReason = await freshReason(tx, paymentId, part.receiptId, 'requested')
      refundIds.push((await openRefund(tx, payment, part, refundReason))!)
    }

    if (!refundIds.length) await finishRefund(tx, payment)

    return refundIds
  })
  for (const id of openedRefunds) await pursueNow(app, id)
}

/** Lock a payment that may have money to refund. */
async function lockReturnable(tx: App, paymentId: string): Promise<Payment> {
  const payment = await lockPayment(tx, paymentId)
  if (!payment) throw fail('payment.not_found')
  if (!mayReturn(payment)) throw fail('state.illegal', { from: payment.status, to: 'refunded' })
  // The bank may take disputed money: a refund as well would lose it twice.
  if (payment.dispute === 'open') throw fail('payment.disputed')

  return payment
}

/**
 * Whether a payment may have money to refund: it was completed, or received money without
 * completing.
 */
export const mayReturn = (payment: Pick<Payment, 'status' | 'receivedCents'>): boolean =>
  payment.status === 'completed' ||
  ((payment.status === 'failed' || payment.status === 'rejected') && payment.receivedCents > 0)

/**
 * The receipts that a request refunds, the latest first; everything left when no share is given.
 */
async function refundParts(tx: App, payment: Payment, share: Share | undefined): Promise<Part[]> {
  const refundableReceipts = (
    await lessReturned(tx, payment.id, await receiptsOf(tx, payment.id))
  ).filter((part) => part.currency === payment.currency)
  if (!refundableReceipts.length && payment.receivedCents) throw fail('payment.refund_open')
  if (!share) return refundableReceipts

  const refundableCents = refundableReceipts.reduce((sum, part) => sum + part.amountCents, 0)
  if (share.leftCents !== refundableCents) throw fail('payment.refund_changed')
  if (share.amountCents > refundableCents)
    throw fail('payment.refund_amount', { most: localizedMoney(refundableCents, payment.currency) })

  const chosenParts: Part[] = []
  let missingCents = share.amountCents

  for (const part of refundableReceipts.toReversed()) {
    if (missingCents > 0)
      chosenParts.push({ ...part, amountCents: Math.min(part.amountCents, missingCents) })
    missingCents -= part.amountCents
  }

  return chosenParts
}

async function recordReturn(
  tx: App,
  payment: Payment,
  part: Part,
  reference: string,
): Promise<void> {
  const now = tx.clock.now()
  const id = newSecretId()

  await tx.db.insert(refunds).values({
    id,
    paymentId: payment.id,
    receiptId: part.receiptId,
    amountCents: part.amountCents,
    reason: await freshReason(tx, payment.id, part.receiptId, 'by_hand'),
    status: 'succeeded',
    providerId: reference,
    createdAt: now,
    updatedAt: now,
  })

  await tellRefund(tx, id)
}

/**
 * A reason that no refund of this receipt has. Each reason allows one refund of a receipt, so a
 * further share, or a retry after a refusal, needs a new reason.
 */
async function freshReason(
  tx: App,
  paymentId: string,
  receiptId: string,
  cause: StaffRefundCause,
): Promise<RefundReason> {
  const earlierRefunds = await tx.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.receiptId, receiptId),
        like(refunds.reason, `${cause}%`),
      ),
    )

  return earlierRefunds.length ? `${cause} ${earlierRefunds.length + 1}` : cause
}

/**
 * Ask the provider at once, so that staff see the result. If the provider does not answer, the job
 * asks again.
 */
async function pursueNow(app: App, refundId: string): Promise<void> {
  await pursueRefund(app, refundId).catch((error) => {
    if (!(error instanceof ProviderUnknown)) throw error
  })
  const [refund] = await app.db.select().from(refunds).where(eq(refunds.id, refundId))
  if (refund?.status === 'failed')
    throw fail('payment.refund_refused', { reason: refund.failure ?? '' })
}

/** Refund every completed payment of an order. Throws state.illegal when there is none. */
export async function refundOrderByStaff(
  app: App,
  orderId: string,
  actor: Actor,
  grounds: StaffGrounds,
): Promise<void> {
  const paidPayments = await app.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'completed')))

  if (!paidPayments.length) throw fail('state.illegal', { from: 'completed', to: 'refunded' })

  for (const { id } of paidPayments) {
    // Of several payments, one whose money is being refunded already is skipped.
    if (
      paidPayments.length === 1 ||
      (await lessReturned(app, id, await receiptsOf(app, id))).length
    )
      await refundPayment(app, id, actor, grounds)
  }
}
