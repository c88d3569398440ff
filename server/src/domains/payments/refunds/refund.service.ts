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
 * Decide to send a receipt back, once for each reason; answers the refund's id. The shop cannot
 * send crypto back, so that waits for staff.
 */
export async function openRefund(
  tx: App,
  payment: Payment,
  receipt: Pick<ReceivedMoney, 'receiptId' | 'amountCents'>,
  reason: string,
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
 * Receipts with the amount that neither went back nor is on its way; those with nothing left are
 * dropped.
 */
export async function lessReturned<R extends Pick<ReceivedMoney, 'receiptId' | 'amountCents'>>(
  app: App,
  paymentId: string,
  received: readonly R[],
): Promise<R[]> {
  const back = received.length
    ? await app.db
        .select()
        .from(refunds)
        .where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, 'failed')))
    : []

  return received
    .map((receipt) => ({
      ...receipt,
      amountCents: back
        .filter((refund) => refund.receiptId === receipt.receiptId)
        .reduce((left, refund) => left - refund.amountCents, receipt.amountCents),
    }))
    .filter((receipt) => receipt.amountCents > 0)
}

/**
 * Ask the provider to send money back, or how an earlier request ended. Idempotent by the refund's
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

  const result = refund.providerId
    ? await provider.readRefund(request)
    : await provider.refund(request)
  await inTransaction(app, (tx) => keepResult(tx, payment.id, refundId, result))
}

// The job and the person who asked may both learn how the refund ended: the first one stores it.
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

  // The money stays here after all: what was suspended works again, unless it is contested, and
  // staff have to decide anew.
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
 * When all money of a locked payment is back, the payment is refunded. When no completed payment of
 * its order is left, the order is refunded too and its delivery revoked, in the same transaction. A
 * repeated payment that goes back leaves its order as it is.
 */
export async function finishRefund(tx: App, payment: Payment): Promise<void> {
  const rows = await tx.db
    .select({ cents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, 'succeeded')))

  const back = rows.reduce((sum, row) => sum + row.cents, 0)
  // Money that paid for nothing, or was too much, is back: nothing is left to decide.
  const settled =
    back > 0 &&
    back >= payment.receivedCents - (payment.status === 'completed' ? payment.amountCents : 0)

  if (settled && payment.dispute === null)
    await tx.db
      .update(payments)
      .set({
        // A share is no answer to who takes the whole purchase back.
        needsReview: back < payment.receivedCents ? awaitsWithdrawal : false,
        updatedAt: tx.clock.now(),
      })
      .where(eq(payments.id, payment.id))

  if (payment.status !== 'completed' || back < payment.receivedCents) return

  await tx.db
    .update(payments)
    .set({ status: 'refunded', refunded: true, updatedAt: tx.clock.now(), nextCheckAt: null })
    .where(eq(payments.id, payment.id))

  const taken = (await isPaidByAnother(tx, payment)) ? null : await revokeOrder(tx, payment.orderId)

  await recordAudit(tx, {
    action: 'payment.refunded',
    targetType: 'payment',
    targetId: payment.id,
    details: {
      before: { status: 'completed' },
      after: { status: 'refunded' },
      orderId: payment.orderId,
      ...(taken ? { orderRefunded: true, licencesRevoked: taken.licences } : {}),
    },
  })
}

/**
 * A refund that had succeeded failed later (Stripe `refund.failed`): a locked payment that is not
 * wholly returned any more is completed again, and its order with it, and staff have to decide
 * anew. The same happens when a lost dispute is contested again. A payment whose money is all there
 * keeps its state.
 */
export async function reopenReturned(
  tx: App,
  payment: Payment,
  cause: 'refund failed' | 'dispute' = 'refund failed',
): Promise<Payment> {
  if (payment.status !== 'refunded') return payment

  const rows = await tx.db
    .select({ cents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payment.id), eq(refunds.status, 'succeeded')))

  if (rows.reduce((sum, row) => sum + row.cents, 0) >= payment.receivedCents) return payment

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

/** The reason under which a return made outside the shop stands in the refunds table. */
export const providerReason = (refundId: string): string => `provider ${refundId}`

/** Whether the shop asked for a refund itself: only then does the provider know its id. */
export const isAskedByUs = ({ reason }: Pick<Refund, 'reason'>): boolean =>
  !/^(provider|dispute)\b/.test(reason)

/**
 * Ask again about refunds that the provider has not finished: ours by their id, those made outside
 * the shop by the charge of their payment.
 */
export async function sweepRefunds(app: App): Promise<void> {
  for (const refund of await openRefunds(app, new Date(app.clock.now().getTime() - 30_000))) {
    if (isAskedByUs(refund))
      await pursueRefund(app, refund.id).catch((error) => {
        const about = { refundId: refund.id }
        if (error instanceof ProviderUnknown)
          app.log.warn(
            { ...about, reason: error.message },
            'the provider did not tell of a refund; it is asked again',
          )
        else
          app.log.error(
            { ...about, err: error },
            'a refund could not be followed; it is tried again',
          )
      })
    else await enqueue(app, 'payment.settle', { paymentId: refund.paymentId, source: 'sweep' })

    // Whatever the result, the refunds behind it are next.
    await app.db
      .update(refunds)
      .set({ updatedAt: app.clock.now() })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')))
  }
}
