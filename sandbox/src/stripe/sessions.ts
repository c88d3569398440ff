import { randomText } from '../core/ids.ts'
import { discountOf, usableCoupon } from './coupons.ts'
import { smallestCharge, formatAmount } from './currencies.ts'
import { mergeMetadata } from './customers.ts'
import { invalidRequest, missingResource } from './errors.ts'
import { emitEvent, type Cause } from './events.ts'
import {
  MAXIMUM_AMOUNT,
  epochSeconds,
  type Customer,
  type LineItem,
  type Metadata,
  type Session,
  type SessionDetails,
  type Stripe,
} from './model.ts'
import type { Parameters } from './parameters.ts'
import { recoveryOf } from './session-recovery.ts'
import { detailsOf, plainSession, priceObject } from './session-shape.ts'

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
 * POST /v1/checkout/sessions. Since API version 2026-09-30.endive `payment_method_types` is refused
 * with an error code of its own.
 */
export function createSession(stripe: Stripe, input: Parameters): Session {
  const lineInputs = input['line_items'] as LineInput[]
  if (lineInputs.length === 0)
    throw invalidRequest('Missing required param: line_items.', 'parameter_missing', 'line_items')

  const currency = currencyOf(lineInputs, input)
  const lineItems = lineInputs.map((line, index) => lineItem(line, index, epochSeconds(stripe)))
  const subtotal = lineItems.reduce((sum, item) => sum + item.amount_subtotal, 0)
  const couponId = couponIdOf(input)
  const discount =
    couponId === null ? 0 : discountOf(usableCoupon(stripe, couponId, currency), subtotal)
  checkTotal(subtotal - discount, currency)
  const createdAt = epochSeconds(stripe)
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
    created: createdAt,
    currency,
    customer: customer?.id ?? null,
    customer_details: customer ? detailsOf(customer.email, customer.name ?? null) : null,
    discounts: couponId === null ? [] : [{ coupon: couponId, promotion_code: null }],
    expires_at: expiryTime(input, createdAt),
    payment_method_types: methodsOf(input),
    payment_status: subtotal - discount === 0 ? 'no_payment_required' : 'unpaid',
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
    url,
  }

  keepDetails(stripe, input, { id, url, lineItems: spreadDiscount(lineItems, discount) })

  return stripe.sessions.save(session)
}

function currencyOf(lineInputs: readonly LineInput[], input: Parameters): string {
  const [first = '', ...more] = new Set([
    ...lineInputs.map((line) => line.price_data.currency),
    ...(input['currency'] === undefined ? [] : [input['currency'] as string]),
  ])

  if (more.length > 0)
    throw invalidRequest('All line items must use the same currency.', undefined, 'line_items')

  return first
}

type IntentInput = Partial<SessionDetails['intent']> & {
  metadata?: Metadata
  receipt_email?: string
}

const intentInput = (input: Parameters): IntentInput =>
  (input['payment_intent_data'] ?? {}) as IntentInput

/** Stores the data for the later payment of a session. */
function keepDetails(
  stripe: Stripe,
  input: Parameters,
  savedParts: Pick<SessionDetails, 'id' | 'url' | 'lineItems'>,
): void {
  const intentData = intentInput(input)
  stripe.details.save({
    ...savedParts,
    paymentIntentMetadata: intentData.metadata ?? {},
    receiptEmail: intentData.receipt_email ?? null,
    intent: {
      description: intentData.description ?? null,
      setup_future_usage: intentData.setup_future_usage ?? null,
      statement_descriptor: intentData.statement_descriptor ?? null,
      statement_descriptor_suffix: intentData.statement_descriptor_suffix ?? null,
    },
    ...(input['after_expiration'] ? { input } : {}),
  })
}

function customerOf(stripe: Stripe, input: Parameters): Customer | null {
  const id = input['customer'] as string | undefined
  if (id === undefined) return null

  if (input['customer_email'] !== undefined)
    throw invalidRequest(
      'You may only specify one of these parameters: customer, customer_email.',
      'parameter_invalid',
      'customer',
    )

  const customer = stripe.customers.get(id)
  if (!customer || customer.deleted) throw missingResource('customer', id, 'customer')

  return customer
}

/** POST /v1/checkout/sessions/:id: changes the metadata of the session and of its later payment. */
export function updateSession(stripe: Stripe, id: string, input: Parameters): Session {
  const session = sessionOf(stripe, id)
  const sessionDetails = stripe.details.get(id)
  const { metadata } = intentInput(input)
  if (metadata && session.status !== 'open')
    throw invalidRequest('This Checkout Session is not open.', undefined, 'payment_intent_data')

  if (metadata && sessionDetails)
    stripe.details.save({
      ...sessionDetails,
      paymentIntentMetadata: mergeMetadata(sessionDetails.paymentIntentMetadata, metadata),
    })

  return stripe.sessions.save({
    ...session,
    metadata: mergeMetadata(session.metadata, input['metadata'] as Metadata | undefined),
  })
}

/** A session by id; throws Stripe's 404 for an unknown id. */
export function sessionOf(stripe: Stripe, id: string): Session {
  const session = stripe.sessions.get(id)
  if (!session) throw missingResource('checkout.session', id, 'session')

  return session
}

/** POST /v1/checkout/sessions/:id/expire: only an open session can expire. */
export function expireSession(stripe: Stripe, id: string, cause: Cause): Session {
  const session = sessionOf(stripe, id)

  if (session.status !== 'open')
    throw invalidRequest(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout ' +
        `Session has a status of ${session.status}.`,
    )

  return endSession(stripe, session, cause)
}

/** Expires open sessions after their time. */
export function expireOverdue(stripe: Stripe): void {
  for (const session of stripe.sessions.filter(
    (one) => one.status === 'open' && one.expires_at <= epochSeconds(stripe),
  ))
    endSession(stripe, session, null)
}

function endSession(stripe: Stripe, session: Session, cause: Cause): Session {
  const expiredSession = stripe.sessions.save({
    ...session,
    status: 'expired',
    url: null,
    after_expiration: recoveryOf(stripe, session),
  })

  emitEvent(stripe, 'checkout.session.expired', expiredSession, { cause })

  return expiredSession
}

/**
 * A buyer follows the recovery URL: opens a copy of the session with a reference to the original.
 */
export function recoverSession(stripe: Stripe, id: string): Session {
  const { after_expiration: after } = sessionOf(stripe, id)
  const input = stripe.details.get(id)?.input
  const recoverableUntil = after?.recovery?.expires_at ?? 0
  if (!input || recoverableUntil <= epochSeconds(stripe))
    throw missingResource('checkout.session', id, 'session')

  const { expires_at: _, ...repeatedInput } = input

  return stripe.sessions.save({ ...createSession(stripe, repeatedInput), recovered_from: id })
}

function lineItem(line: LineInput, index: number, createdAt: number): LineItem {
  const { price_data: price, quantity } = line
  const parameterName = `line_items[${index}][price_data]`

  if ((price.unit_amount === undefined) === (price.unit_amount_decimal === undefined))
    throw invalidRequest(
      `Must provide exactly one of unit_amount or unit_amount_decimal in ${parameterName}.`,
      'parameter_missing',
      `${parameterName}[unit_amount]`,
    )

  const unitAmount = price.unit_amount ?? Number(price.unit_amount_decimal)
  const lineAmount = Math.round(unitAmount * quantity)

  return {
    id: `li_1${randomText(23)}`,
    object: 'item',
    amount_discount: 0,
    amount_subtotal: lineAmount,
    amount_tax: 0,
    amount_total: lineAmount,
    currency: price.currency,
    description: price.product_data.name,
    quantity,
    adjustable_quantity: null,
    metadata: (line.metadata as Metadata | undefined) ?? {},
    price: priceObject(price.currency, unitAmount, createdAt),
  }
}

/**
 * Distributes a discount over the lines by their share. The remaining cents go to the first lines,
 * so that the sum is exact.
 */
function spreadDiscount(lineItems: LineItem[], discount: number): LineItem[] {
  const subtotal = lineItems.reduce((sum, item) => sum + item.amount_subtotal, 0)
  const lineShares = lineItems.map((item) =>
    subtotal === 0 ? 0 : Math.floor((discount * item.amount_subtotal) / subtotal),
  )
  let undistributed = discount - lineShares.reduce((sum, lineShare) => sum + lineShare, 0)

  return lineItems.map((item, index) => {
    const extraCent = undistributed > 0 && lineShares[index]! < item.amount_subtotal ? 1 : 0
    undistributed -= extraCent
    const lineShare = lineShares[index]! + extraCent

    return { ...item, amount_discount: lineShare, amount_total: item.amount_subtotal - lineShare }
  })
}

function couponIdOf(input: Parameters): string | null {
  const discounts = (input['discounts'] ?? []) as {
    coupon?: string
    promotion_code?: string
  }[]
  if (discounts.length > 0 && input['allow_promotion_codes'] !== undefined)
    throw invalidRequest(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
    )

  const discount = discounts[0]
  if (!discount) return null
  if (discount.promotion_code !== undefined)
    throw missingResource('promotion_code', discount.promotion_code, 'discounts[0][promotion_code]')

  if (discount.coupon === undefined)
    throw invalidRequest(
      'Must provide coupon or promotion_code in discounts[0].',
      'parameter_missing',
      'discounts[0]',
    )

  return discount.coupon
}

function methodsOf(input: Parameters): string[] {
  const allowedTypes = input['allowed_payment_method_types'] as string[] | undefined
  const excludedTypes = input['excluded_payment_method_types'] as string[] | undefined

  if (allowedTypes && excludedTypes)
    throw invalidRequest(
      'You may only specify one of these parameters: allowed_payment_method_types, excluded_payment_method_types.',
    )

  const methodTypes = ['card'].filter(
    (method) => (allowedTypes ?? ['card']).includes(method) && !excludedTypes?.includes(method),
  ) // this account has cards only

  if (methodTypes.length === 0)
    throw invalidRequest(
      'No valid payment method types for this Checkout Session. Please ensure that you ' +
        'have activated payment methods compatible with your chosen currency in your ' +
        'dashboard.',
    )

  return methodTypes
}

function expiryTime(input: Parameters, createdAt: number): number {
  const wantedExpiry = input['expires_at'] as number | undefined
  if (wantedExpiry === undefined) return createdAt + 24 * 3600

  if (wantedExpiry < createdAt + 30 * 60)
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      undefined,
      'expires_at',
    )

  if (wantedExpiry > createdAt + 24 * 3600)
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      undefined,
      'expires_at',
    )

  return wantedExpiry
}

function checkTotal(total: number, currency: string): void {
  const smallestAmount = smallestCharge(currency)

  if (total > 0 && total < smallestAmount)
    throw invalidRequest(
      "The Checkout Session's total amount due must add up to at least " +
        `${formatAmount(smallestAmount, currency)} ${currency}`,
      'amount_too_small',
    )

  if (total > MAXIMUM_AMOUNT)
    throw invalidRequest(
      'The total amount due must be no more than 999,999.99.',
      'amount_too_large',
    )
}
