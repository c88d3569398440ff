import { refundCause, type RefundReason } from '@chaveiro/contracts/shop-reasons'
import { and, eq, ne } from 'drizzle-orm'

import { payments, refunds } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { newSecretId } from '../../../platform/secrets/ids.ts'
import { ProviderUnknown, type RefundRequest, type RefundResult } from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { chargesFor } from '../../books/methods.rules.ts'
import { reinstateOrder, restoreOrder, revokeOrder } from '../../fulfilment/revocation.service.ts'
import type { ReceivedMoney } from '../state/payment.rules.ts'
import {
  isPaidByAnother,
  lockPayment,
  openRefunds,
  paymentById,
  type Payment,
  type Refund,
} from '../state/payments.queries.ts'
import { awaitsWithdrawal } from '../withdrawals/withdrawals.service.ts'
import { tellRefund } from './refunds.mail.ts'

/**
 * Open the refund of a receipt, once for each reason; returns its id, or null when that refund
 * exists. Also null for crypto, which the shop cannot send: staff return coins by hand.
 */
export async function openRefund(
  tx: App,
  payment: Payment,
  receipt: Pick<ReceivedMoney, 'receiptId' | 'amountCents'>,
  reason: RefundReason,
): Promise<string | null> {
  if (payment.method === 'crypto') return null

  const now = tx.clock.now()

  const [row] = await tx.db
    .insert(refunds)
    .values({
      id: newSecretId(),
      paymentId: payment.id,
      receiptId: receipt.receiptId,
      amountCents: receipt.amountCents,
      reason,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id })

  if (!row) return null

  await recordAudit(tx, {
    action: 'refund.opened',
    targetType: 'payment',
    targetId: payment.id,
    details: { refundId: row.id, amountCents: receipt.amountCents, reason },
  })

  await enqueue(tx, 'payment.refund', { refundId: row.id })

  return row.id
}

/**
 * Receipts with the amounts that are neither refunded nor being refunded; receipts with nothing
 * left are dropped.
 */
export async function lessReturned<R extends Pick<ReceivedMoney, 'receiptId' | 'amountCents'>>(
  app: App,
  paymentId: string,
  received: readonly R[],
): Promise<R[]> {
  const ownRefunds = received.length
    ? await app.db
        .select()
        .from(refunds)
        .where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, 'failed')))
    : []

  return received
    .map((receipt) => ({
      ...receipt,
      amountCents: ownRefunds
        .filter((refund) => refund.receiptId === receipt.receiptId)
        .reduce((left, refund) => left - refund.amountCents, receipt.amountCents),
    }))
    .filter((receipt) => receipt.amountCents > 0)
}

/**
 * Request a refund at the provider, or the result of an earlier request. Idempotent by the refund's
 * own id.
 */
export async function pursueRefund(app: App, refundId: string): Promise<void> {
  const [refund] = await app.db.select().from(refunds).where(eq(refunds.id, refundId))
  if (refund?.status !== 'pending') return

  const payment = (await paymentById(app, refund.paymentId))!
  const provider = chargesFor(app, payment)
  if (!provider || !payment.providerReference) return

  const request: RefundRequest = {
    paymentId: payment.id,
    reference: payment.providerReference,
    amountCents: payment.amountCents,
    currency: payment.currency,
    refundId,
    receiptId: refund.receiptId,
    refundCents: refund.amountCents,
  }

  const refundResult = refund.providerId
    ? await provider.readRefund(request)
    : await provider.refund(request)
  await inTransaction(app, (tx) => keepResult(tx, payment.id, refundId, refundResult))
}

// The job and the request of staff may both get the result: the first of them stores it.
async function keepResult(
  tx: App,
  paymentId: string,
  refundId: string,
  result: RefundResult,
): Promise<void> {
  const now = tx.clock.now()
  const payment = (await lockPayment(tx, paymentId))!

  const [kept] = await tx.db
    .update(refunds)
    .set({
      status: result.status,
      providerId: result.providerId,
      failure: result.failure,
      updatedAt: now,
    })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
    .returning({ id: refunds.id })

  if (!kept || result.status === 'pending') return

  await recordAudit(tx, {
    action: `refund.${result.status}`,
    targetType: 'payment',
    targetId: payment.id,
    details: { refundId, failure: result.failure },
  })

  if (result.status === 'succeeded') {
    await tellRefund(tx, refundId)
    return finishRefund(tx, payment)
  }

  // The refund failed, so the order works again unless it is disputed, and staff decide again.
  if (payment.status === 'completed' && payment.dispute !== 'open')
    await restoreOrder(tx, payment.orderId, {
      source: 'desk',
      reason: result.failure ?? 'refund failed',
    })

  await tx.db
    .update(payments)
    .set({ needsReview: true, updatedAt: now })
    .where(eq(payments.id, payment.id))
}

/**
 * When all money of a locked, completed payment is returned, mark the payment refunded. When its
 * order has no other completed payment, the order is refunded and revoked in the same transaction.
 * A repeated payment that is returned leaves its order as it is.
 */
export async function finishRefund(tx: App, payment: Payment): Promise<void> {
  const succeededRows = await tx.db
    .select({ cents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, 'succeeded')))

  const refundedCents = succeededRows.reduce((sum, row) => sum + row.cents, 0)
  // The surplus, or money that paid for nothing, is returned: staff have nothing left to decide.
  const isSettled =
    refundedCents > 0 &&
    refundedCents >=
      payment.receivedCents - (payment.status === 'completed' ? payment.amountCents : 0)

  if (isSettled && payment.dispute === null)
    await tx.db
      .update(payments)
      .set({
        // A partial refund does not answer a withdrawal from the whole purchase.
        needsReview: refundedCents < payment.receivedCents ? awaitsWithdrawal : false,
        updatedAt: tx.clock.now(),
      })
      .where(eq(payments.id, payment.id))

  if (payment.status !== 'completed' || refundedCents < payment.receivedCents) return

  await tx.db
    .update(payments)
    .set({ status: 'refunded', refunded: true, updatedAt: tx.clock.now(), nextCheckAt: null })
    .where(eq(payments.id, payment.id))

  const revocation = (await isPaidByAnother(tx, payment))
    ? null
    : await revokeOrder(tx, payment.orderId)

  await recordAudit(tx, {
    action: 'payment.refunded',
    targetType: 'payment',
    targetId: payment.id,
    details: {
      before: { status: 'completed' },
      after: { status: 'refunded' },
      orderId: payment.orderId,
      ...(revocation ? { orderRefunded: true, licencesRevoked: revocation.licences } : {}),
    },
  })
}

/**
 * Complete a locked payment again, with its order, when it is no longer fully returned. A succeeded
 * refund failed later (Stripe `refund.failed`), or a lost dispute was contested again; staff decide
 * again. A payment that is still fully returned keeps its state.
 */
export async function reopenReturned(
  tx: App,
  payment: Payment,
  cause: 'refund failed' | 'dispute' = 'refund failed',
): Promise<Payment> {
  if (payment.status !== 'refunded') return payment

  const succeededRows = await tx.db
    .select({ cents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, 'succeeded')))

  if (succeededRows.reduce((sum, row) => sum + row.cents, 0) >= payment.receivedCents)
    return payment

  await tx.db
    .update(payments)
    .set({ status: 'completed', refunded: false, needsReview: true, updatedAt: tx.clock.now() })
    .where(eq(payments.id, payment.id))

  await recordAudit(tx, {
    action: 'payment.reopened',
    targetType: 'payment',
    targetId: payment.id,
    details: {
      before: { status: 'refunded' },
      after: { status: 'completed' },
      orderId: payment.orderId,
    },
  })

  await reinstateOrder(tx, payment.orderId, {
    source: 'provider',
    reason: cause,
    disputed: payment.dispute === 'open' || payment.dispute === 'unknown',
  })

  return (await paymentById(tx, payment.id))!
}

/** The reason in the refunds table for a return made outside the shop. */
export const providerReason = (refundId: string): RefundReason => `provider ${refundId}`

/** Whether the shop itself opened a refund. While pending, it has the same id at the provider. */
export const isAskedByUs = ({ reason }: Pick<Refund, 'reason'>): boolean =>
  !['provider', 'dispute'].includes(refundCause(reason))

/**
 * Ask again about unfinished refunds. The shop's refunds are asked by id, outside refunds by the
 * charge of their payment.
 */
export async function sweepRefunds(app: App): Promise<void> {
  for (const refund of await openRefunds(app, new Date(app.clock.now().getTime() - 30_000))) {
    if (isAskedByUs(refund))
      await pursueRefund(app, refund.id).catch((error) => {
        const logContext = { refundId: refund.id }
        if (error instanceof ProviderUnknown)
          app.log.warn(
            { ...logContext, reason: error.message },
            'the provider did not tell of a refund; it is asked again',
          )
        else
          app.log.error(
            { ...logContext, err: error },
            'a refund could not be followed; it is tried again',
          )
      })
    else await enqueue(app, 'payment.settle', { paymentId: refund.paymentId, source: 'sweep' })

    // Moves this refund to the end of the queue, whatever its result.
    await app.db
      .update(refunds)
      .set({ updatedAt: app.clock.now() })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')))
  }
}
