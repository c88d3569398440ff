import { and, eq, ne } from 'drizzle-orm'
import { payments, refunds } from '../../db/tables/index.ts'
import { enqueue } from '../../jobs/names.ts'
import type { App } from '../../platform/app.ts'
import { newSecretId } from '../../platform/ids.ts'
import type { Dispute, RefundFact } from '../../providers/payments/port.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { restoreOrder, suspendOrder } from '../fulfilment/fulfilment.return.service.ts'
import { tellRefund } from './payments.mail.ts'
import { paymentById, receiptsOf, type Payment } from './payments.queries.ts'
import { finishRefund, lessReturned, reopenReturned } from './payments.refund.service.ts'

/**
 * Keep what a provider tells of money that goes back: a return it made on its own (dashboard, MED) is written down like one of ours,
 * and one of ours that it takes back after all (the buyer's bank refused) counts no more and waits for staff.
 */
export async function followReturns(
  tx: App,
  payment: Payment,
  told: readonly RefundFact[],
): Promise<Payment> {
  if (!told.length) return payment
  const known = await tx.db.select().from(refunds).where(eq(refunds.paymentId, payment.id))
  const now = tx.clock.now()
  let changed = false
  for (const fact of told) {
    const standing = known.find(
      (one) => one.id === fact.refundId || one.providerId === fact.refundId,
    )
    if (standing?.status === fact.status || (!standing && fact.ours)) continue
    const id = standing?.id ?? newSecretId()
    if (!standing)
      await tx.db
        .insert(refunds)
        .values({
          id,
          paymentId: payment.id,
          receiptId: fact.receiptId,
          amountCents: fact.amountCents,
          reason: `provider ${fact.refundId}`,
          status: fact.status,
          providerId: fact.refundId,
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
    else if (standing.status === 'pending' && fact.ours) {
      // Its job asks the provider and keeps what follows of it.
      await enqueue(
        tx,
        'payment.refund',
        { refundId: standing.id },
        { key: `payment.refund:${standing.id}` },
      )
      continue
    } else
      await tx.db
        .update(refunds)
        .set({ status: fact.status, updatedAt: now })
        .where(eq(refunds.id, standing.id))
    if (fact.status === 'succeeded') await tellRefund(tx, id)
    await recordAudit(tx, {
      action: `refund.${fact.status}`,
      targetType: 'payment',
      targetId: payment.id,
      details: {
        refundId: standing?.id ?? fact.refundId,
        amountCents: fact.amountCents,
        before: { status: standing?.status ?? null },
        after: { status: fact.status },
        byProvider: true,
      },
    })
    changed = true
  }
  if (!changed) return payment
  await tx.db
    .update(payments)
    .set({ onDesk: true, updatedAt: now })
    .where(eq(payments.id, payment.id))
  await finishRefund(tx, await reopenReturned(tx, { ...payment, onDesk: true }))
  return (await paymentById(tx, payment.id))!
}

/**
 * Follow a dispute of a locked payment to its end, in the transaction that learned of it: while it is open the licences are suspended,
 * when it is won they work again, when it is lost the money is gone and what was delivered is taken back.
 */
export async function followDispute(
  tx: App,
  payment: Payment,
  dispute: Dispute | null,
  source: string,
): Promise<Payment> {
  if (dispute === null || dispute === payment.dispute) return payment
  const paid = payment.status === 'completed' && !(await isPaidByAnother(tx, payment))
  await tx.db
    .update(payments)
    .set({ dispute, onDesk: true, updatedAt: tx.clock.now() })
    .where(eq(payments.id, payment.id))
  const details = { source, reason: `dispute ${dispute}` }
  const { licences } =
    paid && dispute === 'open'
      ? await suspendOrder(tx, payment.orderId, details)
      : paid && dispute === 'won'
        ? await restoreOrder(tx, payment.orderId, details)
        : { licences: 0 }
  await recordAudit(tx, {
    action: `payment.dispute_${dispute}`,
    targetType: 'payment',
    targetId: payment.id,
    details: { source, before: { dispute: payment.dispute }, after: { dispute }, licences },
  })
  const next = (await paymentById(tx, payment.id))!
  if (dispute !== 'lost') return next
  await keepLoss(tx, next)
  await finishRefund(tx, next)
  return (await paymentById(tx, payment.id))!
}

/** What a lost dispute took: all that was not back already. */
async function keepLoss(tx: App, payment: Payment): Promise<void> {
  const now = tx.clock.now()
  for (const left of await lessReturned(tx, payment.id, await receiptsOf(tx, payment.id))) {
    if (left.amountCents > 0)
      await tx.db
        .insert(refunds)
        .values({
          id: newSecretId(),
          paymentId: payment.id,
          receiptId: left.receiptId,
          amountCents: left.amountCents,
          reason: 'dispute',
          status: 'succeeded',
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
  }
}

/** Whether another payment of the same order stands, so that the order is paid without this one. */
export async function isPaidByAnother(tx: App, payment: Payment): Promise<boolean> {
  const others = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, payment.orderId),
        eq(payments.status, 'completed'),
        ne(payments.id, payment.id),
      ),
    )
    .limit(1)
  return others.length > 0
}
