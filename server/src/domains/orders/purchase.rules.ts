import { createHash } from 'node:crypto'

/** What makes two purchases the same. */
type Terms = {
  currency: string
  totalCents: number
  discountCents: number
  couponCode: string | null
  lines: readonly {
    variantId: string
    unitCents: number
    quantity: number
    provider: string
    sellerType: string
    level: number
    validityDays: number | null
  }[]
}

/**
 * The fingerprint of a purchase: two are the same when lines with prices, coupon and totals are. How
 * a line is delivered is part of it, since an order that is used again keeps its lines as they are.
 */
export function fingerprintOf(purchase: Terms): string {
  const lines = purchase.lines
    .map((line) => [
      line.variantId,
      line.unitCents,
      line.quantity,
      line.provider,
      line.sellerType,
      line.level,
      line.validityDays,
    ])
    .sort()

  return createHash('sha256')
    .update(
      JSON.stringify([
        purchase.currency,
        purchase.totalCents,
        purchase.discountCents,
        purchase.couponCode,
        lines,
      ]),
    )
    .digest('hex')
}
