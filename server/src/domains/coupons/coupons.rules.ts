import type { PlainErrorCode } from '@chaveiro/contracts/errors'
import type { Currency } from '@chaveiro/contracts/limits'
import { couponLimits } from '@chaveiro/contracts/product-limits'
import type { CouponType } from '@chaveiro/contracts/states'

export type Coupon = {
  type: CouponType
  value: number
  minPurchaseCents: number
  maxDiscountCents: number
  usageLimit: number
  usageCount: number
  reservedCount: number
  startDate: Date
  endDate: Date
  active: boolean
}

export type Line = {
  productId: string
  variantId?: string | undefined
  unitCents: number
  quantity: number
}

/**
 * The key of a single variant in the set of linked products. A plain id means a whole product, and
 * its first variant has the same id.
 */
export const variantLink = (variantId: string): string => `variant ${variantId}`

const isLinked = (linked: ReadonlySet<string>, { productId, variantId }: Line): boolean =>
  linked.has(productId) || (variantId !== undefined && linked.has(variantLink(variantId)))

/** Facts about the customer that decide, together with the cart, whether a coupon can be used. */
export type Customer = {
  completedOrders: number
  hasAbandonedCart: boolean
  hasOpenFirstPurchase: boolean
}

export type Refusal =
  | { code: 'coupon.min_purchase'; minPurchaseCents: number }
  | { code: PlainErrorCode }

/**
 * The present status of a coupon (Q55), computed and never stored. `endDate` is the last instant of
 * the coupon's last day.
 */
export function couponStatus(
  coupon: Pick<Coupon, 'active' | 'startDate' | 'endDate'>,
  now: Date,
): 'active' | 'inactive' | 'upcoming' | 'expired' {
  if (!coupon.active) return 'inactive'
  if (now < coupon.startDate) return 'upcoming'

  return now > coupon.endDate ? 'expired' : 'active'
}

/** Whether a use is left. Reserved uses count too, and a limit of 0 means no limit (Q56). */
export const hasUsesLeft = (coupon: Coupon): boolean =>
  coupon.usageLimit === 0 || coupon.usageCount + coupon.reservedCount < coupon.usageLimit

/**
 * A coupon with its amounts in the cart's currency. Staff set the amounts in reais; for a cart in
 * dollars they are converted at the shop's rate. A limit never becomes 0, which would mean no
 * limit.
 */
export function inCurrency<C extends Coupon>(coupon: C, currency: Currency, usdRate: number): C {
  if (currency === 'BRL') return coupon

  const toCartCurrency = (cents: number): number =>
    cents > 0 ? Math.max(1, Math.round(cents / usdRate)) : 0

  return {
    ...coupon,
    minPurchaseCents: toCartCurrency(coupon.minPurchaseCents),
    maxDiscountCents: toCartCurrency(coupon.maxDiscountCents),
  }
}

/**
 * The reason why a valid coupon cannot be used for this cart or customer; null when it can (Q54,
 * Q58).
 */
export function couponRefusal(
  coupon: Coupon,
  linked: ReadonlySet<string>,
  cart: { lines: readonly Line[]; currency: Currency },
  customer: Customer,
): Refusal | null {
  if (coupon.type === 'fixed' && cart.currency !== 'BRL') return { code: 'coupon.currency' }
  if (totalCentsOf(cart.lines) < coupon.minPurchaseCents)
    return { code: 'coupon.min_purchase', minPurchaseCents: coupon.minPurchaseCents }

  if (
    (coupon.type === 'category' || linked.size > 0) &&
    !cart.lines.some((line) => isLinked(linked, line))
  )
    return { code: 'coupon.products' }

  const productCount = new Set(cart.lines.map((line) => line.productId)).size
  if (coupon.type === 'bundle' && productCount < couponLimits.bundleProducts)
    return { code: 'coupon.bundle' }

  const code = customerRefusal(coupon.type, customer)

  return code && { code }
}

/**
 * The error code when a coupon is only for certain customers and this customer is not one of them.
 */
function customerRefusal(type: Coupon['type'], customer: Customer): PlainErrorCode | null {
  if (type === 'first_purchase')
    return customer.completedOrders > 0 || customer.hasOpenFirstPurchase
      ? 'coupon.first_purchase'
      : null

  if (type === 'loyalty' && customer.completedOrders < couponLimits.loyaltyOrders)
    return 'coupon.loyalty'

  return type === 'recovery' && !customer.hasAbandonedCart ? 'coupon.recovery' : null
}

/**
 * The discount in cents: the amount of a fixed coupon, else a percentage (in hundredths) of the
 * linked lines or the whole cart. It is rounded half up and never exceeds the cap or the subtotal
 * (Q54, Q57, Q59).
 */
export function discountOf(
  coupon: Coupon,
  linked: ReadonlySet<string>,
  lines: readonly Line[],
): number {
  const eligibleLines = linked.size > 0 ? lines.filter((line) => isLinked(linked, line)) : lines
  const fullDiscount =
    coupon.type === 'fixed'
      ? coupon.value
      : Math.round((totalCentsOf(eligibleLines) * coupon.value) / 10_000)
  const cappedDiscount =
    coupon.maxDiscountCents > 0 ? Math.min(fullDiscount, coupon.maxDiscountCents) : fullDiscount

  return Math.max(0, Math.min(cappedDiscount, totalCentsOf(eligibleLines)))
}

/** The sum of all lines in cents. */
export const totalCentsOf = (lines: readonly Line[]): number =>
  lines.reduce((total, line) => total + line.unitCents * line.quantity, 0)
