import { eq } from 'drizzle-orm'
import { payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { ProviderUnknown, type ChargeRequest, type ChargeResult } from '../../../ports/payments.ts'
import { linesOf, orderById } from '../../orders/orders.service.ts'
import { paymentById, type Payment } from '../payments.queries.ts'
import { closeLater, failPayment } from '../settlement/fail.service.ts'

/**
 * Ask the provider for the charge of a pending payment. Idempotent: a repetition is the same
 * request.
 */
export async function chargePayment(app: App, payment: Payment): Promise<Payment> {
  const provider = app.providers.charges[payment.method]
  if (!provider) return payment
  const result = await provider.charge(await requestOf(app, payment)).catch((error) => {
    if (!(error instanceof ProviderUnknown)) throw error
    app.log.warn(
      { paymentId: payment.id, reason: error.message },
      'the outcome of a charge is not known; the payment stays open',
    )
    throw fail('payment.provider_failed')
  })
  const kept = await inTransaction(app, (tx) => keepCharge(tx, payment, result))
  if (!kept) throw fail('payment.refused')
  if (kept.status === 'failed') throw fail('payment.closed')
  return kept
}

async function requestOf(app: App, payment: Payment): Promise<ChargeRequest> {
  const order = (await orderById(app, payment.orderId))!
  const lines = await linesOf(app, payment.orderId)
  return {
    paymentId: payment.id,
    reference: payment.providerReference,
    attempt: payment.attempt,
    orderNumber: order.number,
    amountCents: payment.amountCents,
    discountCents: payment.discountCents,
    currency: payment.currency,
    lines,
    customer: {
      name: payment.customerName,
      email: payment.customerEmail,
      ...(payment.cpfCipher
        ? { cpf: app.vault.open(payment.cpfCipher, 'payments', payment.id) }
        : {}),
    },
    language: payment.language,
    createdAt: payment.createdAt,
    expiresAt: payment.expiresAt,
    successUrl: payment.successUrl,
    cancelUrl: payment.cancelUrl,
  }
}

/** Store the provider's reply. Answers null when the provider refused, which ends the payment. */
async function keepCharge(
  tx: App,
  payment: Payment,
  result: ChargeResult,
): Promise<Payment | null> {
  if (result.kind === 'refused') {
    tx.log.warn({ paymentId: payment.id, code: result.code }, 'the provider refused a charge')
    const now = await paymentById(tx, payment.id)
    if (now?.status === 'pending')
      await failPayment(tx, now, 'refused', { source: 'checkout', note: result.code })
    return null
  }
  const [kept] = await tx.db
    .update(payments)
    .set({
      charge: result.charge,
      providerReference: result.reference,
      ...(result.expiresAt ? { expiresAt: result.expiresAt } : {}),
      updatedAt: tx.clock.now(),
    })
    .where(eq(payments.id, payment.id))
    .returning()
  // The payment was closed while its charge was being made: nobody may pay there.
  if (kept!.status !== 'pending') await closeLater(tx, payment.id)
  return kept!
}
