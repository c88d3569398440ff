import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { book } from './balance.ts'
import { outcomeOf, type Card } from './cards.ts'
import { redeem } from './coupons.ts'
import { createCustomer } from './customers.ts'
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
 * The customer pays an open session with a card. A declined card leaves it open, as at Stripe.
 * `wrong` changes the charged amount or currency, to test that the store notices.
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
  const payer = { ...card, email: card.email ?? session.customer_email }
  const intent = intentOf(stripe, session)

  const charge = makeCharge(
    stripe,
    intent,
    payer,
    outcome.kind === 'declined' ? outcome.error : null,
  )

  if (outcome.kind === 'declined')
    return decline(stripe, session, { intent, charge, error: outcome.error })

  const paid = stripe.intents.save({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method: charge.payment_method,
  })

  emit(stripe, 'charge.succeeded', charge)
  emit(stripe, 'payment_intent.succeeded', paid)
  const done = completeSession(stripe, { ...session, payment_intent: intent.id }, card, 'paid')
  if (outcome.kind === 'disputed') playDispute(stripe, charge.id, 'created')

  return { paid: true, session: done, error: null }
}

/** A delayed method: the session completes unpaid, and `settleDelayed` sets the outcome. */
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

/** The success URL of a session with its id filled in. */
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

  const details = stripe.details.get(session.id)!
  const id = `pi_3${randomText(23)}`

  const intent = stripe.intents.save({
    ...plainIntent(details.intent),
    id,
    amount: session.amount_total,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: seconds(stripe),
    currency: session.currency,
    customer: session.customer,
    metadata: details.paymentIntentMetadata,
    payment_method_types: session.payment_method_types,
    receipt_email: details.receiptEmail,
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
  const fee = Math.round(intent.amount * 0.0399) + 39
  const { amount, currency, customer, description, metadata, receipt_email } = intent
  const shape = plainCharge(card, error)

  return stripe.charges.save({
    ...shape,
    id,
    amount,
    amount_captured: ok ? amount : 0,
    balance_transaction: ok
      ? book(stripe, { amount, currency, source: id, category: 'charge', fee }).id
      : null,
    created: seconds(stripe),
    currency,
    customer,
    description,
    metadata,
    payment_intent: intent.id,
    payment_method: `pm_1${randomText(23)}`,
    payment_method_details: {
      type: 'card',
      card: { ...shape.payment_method_details.card, amount_authorized: ok ? amount : null },
    },
    receipt_email,
    receipt_url: ok ? `https://pay.stripe.com/receipts/sandbox/${id}` : null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
  })
}

function decline(
  stripe: Stripe,
  session: Session,
  { intent, charge, error }: { intent: PaymentIntent; charge: Charge; error: PaymentError },
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
    customer: session.customer ?? newCustomer(stripe, session, card),
    ...answersOf(session, { name: card.name, email: card.email ?? session.customer_email }),
    invoice: session.invoice_creation?.enabled ? `in_1${randomText(23)}` : null,
  })

  for (const { coupon } of session.discounts) if (coupon) redeem(stripe, coupon)
  emit(stripe, 'checkout.session.completed', done)

  return done
}

/** The customer that a session creates from its buyer, if configured. */
const newCustomer = (stripe: Stripe, session: Session, card: Card): string | null =>
  session.customer_creation === 'always'
    ? createCustomer(stripe, {
        email: card.email ?? session.customer_email ?? undefined,
        name: card.name,
      }).id
    : null
