import { randomText } from '../core/ids.ts'
import { discountOf, usableCoupon } from './coupons.ts'
import { smallestCharge, worded } from './currencies.ts'
import { merge } from './customers.ts'
import { invalid, missing } from './errors.ts'
import { emit, type Cause } from './events.ts'
import {
  MAXIMUM_AMOUNT,
  seconds,
  type Customer,
  type LineItem,
  type Metadata,
  type Session,
  type SessionDetails,
  type Stripe,
} from './model.ts'
import type { Parameters } from './parameters.ts'
import { recoveryOf } from './session-recovery.ts'
import { detailsOf, plainSession, priceOf } from './session-shape.ts'

type LineInput = {
  quantity: number
  metadata?: Metadata
  price_data: {
    currency: string
    unit_amount?: number
    unit_amount_decimal?: string
    product_data: { name: string }
  }
}

/**
 * POST /v1/checkout/sessions. Since 2026-09-30.endive `payment_method_types` is refused with its
 * own code.
 */
export function createSession(stripe: Stripe, input: Parameters): Session {
  const lines = input['line_items'] as LineInput[]
  if (lines.length === 0)
    throw invalid('Missing required param: line_items.', 'parameter_missing', 'line_items')

  const currency = currencyOf(lines, input)
  const items = lines.map((line, index) => lineItem(line, index, seconds(stripe)))
  const subtotal = items.reduce((sum, item) => sum + item.amount_subtotal, 0)
  const couponId = couponOf(input)
  const discount =
    couponId === null ? 0 : discountOf(usableCoupon(stripe, couponId, currency), subtotal)
  checkTotal(subtotal - discount, currency)
  const created = seconds(stripe)
  const id = `cs_test_a1${randomText(56)}`
  const { customDomain } = stripe.account.get()
  const url = customDomain
    ? `${customDomain}/c/pay/${id}`
    : `${stripe.core.origins.forPeople()}/sandbox/card/${id}`
  const customer = customerOf(stripe, input)

  const session: Session = {
    ...plainSession(input),
    id,
    amount_subtotal: subtotal,
    amount_total: subtotal - discount,
    created,
    currency,
    customer: customer?.id ?? null,
    customer_details: customer ? detailsOf(customer.email, customer.name ?? null) : null,
    discounts: couponId === null ? [] : [{ coupon: couponId, promotion_code: null }],
    expires_at: expiryOf(input, created),
    payment_method_types: methodsOf(input),
    payment_status: subtotal - discount === 0 ? 'no_payment_required' : 'unpaid',
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    url,
  }

  keepDetails(stripe, input, { id, url, lineItems: spread(items, discount) })

  return stripe.sessions.save(session)
}

function currencyOf(lines: readonly LineInput[], input: Parameters): string {
  const [first = '', ...more] = new Set([
    ...lines.map((line) => line.price_data.currency),
    ...(input['currency'] === undefined ? [] : [input['currency'] as string]),
  ])

  if (more.length > 0)
    throw invalid('All line items must use the same currency.', undefined, 'line_items')

  return first
}

type IntentInput = Partial<SessionDetails['intent']> & {
  metadata?: Metadata
  receipt_email?: string
}

const intentInput = (input: Parameters): IntentInput =>
  (input['payment_intent_data'] ?? {}) as IntentInput

/** Save the data for the later payment of a session. */
function keepDetails(
  stripe: Stripe,
  input: Parameters,
  rest: Pick<SessionDetails, 'id' | 'url' | 'lineItems'>,
): void {
  const data = intentInput(input)
  stripe.details.save({
    ...rest,
    paymentIntentMetadata: data.metadata ?? {},
    receiptEmail: data.receipt_email ?? null,
    intent: {
      description: data.description ?? null,
      setup_future_usage: data.setup_future_usage ?? null,
      statement_descriptor: data.statement_descriptor ?? null,
      statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
    },
    ...(input['after_expiration'] ? { input } : {}),
  })
}

function customerOf(stripe: Stripe, input: Parameters): Customer | null {
  const id = input['customer'] as string | undefined
  if (id === undefined) return null

  if (input['customer_email'] !== undefined)
    throw invalid(
      'You may only specify one of these parameters: customer, customer_email.',
      'parameter_invalid',
      'customer',
    )

  const customer = stripe.customers.get(id)
  if (!customer || customer.deleted) throw missing('customer', id, 'customer')

  return customer
}

/** POST /v1/checkout/sessions/:id: metadata of the session and of its later payment. */
export function updateSession(stripe: Stripe, id: string, input: Parameters): Session {
  const session = sessionOf(stripe, id)
  const details = stripe.details.get(id)
  const { metadata } = intentInput(input)
  if (metadata && session.status !== 'open')
    throw invalid('This Checkout Session is not open.', undefined, 'payment_intent_data')

  if (metadata && details)
    stripe.details.save({
      ...details,
      paymentIntentMetadata: merge(details.paymentIntentMetadata, metadata),
    })

  return stripe.sessions.save({
    ...session,
    metadata: merge(session.metadata, input['metadata'] as Metadata | undefined),
  })
}

/** A session by id; 404 with Stripe's words when there is none. */
export function sessionOf(stripe: Stripe, id: string): Session {
  const session = stripe.sessions.get(id)
  if (!session) throw missing('checkout.session', id, 'session')

  return session
}

/** POST /v1/checkout/sessions/:id/expire: only an open session can be closed. */
export function expireSession(stripe: Stripe, id: string, cause: Cause): Session {
  const session = sessionOf(stripe, id)

  if (session.status !== 'open')
    throw invalid(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout ' +
        `Session has a status of ${session.status}.`,
    )

  return endSession(stripe, session, cause)
}

/** Expire the open sessions that are past their time. */
export function expireOverdue(stripe: Stripe): void {
  for (const session of stripe.sessions.filter(
    (one) => one.status === 'open' && one.expires_at <= seconds(stripe),
  ))
    endSession(stripe, session, null)
}

function endSession(stripe: Stripe, session: Session, cause: Cause): Session {
  const expired = stripe.sessions.save({
    ...session,
    status: 'expired',
    url: null,
    after_expiration: recoveryOf(stripe, session),
  })

  emit(stripe, 'checkout.session.expired', expired, { cause })

  return expired
}

/**
 * A buyer follows the recovery URL: a copy of the session opens, with a reference to the original.
 */
export function recoverSession(stripe: Stripe, id: string): Session {
  const { after_expiration: after } = sessionOf(stripe, id)
  const input = stripe.details.get(id)?.input
  const until = after?.recovery?.expires_at ?? 0
  if (!input || until <= seconds(stripe)) throw missing('checkout.session', id, 'session')

  const { expires_at: _, ...rest } = input

  return stripe.sessions.save({ ...createSession(stripe, rest), recovered_from: id })
}

function lineItem(line: LineInput, index: number, created: number): LineItem {
  const { price_data: price, quantity } = line
  const param = `line_items[${index}][price_data]`

  if ((price.unit_amount === undefined) === (price.unit_amount_decimal === undefined))
    throw invalid(
      `Must provide exactly one of unit_amount or unit_amount_decimal in ${param}.`,
      'parameter_missing',
      `${param}[unit_amount]`,
    )

  const unit = price.unit_amount ?? Number(price.unit_amount_decimal)
  const amount = Math.round(unit * quantity)

  return {
    id: `li_1${randomText(23)}`,
    object: 'item',
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: price.product_data.name,
    quantity,
    adjustable_quantity: null,
    metadata: (line.metadata as Metadata | undefined) ?? {},
    price: priceOf(price.currency, unit, created),
  }
}

/**
 * Spread a discount over the lines by their share. The remaining cents go to the first lines, so
 * that the sum is exact.
 */
function spread(items: LineItem[], discount: number): LineItem[] {
  const subtotal = items.reduce((sum, item) => sum + item.amount_subtotal, 0)
  const shares = items.map((item) =>
    subtotal === 0 ? 0 : Math.floor((discount * item.amount_subtotal) / subtotal),
  )
  let rest = discount - shares.reduce((sum, share) => sum + share, 0)

  return items.map((item, index) => {
    const extra = rest > 0 && shares[index]! < item.amount_subtotal ? 1 : 0
    rest -= extra
    const share = shares[index]! + extra

    return { ...item, amount_discount: share, amount_total: item.amount_subtotal - share }
  })
}

function couponOf(input: Parameters): string | null {
  const discounts = (input['discounts'] ?? []) as { coupon?: string; promotion_code?: string }[]
  if (discounts.length > 0 && input['allow_promotion_codes'] !== undefined)
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.')

  const discount = discounts[0]
  if (!discount) return null
  if (discount.promotion_code !== undefined)
    throw missing('promotion_code', discount.promotion_code, 'discounts[0][promotion_code]')

  if (discount.coupon === undefined)
    throw invalid(
      'Must provide coupon or promotion_code in discounts[0].',
      'parameter_missing',
      'discounts[0]',
    )

  return discount.coupon
}

function methodsOf(input: Parameters): string[] {
  const allowed = input['allowed_payment_method_types'] as string[] | undefined
  const excluded = input['excluded_payment_method_types'] as string[] | undefined

  if (allowed && excluded)
    throw invalid(
      'You may only specify one of these parameters: allowed_payment_method_types, excluded_payment_method_types.',
    )

  const methods = ['card'].filter(
    (method) => (allowed ?? ['card']).includes(method) && !excluded?.includes(method),
  ) // this account has cards only

  if (methods.length === 0)
    throw invalid(
      'No valid payment method types for this Checkout Session. Please ensure that you ' +
        'have activated payment methods compatible with your chosen currency in your ' +
        'dashboard.',
    )

  return methods
}

function expiryOf(input: Parameters, created: number): number {
  const wanted = input['expires_at'] as number | undefined
  if (wanted === undefined) return created + 24 * 3600

  if (wanted < created + 30 * 60)
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      undefined,
      'expires_at',
    )

  if (wanted > created + 24 * 3600)
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      undefined,
      'expires_at',
    )

  return wanted
}

function checkTotal(total: number, currency: string): void {
  const least = smallestCharge(currency)

  if (total > 0 && total < least)
    throw invalid(
      `The Checkout Session's total amount due must add up to at least ${worded(least, currency)} ${currency}`,
      'amount_too_small',
    )

  if (total > MAXIMUM_AMOUNT)
    throw invalid('The total amount due must be no more than 999,999.99.', 'amount_too_large')
}
