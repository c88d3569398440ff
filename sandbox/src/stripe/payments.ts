import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { bookBalance } from './balance.ts'
import { outcomeOf, type Card } from './cards.ts'
import { countRedemption } from './coupons.ts'
import { createCustomer } from './customers.ts'
import { playDispute } from './disputes.ts'
import { emitEvent } from './events.ts'
import {
  epochSeconds,
  type Charge,
  type PaymentError,
  type PaymentIntent,
  type Session,
  type Stripe,
} from './model.ts'
import { plainCharge, plainIntent } from './payment-shape.ts'
import { answersOf } from './session-answers.ts'

export const TEST_CARD: Card = {
  number: '4242424242424242',
  expMonth: 12,
  expYear: 2034,
  name: 'Cliente de Teste',
  email: null,
}

export type PayResult = { paid: boolean; session: Session; error: PaymentError | null }

/**
 * The customer pays an open session with a card. A declined card leaves the session open, as at
 * Stripe. `wrong` changes the charged amount or currency, to test that the store notices.
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

  const cardOutcome = outcomeOf(card.number)
  const payingCard = { ...card, email: card.email ?? session.customer_email }
  const paymentIntent = openIntent(stripe, session)

  const newCharge = makeCharge(
    stripe,
    paymentIntent,
    payingCard,
    cardOutcome.kind === 'declined' ? cardOutcome.error : null,
  )

  if (cardOutcome.kind === 'declined')
    return declinePayment(stripe, session, {
      intent: paymentIntent,
      charge: newCharge,
      error: cardOutcome.error,
    })

  const paidIntent = stripe.intents.save({
    ...paymentIntent,
    status: 'succeeded',
    amount_received: paymentIntent.amount,
    latest_charge: newCharge.id,
    last_payment_error: null,
    payment_method: newCharge.payment_method,
  })

  emitEvent(stripe, 'charge.succeeded', newCharge)
  emitEvent(stripe, 'payment_intent.succeeded', paidIntent)
  const completedSession = completeSession(
    stripe,
    { ...session, payment_intent: paymentIntent.id },
    card,
    'paid',
  )
  if (cardOutcome.kind === 'disputed') playDispute(stripe, newCharge.id, 'created')

  return { paid: true, session: completedSession, error: null }
}

/**
 * Starts a delayed payment method: the session completes unpaid, and `settleDelayed` sets the
 * outcome.
 */
export function startDelayed(stripe: Stripe, id: string, card: Card): PayResult {
  const session = openSession(stripe, id, {})
  const paymentIntent = openIntent(stripe, session)
  stripe.intents.save({ ...paymentIntent, status: 'processing' })

  return {
    paid: false,
    session: completeSession(
      stripe,
      { ...session, payment_intent: paymentIntent.id },
      card,
      'unpaid',
    ),
    error: null,
  }
}

/** Sets the outcome of a delayed payment. */
export function settleDelayed(stripe: Stripe, id: string, isPaid: boolean): Session {
  const session = stripe.sessions.get(id)
  const paymentIntent = session?.payment_intent
    ? stripe.intents.get(session.payment_intent)
    : undefined
  if (
    !session ||
    !paymentIntent ||
    session.status !== 'complete' ||
    session.payment_status !== 'unpaid'
  )
    throw new Refusal(409, 'this session has no payment under way')

  if (!isPaid) {
    const error: PaymentError = {
      type: 'card_error',
      code: 'payment_intent_payment_attempt_failed',
      message: 'The payment failed.',
    }

    emitEvent(
      stripe,
      'payment_intent.payment_failed',
      stripe.intents.save({
        ...paymentIntent,
        status: 'requires_payment_method',
        last_payment_error: error,
      }),
    )

    emitEvent(stripe, 'checkout.session.async_payment_failed', session)

    return session
  }

  const newCharge = makeCharge(stripe, paymentIntent, TEST_CARD, null)
  emitEvent(stripe, 'charge.succeeded', newCharge)

  emitEvent(
    stripe,
    'payment_intent.succeeded',
    stripe.intents.save({
      ...paymentIntent,
      status: 'succeeded',
      amount_received: paymentIntent.amount,
      latest_charge: newCharge.id,
    }),
  )

  const settledSession = stripe.sessions.save({ ...session, payment_status: 'paid' })
  emitEvent(stripe, 'checkout.session.async_payment_succeeded', settledSession)

  return settledSession
}

/** The success URL of a session with its id inserted. */
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

function openIntent(stripe: Stripe, session: Session): PaymentIntent {
  const savedIntent = session.payment_intent
    ? stripe.intents.get(session.payment_intent)
    : undefined
  if (savedIntent) return savedIntent

  const sessionDetails = stripe.details.get(session.id)!
  const id = `pi_3${randomText(23)}`

  const paymentIntent = stripe.intents.save({
    ...plainIntent(sessionDetails.intent),
    id,
    amount: session.amount_total,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: epochSeconds(stripe),
    currency: session.currency,
    customer: session.customer,
    metadata: sessionDetails.paymentIntentMetadata,
    payment_method_types: session.payment_method_types,
    receipt_email: sessionDetails.receiptEmail,
  })

  emitEvent(stripe, 'payment_intent.created', paymentIntent)

  return paymentIntent
}

function makeCharge(
  stripe: Stripe,
  paymentIntent: PaymentIntent,
  card: Card,
  error: PaymentError | null,
): Charge {
  const id = `ch_3${randomText(23)}`
  const isAccepted = error === null
  const stripeFee = Math.round(paymentIntent.amount * 0.0399) + 39
  const { amount, currency, customer, description, metadata, receipt_email } = paymentIntent
  const chargeShape = plainCharge(card, error)

  return stripe.charges.save({
    ...chargeShape,
    id,
    amount,
    amount_captured: isAccepted ? amount : 0,
    balance_transaction: isAccepted
      ? bookBalance(stripe, { amount, currency, source: id, category: 'charge', fee: stripeFee }).id
      : null,
    created: epochSeconds(stripe),
    currency,
    customer,
    description,
    metadata,
    payment_intent: paymentIntent.id,
    payment_method: `pm_1${randomText(23)}`,
    payment_method_details: {
      type: 'card',
      card: {
        ...chargeShape.payment_method_details.card,
        amount_authorized: isAccepted ? amount : null,
      },
    },
    receipt_email,
    receipt_url: isAccepted ? `https://pay.stripe.com/receipts/sandbox/${id}` : null,
    statement_descriptor: paymentIntent.statement_descriptor,
    statement_descriptor_suffix: paymentIntent.statement_descriptor_suffix,
  })
}

function declinePayment(
  stripe: Stripe,
  session: Session,
  {
    intent: paymentIntent,
    charge: newCharge,
    error,
  }: { intent: PaymentIntent; charge: Charge; error: PaymentError },
): PayResult {
  const refusedIntent = stripe.intents.save({
    ...paymentIntent,
    status: 'requires_payment_method',
    latest_charge: newCharge.id,
    last_payment_error: error,
  })

  const openSessionRow = stripe.sessions.save({ ...session, payment_intent: paymentIntent.id })
  emitEvent(stripe, 'charge.failed', newCharge)
  emitEvent(stripe, 'payment_intent.payment_failed', refusedIntent)

  return { paid: false, session: openSessionRow, error }
}

function completeSession(
  stripe: Stripe,
  session: Session,
  card: Card,
  paymentStatus: Session['payment_status'],
): Session {
  const completedSession = stripe.sessions.save({
    ...session,
    status: 'complete',
    payment_status: paymentStatus,
    url: null,
    customer: session.customer ?? newCustomer(stripe, session, card),
    ...answersOf(session, { name: card.name, email: card.email ?? session.customer_email }),
    invoice: session.invoice_creation?.enabled ? `in_1${randomText(23)}` : null,
  })

  for (const { coupon } of session.discounts) if (coupon) countRedemption(stripe, coupon)
  emitEvent(stripe, 'checkout.session.completed', completedSession)

  return completedSession
}

/** The customer that a session creates for its buyer, if the session asks for one. */
const newCustomer = (stripe: Stripe, session: Session, card: Card): string | null =>
  session.customer_creation === 'always'
    ? createCustomer(stripe, {
        email: card.email ?? session.customer_email ?? undefined,
        name: card.name,
      }).id
    : null
