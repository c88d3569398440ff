import { eq } from 'drizzle-orm'
import { payments, refunds } from '../../db/tables/index.ts'
import { enqueue } from '../../jobs/names.ts'
import type { App } from '../../platform/app.ts'
import { newSecretId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/transaction.ts'
import type { RefundRequest, RefundResult } from '../../providers/payments/port.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { openRefunds, paymentById, type Payment, type Refund } from './payments.queries.ts'
import type { Money } from './payments.rules.ts'

/** Decide to send a receipt back, once for each reason; crypto cannot be sent back by us and stays on the desk (providers.md 5.1). */
export async function openRefund(tx: App, payment: Payment, receipt: Money, reason: 'duplicate'): Promise<void> {
  if (payment.method === 'crypto') return
  const now = tx.clock.now()
  const [row] = await tx.db.insert(refunds).values({ id: newSecretId(), paymentId: payment.id, receiptId: receipt.receiptId, amountCents: receipt.amountCents, reason, createdAt: now, updatedAt: now })
    .onConflictDoNothing().returning({ id: refunds.id })
  if (!row) return
  await recordAudit(tx, { action: 'refund.opened', targetType: 'payment', targetId: payment.id, details: { refundId: row.id, amountCents: receipt.amountCents, reason } })
  await enqueue(tx, 'payment.refund', { refundId: row.id }, { key: `payment.refund:${row.id}` })
}

/** Ask the provider to send money back, or where an earlier request stands; the refund's own id makes asking twice harmless. */
export async function pursueRefund(app: App, refundId: string): Promise<void> {
  const [refund] = await app.db.select().from(refunds).where(eq(refunds.id, refundId))
  if (refund?.status !== 'pending') return
  const payment = (await paymentById(app, refund.paymentId))!
  const provider = app.providers.charges[payment.method]
  if (!provider || !payment.providerReference) return
  const request: RefundRequest = { paymentId: payment.id, reference: payment.providerReference, amountCents: payment.amountCents, currency: payment.currency, refundId, receiptId: refund.receiptId, refundCents: refund.amountCents }
  const result = refund.providerId ? await provider.readRefund(request) : await provider.refund(request)
  await inTransaction(app, (tx) => keepResult(tx, payment, refund, result))
}

async function keepResult(tx: App, payment: Payment, refund: Refund, result: RefundResult): Promise<void> {
  const now = tx.clock.now()
  await tx.db.update(refunds).set({ status: result.status, providerId: result.providerId, failure: result.failure, updatedAt: now }).where(eq(refunds.id, refund.id))
  if (result.status === 'pending') return
  await recordAudit(tx, { action: `refund.${result.status}`, targetType: 'payment', targetId: payment.id, details: { refundId: refund.id, failure: result.failure } })
  // A payment that paid nothing because its order was paid already is refunded as a whole when its money is back.
  const returnsAll = refund.amountCents >= payment.receivedCents
  if (result.status === 'succeeded' && returnsAll) await tx.db.update(payments).set({ status: 'refunded', refunded: true, updatedAt: now, nextCheckAt: null }).where(eq(payments.id, payment.id))
}

/** Follow refunds that the provider has not finished. */
export async function sweepRefunds(app: App): Promise<void> {
  for (const refund of await openRefunds(app, new Date(app.clock.now().getTime() - 30_000))) await pursueRefund(app, refund.id)
}
