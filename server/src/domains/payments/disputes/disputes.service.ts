import type { DisputeState } from '@chaveiro/contracts/states'
import { and, desc, eq, or } from 'drizzle-orm'

import { disputes, payments, refunds } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { newSecretId } from '../../../platform/secrets/ids.ts'
import type { DisputeFact } from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { restoreOrder, suspendOrder } from '../../fulfilment/revocation.service.ts'
import { finishRefund, lessReturned, reopenReturned } from '../refunds/refund.service.ts'
import {
  disputesOf,
  isPaidByAnother,
  paymentById,
  receiptsOf,
  type Dispute,
  type Payment,
} from '../state/payments.queries.ts'
import { gravestState } from './disputes.rules.ts'

/**
 * The changes of a payment's disputes that a check found, and the gravest state of all disputes.
 */
export type DisputeNews = {
  state: DisputeState | null
  changed: readonly { before: Dispute | null; after: Dispute }[]
  /** Whether the payment was unpaid before this check was applied. */
  unpaid: boolean
}

/**
 * Store a provider's report on the disputes of a locked payment. readAt is when the provider was
 * asked: when two checks end in reverse order, the result of the later check is kept.
 */
export async function keepDisputes(
  tx: App,
  payment: Payment,
  facts: readonly DisputeFact[],
  readAt: Date,
): Promise<DisputeNews> {
  const isUnpaid = payment.status !== 'completed' && payment.status !== 'refunded'
  if (!facts.length) return { state: payment.dispute, changed: [], unpaid: isUnpaid }

  const storedById = new Map(
    (await disputesOf(tx, [payment.id])).map((dispute) => [dispute.disputeId, dispute]),
  )
  const now = tx.clock.now()
  const changedDisputes: { before: Dispute | null; after: Dispute }[] = []

  for (const fact of facts) {
    const storedDispute = storedById.get(fact.disputeId) ?? null
    if (storedDispute && storedDispute.readAt > readAt) continue

    const isUnchanged = storedDispute !== null && isSameDispute(storedDispute, fact)

    const newDispute: Dispute = {
      ...fact,
      paymentId: payment.id,
      readAt,
      createdAt: storedDispute?.createdAt ?? now,
      updatedAt: isUnchanged ? storedDispute.updatedAt : now,
    }

    await tx.db
      .insert(disputes)
      .values(newDispute)
      .onConflictDoUpdate({ target: [disputes.paymentId, disputes.disputeId], set: newDispute })

    storedById.set(fact.disputeId, newDispute)
    if (!isUnchanged) changedDisputes.push({ before: storedDispute, after: newDispute })
  }

  return {
    state: gravestState([...storedById.values()]),
    changed: changedDisputes,
    unpaid: isUnpaid,
  }
}

/**
 * Whether a report brings nothing that staff judge. A new deadline or reason is only stored and
 * shown.
 */
const isSameDispute = (before: Dispute, fact: DisputeFact): boolean =>
  before.state === fact.state &&
  before.contestedCents === fact.contestedCents &&
  before.takenCents === fact.takenCents

/**
 * Act on changed disputes of a locked payment, in the transaction that stored them. While money is
 * disputed, the licences are suspended. Afterwards they work again, unless all the money is gone:
 * then the order is revoked. A loss is booked as a refund of exactly the amount taken, and reversed
 * when an appeal is won. Inquiries and unknown states only wait for a review.
 */
export async function followDisputes(
  tx: App,
  payment: Payment,
  news: DisputeNews,
  source: string,
): Promise<Payment> {
  if (!news.changed.length) {
    // The rest of the money arrived while a part was disputed: the order is suspended as well.
    if (news.unpaid && payment.dispute === 'open') await suspendOrRestore(tx, payment.id, source)
    return payment
  }

  for (const { after } of news.changed) await bookLoss(tx, payment, after)

  await tx.db
    .update(payments)
    .set({ dispute: news.state, needsReview: true, updatedAt: tx.clock.now() })
    .where(eq(payments.id, payment.id))

  const paymentNow = (await paymentById(tx, payment.id))!
  await finishRefund(tx, await reopenReturned(tx, paymentNow, 'dispute'))
  const licences = await suspendOrRestore(tx, payment.id, source)

  for (const { before, after } of news.changed)
    await recordAudit(tx, {
      action: `payment.dispute_${after.state}`,
      targetType: 'payment',
      targetId: payment.id,
      details: {
        source,
        disputeId: after.disputeId,
        contestedCents: after.contestedCents,
        takenCents: after.takenCents,
        before: { dispute: before?.state ?? null },
        after: { dispute: after.state },
        licences,
      },
    })

  return (await paymentById(tx, payment.id))!
}

/**
 * Suspend or restore the order of a payment according to its disputes; returns the number of
 * changed licences.
 */
async function suspendOrRestore(tx: App, paymentId: string, source: string): Promise<number> {
  const payment = (await paymentById(tx, paymentId))!
  if (payment.status !== 'completed' || (await isPaidByAnother(tx, payment))) return 0

  const suspensionDetails = { source, reason: `dispute ${payment.dispute}` }
  if (payment.dispute === 'open')
    return (await suspendOrder(tx, payment.orderId, suspensionDetails)).licences
  if (payment.dispute === 'unknown') return 0

  // A full refund in progress may have suspended the order for its own reason.
  const remainingReceipts = await lessReturned(tx, paymentId, await receiptsOf(tx, paymentId))

  return remainingReceipts.length
    ? (await restoreOrder(tx, payment.orderId, suspensionDetails)).licences
    : 0
}

/**
 * Book the amount that a dispute took, once for each dispute. Money that an appeal brought back is
 * not counted as returned.
 */
async function bookLoss(tx: App, payment: Payment, dispute: Dispute): Promise<void> {
  const hasEnded = dispute.state === 'won' || dispute.state === 'lost'
  const lossCents = hasEnded ? dispute.takenCents : 0
  const now = tx.clock.now()
  const receiptId =
    dispute.receiptId ?? (await receiptsOf(tx, payment.id))[0]?.receiptId ?? dispute.disputeId
  const lossReason = `dispute ${dispute.disputeId}` as const

  const [bookedLoss] = await tx.db
    .select({ id: refunds.id, status: refunds.status, amountCents: refunds.amountCents })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentId, payment.id),
        // Earlier versions, before each dispute had its own row, booked the loss of a receipt as
        // plain 'dispute'.
        or(
          eq(refunds.reason, lossReason),
          and(eq(refunds.reason, 'dispute'), eq(refunds.receiptId, receiptId)),
        ),
      ),
    )
    .orderBy(desc(refunds.reason))

  // A booked loss keeps its date: that month is closed.
  if (bookedLoss?.status === 'succeeded' && bookedLoss.amountCents === lossCents) return

  const lossFields = {
    reason: lossReason,
    receiptId,
    providerId: dispute.disputeId,
    updatedAt: now,
  }

  if (bookedLoss)
    await tx.db
      .update(refunds)
      .set(
        lossCents > 0
          ? { ...lossFields, amountCents: lossCents, status: 'succeeded', failure: null }
          : { ...lossFields, status: 'failed', failure: `dispute ${dispute.state}` },
      )
      .where(eq(refunds.id, bookedLoss.id))
  else if (lossCents > 0)
    await tx.db.insert(refunds).values({
      ...lossFields,
      id: newSecretId(),
      paymentId: payment.id,
      amountCents: lossCents,
      status: 'succeeded',
      createdAt: now,
    })
}
