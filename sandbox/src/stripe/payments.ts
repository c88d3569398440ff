import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { book } from './balance.ts'
import { brandOf, outcomeOf, type Card } from './cards.ts'
import { redeem } from './coupons.ts'
import { playDispute } from './disputes.ts'
import { emit } from './events.ts'
import {
  seconds,
  type Charge,
  type PaymentError,
  type PaymentIntent,
  type Session,
  type Stripe,
} from './model.ts'

export const TEST_CARD: Card = {
  number: '4242424242424242',
  expMonth: 12,
  expYear: 2034,
  name: 'Cliente de Teste',
  email: null,
}
export type PayResult = { paid: boolean; session: Session; error: PaymentError | null }

/**
 * The customer pays an open session with a card. A declined card leaves it open, as at Stripe.
 * `wrong` changes what was charged behind the store's back, for tests that a wrong amount or currency is noticed.
 */
export function paySession(
  stripe: Stripe,
  id: string,
  card: Card,
  wrong: { amount?: number; currency?: string } = {},
): PayResult {
  const session = openSession(stripe, id, wrong)
  if (session.amount_total === 0)
    return {
      paid: true,
      session: completeSession(stripe, session, card, 'no_payment_required'),
      error: null,
    }
  const outcome = outcomeOf(card.number)
  const intent = intentOf(stripe, session)
  const charge = makeCharge(
    stripe,
    intent,
    card,
    outcome.kind === 'declined' ? outcome.error : null,
  )
  if (outcome.kind === 'declined') return decline(stripe, session, intent, charge, outcome.error)
  const paid = stripe.intents.save({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
  })
  emit(stripe, 'charge.succeeded', charge)
  emit(stripe, 'payment_intent.succeeded', paid)
  const done = completeSession(stripe, { ...session, payment_intent: intent.id }, card, 'paid')
  if (outcome.kind === 'disputed') playDispute(stripe, charge.id, 'created')
  return { paid: true, session: done, error: null }
}

/** A method that settles later: the session completes unpaid, and `settleDelayed` says how it ends. */
export function startDelayed(stripe: Stripe, id: string, card: Card): PayResult {
  const session = openSession(stripe, id, {})
  const intent = intentOf(stripe, session)
  stripe.intents.save({ ...intent, status: 'processing' })
  return {
    paid: false,
    session: completeSession(stripe, { ...session, payment_intent: intent.id }, card, 'unpaid'),
    error: null,
  }
}

/** The end of a delayed payment. */
export function settleDelayed(stripe: Stripe, id: string, paid: boolean): Session {
  const session = stripe.sessions.get(id)
  const intent = session?.payment_intent ? stripe.intents.get(session.payment_intent) : undefined
  if (!session || !intent || session.status !== 'complete' || session.payment_status !== 'unpaid')
    throw new Refusal(409, 'this session has no payment under way')
  if (!paid) {
    const error: PaymentError = {
      type: 'card_error',
      code: 'payment_intent_payment_attempt_failed',
      message: 'The payment failed.',
    }
    emit(
      stripe,
      'payment_intent.payment_failed',
      stripe.intents.save({
        ...intent,
        status: 'requires_payment_method',
        last_payment_error: error,
      }),
    )
    emit(stripe, 'checkout.session.async_payment_failed', session)
    return session
  }
  const charge = makeCharge(stripe, intent, TEST_CARD, null)
  emit(stripe, 'charge.succeeded', charge)
  emit(
    stripe,
    'payment_intent.succeeded',
    stripe.intents.save({
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
    }),
  )
  const settled = stripe.sessions.save({ ...session, payment_status: 'paid' })
  emit(stripe, 'checkout.session.async_payment_succeeded', settled)
  return settled
}

/** The success address of a session with its id in the place that Stripe fills. */
export const successUrl = (session: Session): string =>
  session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)

function openSession(
  stripe: Stripe,
  id: string,
  wrong: { amount?: number; currency?: string },
): Session {
  const session = stripe.sessions.get(id)
  if (!session) throw new Refusal(404, `no such session: ${id}`)
  if (session.status !== 'open')
    throw new Refusal(
      409,
      session.status === 'complete' ? 'this session is already paid' : 'this session has expired',
    )
  return {
    ...session,
    amount_total: wrong.amount ?? session.amount_total,
    currency: wrong.currency ?? session.currency,
  }
}

function intentOf(stripe: Stripe, session: Session): PaymentIntent {
  const known = session.payment_intent ? stripe.intents.get(session.payment_intent) : undefined
  if (known) return known
  const details = stripe.details.get(session.id)
  const intent = stripe.intents.save({
    id: `pi_3${randomText(23)}`,
    object: 'payment_intent',
    amount: session.amount_total,
    amount_received: 0,
    canceled_at: null,
    capture_method: 'automatic_async',
    created: seconds(stripe),
    currency: session.currency,
    description: details?.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: details?.paymentIntentMetadata ?? {},
    payment_method_types: session.payment_method_types,
    status: 'requires_payment_method',
    receipt_email: session.customer_email,
  })
  emit(stripe, 'payment_intent.created', intent)
  return intent
}

function makeCharge(
  stripe: Stripe,
  intent: PaymentIntent,
  card: Card,
  error: PaymentError | null,
): Charge {
  const id = `ch_3${randomText(23)}`
  const ok = error === null
  return stripe.charges.save({
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: ok ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: ok
      ? book(stripe, {
          amount: intent.amount,
          currency: intent.currency,
          source: id,
          category: 'charge',
          fee: Math.round(intent.amount * 0.0399) + 39,
        }).id
      : null,
    billing_details: { email: card.email ?? intent.receipt_email, name: card.name },
    captured: ok,
    created: seconds(stripe),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: {
      network_status: ok ? 'approved_by_network' : 'declined_by_network',
      reason: error?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: ok
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
      type: ok ? 'authorized' : 'issuer_declined',
    },
    paid: ok,
    payment_intent: intent.id,
    receipt_url: ok ? `https://pay.stripe.com/receipts/sandbox/${id}` : null,
    refunded: false,
    status: ok ? 'succeeded' : 'failed',
    payment_method_details: {
      type: 'card',
      card: {
        brand: brandOf(card.number),
        last4: card.number.slice(-4),
        exp_month: card.expMonth,
        exp_year: card.expYear,
        country: 'BR',
        funding: 'credit',
      },
    },
  })
}

function decline(
  stripe: Stripe,
  session: Session,
  intent: PaymentIntent,
  charge: Charge,
  error: PaymentError,
): PayResult {
  const refused = stripe.intents.save({
    ...intent,
    status: 'requires_payment_method',
    latest_charge: charge.id,
    last_payment_error: error,
  })
  const open = stripe.sessions.save({ ...session, payment_intent: intent.id })
  emit(stripe, 'charge.failed', charge)
  emit(stripe, 'payment_intent.payment_failed', refused)
  return { paid: false, session: open, error }
}

function completeSession(
  stripe: Stripe,
  session: Session,
  card: Card,
  paymentStatus: Session['payment_status'],
): Session {
  const done = stripe.sessions.save({
    ...session,
    status: 'complete',
    payment_status: paymentStatus,
    url: null,
    customer_details: {
      email: card.email ?? session.customer_email,
      name: card.name,
      phone: null,
      address: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  })
  for (const { coupon } of session.discounts) if (coupon) redeem(stripe, coupon)
  emit(stripe, 'checkout.session.completed', done)
  return done
}
