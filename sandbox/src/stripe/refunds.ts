import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { book } from './balance.ts'
import { worded } from './currencies.ts'
import { merge } from './customers.ts'
import { takenOf } from './disputes.ts'
import { invalid, missing } from './errors.ts'
import { emit, type Cause } from './events.ts'
import {
  seconds,
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

/** POST /v1/refunds/:id: only its metadata can change. */
export function updateRefund(stripe: Stripe, id: string, input: Parameters, cause: Cause): Refund {
  const refund = stripe.refunds.get(id)
  if (!refund) throw missing('refund', id, 'refund')

  const change = input['metadata'] as Metadata | undefined
  const changed = stripe.refunds.save({ ...refund, metadata: merge(refund.metadata, change) })
  const previous = { metadata: refund.metadata }
  emit(stripe, 'refund.updated', changed, { cause, previous })
  emit(stripe, 'charge.refund.updated', changed, { cause, previous })

  return changed
}

/** POST /v1/refunds: of a charge, or of an intent's charge, up to its refundable rest. */
export function createRefund(stripe: Stripe, input: Parameters, cause: Cause): Refund {
  const charge = chargeOf(stripe, input)
  const left = refundableOf(stripe, charge)
  const amount = (input['amount'] as number | undefined) ?? left

  if (amount > left)
    throw invalid(
      `Refund amount (${money(amount, charge)}) is greater than unrefunded amount on charge (${money(left, charge)})`,
      undefined,
      'amount',
    )

  const refund = newRefund(stripe, charge, amount, input)

  const changed = stripe.charges.save({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  })

  emit(stripe, 'refund.created', refund, { cause })
  const { amount_refunded, refunded } = charge
  emit(stripe, 'charge.refunded', changed, { cause, previous: { amount_refunded, refunded } })
  emit(stripe, 'charge.refund.updated', refund, { cause })

  return refund
}

/** Minor units of a charge that can be refunded; throws for a disputed or fully refunded charge. */
function refundableOf(stripe: Stripe, charge: Charge): number {
  const disputes = stripe.disputes.filter((one) => one.charge === charge.id)

  const left = disputes.reduce(
    (rest, one) => rest - Math.max(0, takenOf(one)),
    charge.amount - charge.amount_refunded,
  )

  if (
    disputes.some((one) => !one.is_charge_refundable && !isOver(one)) ||
    (left <= 0 && disputes.some((one) => takenOf(one) > 0))
  )
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    )

  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')

  return left
}

function newRefund(stripe: Stripe, charge: Charge, amount: number, input: Parameters): Refund {
  const id = `re_3${randomText(23)}`
  return stripe.refunds.save({
    id,
    object: 'refund',
    amount,

    balance_transaction: book(stripe, {
      amount: -amount,
      currency: charge.currency,
      source: id,
      category: 'refund',
    }).id,

    charge: charge.id,
    created: seconds(stripe),
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
 * A successful refund fails later: the customer's bank rejected it, and the store has the money
 * again.
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

  const failed = stripe.refunds.save({
    ...refund,
    failure_balance_transaction: book(stripe, {
      amount: refund.amount,
      currency: refund.currency,
      source: refund.id,
      category: 'refund_failure',
    }).id,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
  })

  emit(stripe, 'refund.updated', failed, { previous: { status: 'succeeded' } })
  emit(stripe, 'refund.failed', failed)

  return failed
}

function chargeOf(stripe: Stripe, input: Parameters): Charge {
  const chargeId = input['charge'] as string | undefined
  const intentId = input['payment_intent'] as string | undefined

  if (!chargeId && !intentId)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )

  const intent = intentId ? paidIntent(stripe, intentId) : undefined
  const wanted = chargeId ?? intent?.latest_charge ?? ''
  const charge = stripe.charges.get(wanted)
  if (!charge || charge.status !== 'succeeded' || (intent && charge.payment_intent !== intent.id))
    throw missing('charge', wanted, 'charge')

  return charge
}

function paidIntent(stripe: Stripe, id: string): PaymentIntent {
  const intent = stripe.intents.get(id)
  if (!intent) throw missing('payment_intent', id, 'payment_intent')

  if (intent.status !== 'succeeded')
    throw invalid(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    )

  return intent
}

const isOver = (dispute: Dispute): boolean =>
  ['won', 'lost', 'warning_closed', 'prevented'].includes(dispute.status)

const money = (minor: number, charge: Charge): string => worded(minor, charge.currency)
