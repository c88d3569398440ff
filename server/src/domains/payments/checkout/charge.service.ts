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
 * Create the charge of a pending payment at its provider. Idempotent: a repeated call sends the
 * same request.
 */
export async function chargePayment(
  app: App,
  payment: Payment,
  ordered: Ordered,
): Promise<Payment> {
  const { method } = payment
  const provider = chargesFor(app, payment)
  if (!provider || !isCharged(method)) return payment

  const chargeResult = await provider
    .charge(requestOf(app, payment, ordered))
    .catch(async (error) => {
      if (!(error instanceof ProviderUnknown)) throw error

      app.log.warn(
        { paymentId: payment.id, reason: error.message },
        'the outcome of a charge is not known; the payment stays open',
      )

      throw await unanswered(app, error, method, payment)
    })

  const storedPayment = await keepResult(app, payment, chargeResult)
  if (!storedPayment) throw fail('payment.refused')
  if (storedPayment.status === 'failed') throw fail('payment.closed')

  return storedPayment
}

/** Order details for a payment opened by an earlier call. */
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
 * Store the provider's reply. Returns null when the provider refused, which ends the payment, and
 * the unchanged payment when it ended meanwhile.
 */
async function keepResult(
  app: App,
  payment: Payment,
  result: ChargeResult,
): Promise<Payment | null> {
  if (result.kind === 'charged')
    return (
      (await keepCharge(app, payment, result, 'pending')) ??
      inTransaction(app, (tx) => closeLateCharge(tx, payment, result))
    )

  return inTransaction(app, async (tx) => {
    tx.log.warn({ paymentId: payment.id, code: result.code }, 'the provider refused a charge')
    const now = await lockPayment(tx, payment.id)
    // A payment that was replaced meanwhile is not refused: its charge was closed with the
    // replacement.
    if (now?.status !== 'pending') return now?.status === 'rejected' ? null : now

    await failPayment(tx, now, 'refused', { source: 'checkout', note: result.code })

    return null
  })
}

type Charged = Extract<ChargeResult, { kind: 'charged' }>

/** Store a charge, if its payment has the given status; null when it does not. */
async function keepCharge(
  app: App,
  payment: Payment,
  result: Charged,
  status?: Payment['status'],
): Promise<Payment | null> {
  const [storedPayment] = await app.db
    .update(payments)
    .set({
      charge: result.charge,
      providerReference: result.reference,
      ...(result.expiresAt ? { expiresAt: result.expiresAt } : {}),
      updatedAt: app.clock.now(),
    })
    .where(and(eq(payments.id, payment.id), status && eq(payments.status, status)))
    .returning()
  return storedPayment ?? null
}

/** The payment was closed while its charge was being created, so the charge must take no money. */
async function closeLateCharge(tx: App, payment: Payment, result: Charged): Promise<Payment> {
  const storedPayment = (await keepCharge(tx, payment, result))!
  await queueChargeClose(tx, payment.id)

  return storedPayment
}
