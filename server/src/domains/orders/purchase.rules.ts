import { createHash } from 'node:crypto'

/** The terms by which two purchases are compared. */
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
 * The fingerprint of a purchase: two purchases with the same lines, prices, coupon and totals have
 * the same one. It includes the kind of delivery, since a reused order keeps its lines.
 */
export function fingerprintOf(purchase: Terms): string {
  const comparedLines = purchase.lines
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
        comparedLines,
      ]),
    )
    .digest('hex')
}
