import { and, eq } from 'drizzle-orm'

import { payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { ProviderUnknown, type ChargeRequest, type ChargeResult } from '../../../ports/payments.ts'
import { chargesFor, isCharged } from '../../books/methods.rules.ts'
import { linesOfOrder, orderById } from '../../orders/orders.service.ts'
import { lockPayment, type Payment } from '../state/payments.queries.ts'
import { queueChargeClose, failPayment } from '../state/transitions.service.ts'
import type { Ordered } from './reserve.service.ts'
import { unanswered } from './unstable.service.ts'

/**
 * Ask the provider for the charge of a pending payment. Idempotent: a repetition is the same
 * request.
 */
export async function chargePayment(
  app: App,
  payment: Payment,
  ordered: Ordered,
): Promise<Payment> {
  const { method } = payment
  const provider = chargesFor(app, payment)
  if (!provider || !isCharged(method)) return payment

  const result = await provider.charge(requestOf(app, payment, ordered)).catch(async (error) => {
    if (!(error instanceof ProviderUnknown)) throw error

    app.log.warn(
      { paymentId: payment.id, reason: error.message },
      'the outcome of a charge is not known; the payment stays open',
    )

    throw await unanswered(app, error, method, payment)
  })

  const kept = await keepResult(app, payment, result)
  if (!kept) throw fail('payment.refused')
  if (kept.status === 'failed') throw fail('payment.closed')

  return kept
}

/** What the provider is told of the order of a payment that stands since another call. */
export async function orderedOf(app: App, payment: Payment): Promise<Ordered> {
  const order = (await orderById(app, payment.orderId))!
  return { number: order.number, lines: await linesOfOrder(app, payment.orderId) }
}

function requestOf(app: App, payment: Payment, { number, lines }: Ordered): ChargeRequest {
  return {
    paymentId: payment.id,
    reference: payment.providerReference,
    attempt: payment.attempt,
    orderNumber: number,
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

/**
 * Store the provider's reply. Answers null when the provider refused, which ends the payment, and
 * the payment as it is where it ended meanwhile.
 */
async function keepResult(
  app: App,
  payment: Payment,
  result: ChargeResult,
): Promise<Payment | null> {
  if (result.kind === 'charged')
    return (
      (await keepCharge(app, payment, result, 'pending')) ??
      inTransaction(app, (tx) => keepLate(tx, payment, result))
    )

  return inTransaction(app, async (tx) => {
    tx.log.warn({ paymentId: payment.id, code: result.code }, 'the provider refused a charge')
    const now = await lockPayment(tx, payment.id)
    // One that was replaced meanwhile was closed there, and not refused.
    if (now?.status !== 'pending') return now?.status === 'rejected' ? null : now

    await failPayment(tx, now, 'refused', { source: 'checkout', note: result.code })

    return null
  })
}

type Charged = Extract<ChargeResult, { kind: 'charged' }>

/** Store a charge while its payment has this status, or whatever it has; null when it has not. */
async function keepCharge(
  app: App,
  payment: Payment,
  result: Charged,
  status?: Payment['status'],
): Promise<Payment | null> {
  const [kept] = await app.db
    .update(payments)
    .set({
      charge: result.charge,
      providerReference: result.reference,
      ...(result.expiresAt ? { expiresAt: result.expiresAt } : {}),
      updatedAt: app.clock.now(),
    })
    .where(and(eq(payments.id, payment.id), status && eq(payments.status, status)))
    .returning()
  return kept ?? null
}

/** The payment was closed while its charge was being made: nobody may pay there. */
async function keepLate(tx: App, payment: Payment, result: Charged): Promise<Payment> {
  const kept = (await keepCharge(tx, payment, result))!
  await queueChargeClose(tx, payment.id)

  return kept
}
