import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import Stripe from 'stripe'

import type { ChargeRequest, ChargeResult } from '../../ports/payments.ts'
import { isRefusal, seconds } from './stripe-shared.ts'

const { StripeAPIError } = Stripe.errors

/** Stripe takes no session that ends sooner, counted from when it is made. */
const shortestSeconds = 30 * 60
const stepSeconds = 15 * 60
const mostLines = 100

/** What the service calls the language of its page. */
const locales: Localized<'pt-BR' | 'en'> = { 'pt-BR': 'pt-BR', 'en-US': 'en' }

/**
 * Ask for a hosted page over exactly what is owed. baseUrl is where the API is, when that is a
 * sandbox.
 */
export async function charge(
  stripe: Stripe,
  baseUrl: string | undefined,
  request: ChargeRequest,
  clock: () => Date,
): Promise<ChargeResult> {
  try {
    const session = await openSession(stripe, request, clock)

    const asAsked =
      session.amount_total === request.amountCents &&
      session.currency?.toUpperCase() === request.currency &&
      session.client_reference_id === request.paymentId

    if (asAsked && session.url && isHosted(session.url, baseUrl))
      return {
        kind: 'charged',
        reference: session.id,
        charge: { kind: 'card', url: session.url },
        expiresAt: new Date(session.expires_at * 1000),
      }

    // When that fails: nobody has its address, so it cannot be paid anyway.
    if (session.status === 'open')
      await stripe.checkout.sessions.expire(session.id).catch(() => null)

    return { kind: 'refused', code: 'session_not_as_asked', message: '' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { kind: 'refused', code: error.code ?? error.type, message: error.param ?? '' }
  }
}

/**
 * Make the session, or get the one that was made: the same end is asked for under the same key, so
 * whoever asks again gets it back.
 * Stripe refuses an end that has come too near; then the end moves on in steps of a quarter of an
 * hour from the planned one. The step before is asked for first: a session that was made under it
 * comes back, and where there is none Stripe refuses it.
 */
async function openSession(
  stripe: Stripe,
  request: ChargeRequest,
  clock: () => Date,
): Promise<Stripe.Checkout.Session> {
  const key = `checkout:${request.paymentId}:${request.attempt}`
  const planned = Math.max(seconds(request.expiresAt), seconds(request.createdAt) + shortestSeconds)
  const coupon = request.discountCents > 0 ? await createCoupon(stripe, request, key) : null
  let refusal: unknown = null

  for (const step of stepsFrom(planned, clock())) {
    const end = planned + step * stepSeconds
    try {
      return await onceMore(step ? `${key}:${step}` : key, (idempotencyKey) =>
        createSession(stripe, { ...request, coupon, end }, idempotencyKey),
      )
    } catch (error) {
      if (!isRefusal(error) || error.param !== 'expires_at') throw error
      refusal = error
    }
  }

  throw refusal
}

/**
 * The steps to ask for: the planned end, the last one before the soonest that Stripe takes now,
 * that one, and one more for clocks that differ.
 */
function stepsFrom(planned: number, now: Date): number[] {
  const soonest = Math.max(
    0,
    Math.ceil((seconds(now) + shortestSeconds + 60 - planned) / stepSeconds),
  )
  return [...new Set([0, Math.max(0, soonest - 1), soonest, soonest + 1])]
}

/**
 * Stripe keeps a 500 under its key for a day, so such a call is made once more under a second one:
 * nobody has the address of what the first may have made. All else that is not known is left open,
 * or two callers might hold two sessions.
 */
async function onceMore<T>(key: string, call: (idempotencyKey: string) => Promise<T>): Promise<T> {
  try {
    return await call(key)
  } catch (error) {
    if (!(error instanceof StripeAPIError) || error.statusCode !== 500) throw error
    return call(`${key}:again`)
  }
}

/** A one-off coupon keeps the page exact to the cent and shows the buyer what was taken off; answers its id. */
async function createCoupon(stripe: Stripe, request: ChargeRequest, key: string): Promise<string> {
  const { id } = await onceMore(`${key}:coupon`, (idempotencyKey) =>
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
      locale: inLanguage(request.language, locales),
      // Since 2026-09-30.endive this filter replaces payment_method_types, which is refused.
      allowed_payment_method_types: ['card'],
      client_reference_id: request.paymentId,
      customer_email: request.customer.email,

      line_items: linesOf(request).map((line) => ({
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
      // On both: refunds and disputes carry the intent's, never the session's.
      metadata,
      payment_intent_data: { metadata },
    },
    { idempotencyKey },
  )
}

/** The order's lines, or one for all of them where there are more than Stripe takes. */
function linesOf({ lines, orderNumber }: ChargeRequest): ChargeRequest['lines'] {
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
 * A page that a buyer may be sent to: one of https that Stripe's API named, which may stand on the
 * account's own domain (F254); with a sandbox on this machine, wherever that shows its page.
 */
function isHosted(url: string, baseUrl: string | undefined): boolean {
  if (!URL.canParse(url)) return false

  const { protocol, username, password } = new URL(url)
  if (baseUrl && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname))
    return protocol === 'http:' || protocol === 'https:'

  return protocol === 'https:' && !username && !password
}
