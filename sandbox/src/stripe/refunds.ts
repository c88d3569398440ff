import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { bookBalance } from './balance.ts'
import { formatAmount } from './currencies.ts'
import { mergeMetadata } from './customers.ts'
import { withdrawnAmount } from './disputes.ts'
import { invalidRequest, missingResource } from './errors.ts'
import { emitEvent, type Cause } from './events.ts'
import {
  epochSeconds,
  type Charge,
  type Dispute,
  type Metadata,
  type PaymentIntent,
  type Refund,
  type Stripe,
} from './model.ts'
import type { Parameters, Rules } from './parameters.ts'

export const refundRules: Rules = {
  payment_intent: { is: 'text' },
  charge: { is: 'text' },
  amount: { is: 'integer', min: 1 },
  reason: { is: 'one-of', values: ['duplicate', 'fraudulent', 'requested_by_customer'] },
  metadata: { is: 'metadata' },
}

export const refundUpdateRules: Rules = { metadata: { is: 'metadata' } }

/** POST /v1/refunds/:id: only the metadata can change. */
export function updateRefund(stripe: Stripe, id: string, input: Parameters, cause: Cause): Refund {
  const refund = stripe.refunds.get(id)
  if (!refund) throw missingResource('refund', id, 'refund')

  const metadataChange = input['metadata'] as Metadata | undefined
  const changedRow = stripe.refunds.save({
    ...refund,
    metadata: mergeMetadata(refund.metadata, metadataChange),
  })
  const previousFields = { metadata: refund.metadata }
  emitEvent(stripe, 'refund.updated', changedRow, { cause, previous: previousFields })
  emitEvent(stripe, 'charge.refund.updated', changedRow, { cause, previous: previousFields })

  return changedRow
}

/** POST /v1/refunds: of a charge or of an intent's charge, up to the amount not refunded yet. */
export function createRefund(stripe: Stripe, input: Parameters, cause: Cause): Refund {
  const charge = refundedCharge(stripe, input)
  const refundableCents = refundableOf(stripe, charge)
  const refundCents = (input['amount'] as number | undefined) ?? refundableCents

  if (refundCents > refundableCents)
    throw invalidRequest(
      `Refund amount (${formatMoney(refundCents, charge)}) is greater than ` +
        `unrefunded amount on charge (${formatMoney(refundableCents, charge)})`,
      undefined,
      'amount',
    )

  const refund = newRefund(stripe, charge, refundCents, input)

  const changedRow = stripe.charges.save({
    ...charge,
    amount_refunded: charge.amount_refunded + refundCents,
    refunded: refundCents === refundableCents,
  })

  emitEvent(stripe, 'refund.created', refund, { cause })
  const { amount_refunded, refunded } = charge
  emitEvent(stripe, 'charge.refunded', changedRow, {
    cause,
    previous: { amount_refunded, refunded },
  })
  emitEvent(stripe, 'charge.refund.updated', refund, { cause })

  return refund
}

/** Minor units of a charge that can be refunded; throws for a disputed or fully refunded charge. */
function refundableOf(stripe: Stripe, charge: Charge): number {
  const disputes = stripe.disputes.filter((one) => one.charge === charge.id)

  const refundableCents = disputes.reduce(
    (rest, one) => rest - Math.max(0, withdrawnAmount(one)),
    charge.amount - charge.amount_refunded,
  )

  if (
    disputes.some((one) => !one.is_charge_refundable && !isDecided(one)) ||
    (refundableCents <= 0 && disputes.some((one) => withdrawnAmount(one) > 0))
  )
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    )

  if (refundableCents === 0)
    throw invalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      'charge_already_refunded',
    )

  return refundableCents
}

function newRefund(stripe: Stripe, charge: Charge, refundCents: number, input: Parameters): Refund {
  const id = `re_3${randomText(23)}`
  return stripe.refunds.save({
    id,
    object: 'refund',
    amount: refundCents,

    balance_transaction: bookBalance(stripe, {
      amount: -refundCents,
      currency: charge.currency,
      source: id,
      category: 'refund',
    }).id,

    charge: charge.id,
    created: epochSeconds(stripe),
    currency: charge.currency,
    metadata: (input['metadata'] as Metadata | undefined) ?? {},
    customer: charge.customer,
    customer_account: null,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,

    destination_details: {
      type: 'card',
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
    },

    reason: (input['reason'] as Refund['reason'] | undefined) ?? null,
    status: 'succeeded',
  })
}

/**
 * A successful refund fails later: the customer's bank rejects it, and the money returns to the
 * store.
 */
export function failRefund(stripe: Stripe, chargeId: string): Refund {
  const refund = stripe.refunds
    .newestFirst()
    .find((one) => one.charge === chargeId && one.status === 'succeeded')
  const charge = stripe.charges.get(chargeId)
  if (!refund || !charge) throw new Refusal(409, 'this payment has no refund that could fail')

  stripe.charges.save({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })

  const failedRefund = stripe.refunds.save({
    ...refund,
    failure_balance_transaction: bookBalance(stripe, {
      amount: refund.amount,
      currency: refund.currency,
      source: refund.id,
      category: 'refund_failure',
    }).id,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  })

  emitEvent(stripe, 'refund.updated', failedRefund, { previous: { status: 'succeeded' } })
  emitEvent(stripe, 'refund.failed', failedRefund)

  return failedRefund
}

function refundedCharge(stripe: Stripe, input: Parameters): Charge {
  const chargeId = input['charge'] as string | undefined
  const intentId = input['payment_intent'] as string | undefined

  if (!chargeId && !intentId)
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )

  const intent = intentId ? paidIntent(stripe, intentId) : undefined
  const wantedChargeId = chargeId ?? intent?.latest_charge ?? ''
  const charge = stripe.charges.get(wantedChargeId)
  if (!charge || charge.status !== 'succeeded' || (intent && charge.payment_intent !== intent.id))
    throw missingResource('charge', wantedChargeId, 'charge')

  return charge
}

function paidIntent(stripe: Stripe, id: string): PaymentIntent {
  const intent = stripe.intents.get(id)
  if (!intent) throw missingResource('payment_intent', id, 'payment_intent')

  if (intent.status !== 'succeeded')
    throw invalidRequest(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    )

  return intent
}

const isDecided = (dispute: Dispute): boolean =>
  ['won', 'lost', 'warning_closed', 'prevented'].includes(dispute.status)

const formatMoney = (minor: number, charge: Charge): string => formatAmount(minor, charge.currency)
