import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import Stripe from 'stripe'

import type { ChargeRequest, ChargeResult } from '../../ports/payments.ts'
import { isRefusal, epochSeconds } from './stripe-shared.ts'

const { StripeAPIError } = Stripe.errors

/** Least seconds between the creation and the end of a session that Stripe accepts. */
const shortestSeconds = 30 * 60
const stepSeconds = 15 * 60
const mostLines = 100

/** Stripe's code for the language of its page. */
const stripeLocales: Localized<'pt-BR' | 'en'> = { 'pt-BR': 'pt-BR', 'en-US': 'en' }

/**
 * Requests a hosted page over exactly the amount owed. baseUrl is the URL of the API when a sandbox
 * serves it.
 */
export async function createCharge(
  stripe: Stripe,
  baseUrl: string | undefined,
  request: ChargeRequest,
  clock: () => Date,
): Promise<ChargeResult> {
  try {
    const checkoutSession = await openSession(stripe, request, clock)

    const isAsRequested =
      checkoutSession.amount_total === request.amountCents &&
      checkoutSession.currency?.toUpperCase() === request.currency &&
      checkoutSession.client_reference_id === request.paymentId

    if (isAsRequested && checkoutSession.url && isHosted(checkoutSession.url, baseUrl))
      return {
        kind: 'charged',
        reference: checkoutSession.id,
        charge: { kind: 'card', url: checkoutSession.url },
        expiresAt: new Date(checkoutSession.expires_at * 1000),
      }

    // A failure here is harmless: nobody has the URL of the page, so it cannot be paid.
    if (checkoutSession.status === 'open')
      await stripe.checkout.sessions.expire(checkoutSession.id).catch(() => null)

    return { kind: 'refused', code: 'session_not_as_asked', message: '' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { kind: 'refused', code: error.code ?? error.type, message: error.param ?? '' }
  }
}

/**
 * Creates the session, or returns the existing one: a repeat requests the same end time under the
 * same idempotency key. When the planned end is too near for Stripe, the end moves on in steps of
 * 15 minutes. The previous step is tried first: its session comes back if it was created, else
 * Stripe refuses.
 */
async function openSession(
  stripe: Stripe,
  request: ChargeRequest,
  clock: () => Date,
): Promise<Stripe.Checkout.Session> {
  const idempotencyBase = `checkout:${request.paymentId}:${request.attempt}`
  const plannedEnd = Math.max(
    epochSeconds(request.expiresAt),
    epochSeconds(request.createdAt) + shortestSeconds,
  )
  const discountCoupon =
    request.discountCents > 0 ? await createCoupon(stripe, request, idempotencyBase) : null
  let lastRefusal: unknown = null

  for (const step of stepsFrom(plannedEnd, clock())) {
    const sessionEnd = plannedEnd + step * stepSeconds
    try {
      return await retryStoredFailure(
        step ? `${idempotencyBase}:${step}` : idempotencyBase,
        (idempotencyKey) =>
          createSession(
            stripe,
            { ...request, coupon: discountCoupon, end: sessionEnd },
            idempotencyKey,
          ),
      )
    } catch (error) {
      if (!isRefusal(error) || error.param !== 'expires_at') throw error
      lastRefusal = error
    }
  }

  throw lastRefusal
}

/**
 * The steps to try: the planned end, then the soonest step that Stripe accepts now, with the step
 * before and the step after it. The step after it is for clocks that differ.
 */
function stepsFrom(plannedEnd: number, now: Date): number[] {
  const soonestStep = Math.max(
    0,
    Math.ceil((epochSeconds(now) + shortestSeconds + 60 - plannedEnd) / stepSeconds),
  )
  return [...new Set([0, Math.max(0, soonestStep - 1), soonestStep, soonestStep + 1])]
}

/**
 * Stripe stores a 500 under its key for a day, so the call is repeated once under a second key.
 * Nobody has the URL of a page that the first call may have created. Other unknown outcomes are not
 * repeated, or two callers might open two sessions.
 */
async function retryStoredFailure<T>(
  key: string,
  call: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  try {
    return await call(key)
  } catch (error) {
    if (!(error instanceof StripeAPIError) || error.statusCode !== 500) throw error
    return call(`${key}:again`)
  }
}

/**
 * Creates a one-off coupon, which keeps the page exact to the cent and shows the discount to the
 * buyer. Returns its id.
 */
async function createCoupon(stripe: Stripe, request: ChargeRequest, key: string): Promise<string> {
  const { id } = await retryStoredFailure(`${key}:coupon`, (idempotencyKey) =>
    stripe.coupons.create(
      {
        amount_off: request.discountCents,
        currency: request.currency.toLowerCase(),
        duration: 'once',
        max_redemptions: 1,
        name: request.orderNumber.slice(0, 40),
        metadata: { payment_id: request.paymentId },
      },
      { idempotencyKey },
    ),
  )
  return id
}

function createSession(
  stripe: Stripe,
  request: ChargeRequest & { coupon: string | null; end: number },
  idempotencyKey: string,
): Promise<Stripe.Checkout.Session> {
  const currency = request.currency.toLowerCase()
  const metadata = { payment_id: request.paymentId }

  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      submit_type: 'pay',
      locale: inLanguage(request.language, stripeLocales),
      // Since 2026-09-30.endive this filter replaces payment_method_types, which is refused.
      allowed_payment_method_types: ['card'],
      client_reference_id: request.paymentId,
      customer_email: request.customer.email,

      line_items: checkoutLines(request).map((line) => ({
        quantity: line.quantity,
        price_data: {
          currency,
          unit_amount: line.unitCents,
          product_data: { name: line.name.slice(0, 250) },
        },
      })),

      ...(request.coupon ? { discounts: [{ coupon: request.coupon }] } : {}),
      success_url: request.successUrl,
      cancel_url: request.cancelUrl,
      expires_at: request.end,
      // The session and its intent both get the metadata: refunds and disputes show only the
      // intent's.
      metadata,
      payment_intent_data: { metadata },
    },
    { idempotencyKey },
  )
}

/** The order's lines, or one line for all of them beyond Stripe's limit. */
function checkoutLines({ lines, orderNumber }: ChargeRequest): ChargeRequest['lines'] {
  if (lines.length <= mostLines) return lines
  return [
    {
      name: orderNumber,
      quantity: 1,
      unitCents: lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0),
    },
  ]
}

/**
 * Whether a buyer may be sent to a page. It must be https; Stripe also serves pages on the
 * account's own domain (F254). With a sandbox on this machine, http is accepted.
 */
function isHosted(url: string, baseUrl: string | undefined): boolean {
  if (!URL.canParse(url)) return false

  const { protocol, username, password } = new URL(url)
  if (baseUrl && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname))
    return protocol === 'http:' || protocol === 'https:'

  return protocol === 'https:' && !username && !password
}
