import { randomText } from '../core/ids.ts'
import { CURRENCIES } from './currencies.ts'
import { invalidRequest, missingResource } from './errors.ts'
import { epochSeconds, type Coupon, type Stripe } from './model.ts'
import type { Parameters, Rules } from './parameters.ts'

export const couponRules: Rules = {
  id: { is: 'text', max: 200 },
  amount_off: { is: 'integer', min: 1 },
  percent_off: { is: 'decimal' },
  currency: { is: 'one-of', values: CURRENCIES },
  duration: { is: 'one-of', values: ['once', 'forever', 'repeating'] },
  duration_in_months: { is: 'integer', min: 1 },
  max_redemptions: { is: 'integer', min: 1 },
  redeem_by: { is: 'integer' },
  name: { is: 'text', max: 40 },
  metadata: { is: 'metadata' },
}

/** POST /v1/coupons: needs either amount_off (with a currency) or percent_off. */
export function createCoupon(stripe: Stripe, input: Parameters): Coupon {
  const { amount: amountOff, percent: percentOff } = couponTerms(input)
  const id = (input['id'] as string | undefined) ?? randomText(8)
  if (stripe.coupons.get(id))
    throw invalidRequest('Coupon already exists.', 'resource_already_exists', 'id')

  const redeemBy = input['redeem_by'] as number | undefined
  if (redeemBy !== undefined && redeemBy <= epochSeconds(stripe))
    throw invalidRequest('redeem_by must be in the future', undefined, 'redeem_by')

  return stripe.coupons.save({
    id,
    object: 'coupon',
    amount_off: amountOff ?? null,
    created: epochSeconds(stripe),
    currency: amountOff === undefined ? null : (input['currency'] as string),
    duration: 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: (input['max_redemptions'] as number | undefined) ?? null,
    metadata: (input['metadata'] as Coupon['metadata'] | undefined) ?? {},
    name: (input['name'] as string | undefined) ?? null,
    percent_off: percentOff === undefined ? null : Number(percentOff),
    redeem_by: redeemBy ?? null,
    times_redeemed: 0,
    valid: true,
  })
}

/** A coupon's discount: minor units of its currency, or a percentage. */
function couponTerms(input: Parameters): { amount?: number; percent?: string } {
  const amountOff = input['amount_off'] as number | undefined
  const percentOff = input['percent_off'] as string | undefined
  if ((amountOff === undefined) === (percentOff === undefined))
    throw invalidRequest('Must provide exactly one of percent_off or amount_off.')
  if (amountOff !== undefined && input['currency'] === undefined)
    throw invalidRequest(
      'Must provide currency when passing amount_off.',
      'parameter_missing',
      'currency',
    )

  if (percentOff !== undefined && !(Number(percentOff) > 0 && Number(percentOff) <= 100))
    throw invalidRequest(
      'Invalid percent_off: must be above 0 and at most 100',
      'parameter_invalid',
      'percent_off',
    )

  if (input['duration'] !== undefined && input['duration'] !== 'once')
    throw invalidRequest(
      'Checkout in payment mode takes coupons with duration once only.',
      undefined,
      'duration',
    )

  return { amount: amountOff, percent: percentOff }
}

/** The coupon of a session; throws if it is missing, expired, used up or in another currency. */
export function usableCoupon(stripe: Stripe, id: string, currency: string): Coupon {
  const coupon = stripe.coupons.get(id)
  if (!coupon) throw missingResource('coupon', id, 'discounts[0][coupon]')
  if ((coupon.redeem_by !== null && coupon.redeem_by <= epochSeconds(stripe)) || !coupon.valid)
    throw invalidRequest(`Coupon expired: ${id}`, 'coupon_expired', 'discounts[0][coupon]')

  if (coupon.currency !== null && coupon.currency !== currency)
    throw invalidRequest(
      `The coupon's currency (${coupon.currency}) does not match the session's (${currency}).`,
      undefined,
      'discounts[0][coupon]',
    )

  return coupon
}

/** Counts a use of the coupon when the session completes. */
export function countRedemption(stripe: Stripe, id: string): void {
  const coupon = stripe.coupons.get(id)
  if (!coupon) return

  const timesRedeemed = coupon.times_redeemed + 1

  stripe.coupons.save({
    ...coupon,
    times_redeemed: timesRedeemed,
    valid: coupon.max_redemptions === null || timesRedeemed < coupon.max_redemptions,
  })
}

/** Minor units that a coupon takes off a subtotal, never more than the subtotal. */
export function discountOf(coupon: Coupon, subtotal: number): number {
  const wantedDiscount =
    coupon.amount_off ?? Math.round((subtotal * (coupon.percent_off ?? 0)) / 100)
  return Math.min(wantedDiscount, subtotal)
}
