import { and, eq } from 'drizzle-orm'

import { payments, refunds } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { newSecretId } from '../../../platform/secrets/ids.ts'
import type { RefundFact } from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { paymentById, type Payment, type Refund } from '../state/payments.queries.ts'
import { finishRefund, isAskedByUs, providerReason, reopenReturned } from './refund.service.ts'
import { tellRefund } from './refunds.mail.ts'

/**
 * Store the returns that a provider reports for a locked payment; returns whether anything changed.
 * A return that is not in the refunds table was made outside the shop (bank app, dashboard) and is
 * stored like a refund. The job of the shop's own refund reads its result. A return that failed
 * later is no longer counted. Idempotent.
 */
export async function keepReturns(
  tx: App,
  payment: Payment,
  facts: readonly RefundFact[],
): Promise<boolean> {
  if (!facts.length) return false

  const storedRefunds = await tx.db.select().from(refunds).where(eq(refunds.paymentId, payment.id))
  let hasChanged = false

  for (const fact of facts) {
    const storedRefund = storedRefunds.find(
      (refund) =>
        refund.receiptId === fact.receiptId &&
        (refund.id === fact.refundId || refund.providerId === fact.refundId),
    )

    if (storedRefund?.status === fact.status) continue
    // A finished return never becomes pending again: that reply was read before the end.
    if (storedRefund && fact.status === 'pending') continue

    if (storedRefund?.status === 'pending' && isAskedByUs(storedRefund))
      await askForEnd(tx, storedRefund)
    else hasChanged = (await keepReturn(tx, payment, storedRefund, fact)) || hasChanged
  }

  return hasChanged
}

/**
 * Act on changed returns, after the other facts are applied to the payment. The payment needs
 * review, and a fully returned payment becomes refunded.
 */
export async function followReturns(tx: App, payment: Payment): Promise<Payment> {
  await tx.db
    .update(payments)
    .set({ needsReview: true, updatedAt: tx.clock.now() })
    .where(eq(payments.id, payment.id))

  await finishRefund(tx, await reopenReturned(tx, { ...payment, needsReview: true }))

  return (await paymentById(tx, payment.id))!
}

/** Queue the job that asks the provider for the end of the shop's own refund. */
const askForEnd = (tx: App, { id }: Refund): Promise<void> =>
  enqueue(tx, 'payment.refund', { refundId: id })

async function keepReturn(
  tx: App,
  payment: Payment,
  storedRefund: Refund | undefined,
  fact: RefundFact,
): Promise<boolean> {
  const now = tx.clock.now()
  const id = storedRefund?.id ?? newSecretId()

  const changedRows = storedRefund
    ? await tx.db
        .update(refunds)
        .set({ status: fact.status, updatedAt: now })
        .where(and(eq(refunds.id, storedRefund.id), eq(refunds.status, storedRefund.status)))
        .returning({ id: refunds.id })
    : await tx.db
        .insert(refunds)
        .values({
          id,
          paymentId: payment.id,
          receiptId: fact.receiptId,
          amountCents: fact.amountCents,
          reason: providerReason(fact.refundId),
          status: fact.status,
          providerId: fact.refundId,
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: refunds.id })

  if (!changedRows.length) return false

  if (fact.status === 'succeeded') await tellRefund(tx, id)

  await recordAudit(tx, {
    action: `refund.${fact.status}`,
    targetType: 'payment',
    targetId: payment.id,
    details: {
      refundId: storedRefund?.id ?? fact.refundId,
      amountCents: fact.amountCents,
      before: { status: storedRefund?.status ?? null },
      after: { status: fact.status },
      byProvider: true,
    },
  })

  return true
}
