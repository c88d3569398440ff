import { productLimits } from '@chaveiro/contracts/product-limits'

export const priceWays = ['set', 'raise', 'cut'] as const
export type Way = (typeof priceWays)[number]

type Option = {
  productId: string
  price: number
  compareAtPrice: number | null
  planned: boolean
}

/** Why an option keeps its price. */
export type Stays = 'same' | 'several' | 'most' | 'compare'

/**
 * A price in cents changed by a percentage, half a cent rounded up; a paid product never becomes
 * free.
 */
function byPercent(cents: number, percent: number): number {
  const exactCents = (cents * (10_000 + Math.round(percent * 100))) / 10_000
  return Math.max(cents > 0 ? 1 : 0, Math.round(exactCents))
}

function changedCents(price: number, way: Way, value: number): number {
  const centsBefore = Math.round(price * 100)
  if (way === 'set') return Math.round(value * 100)

  return byPercent(centsBefore, way === 'raise' ? value : -value)
}

/** Each option's new price, or why it keeps the old one. */
export function newPrices<O extends Option>(
  options: readonly O[],
  way: Way,
  value: number,
): (O & { to: number; stays: Stays | null })[] {
  const isChangedTwice = (productId: string) =>
    options.filter((option) => option.productId === productId).length > 1

  const reasonToStay = (option: O, cents: number): Stays | null => {
    if (way === 'set' && isChangedTwice(option.productId)) return 'several'
    if (cents > productLimits.priceCentsMax) return 'most'
    if (cents === Math.round(option.price * 100)) return 'same'

    const { compareAtPrice: before, planned } = option

    // A new price ends an active scheduled price together with its compare-at price, which then
    // cannot be too low.
    const isUndercut = !planned && before !== null && before * 100 <= cents

    if (!isUndercut) return null

    return 'compare'
  }

  return options.map((option) => {
    const centsAfter = changedCents(option.price, way, value)
    return { ...option, to: centsAfter / 100, stays: reasonToStay(option, centsAfter) }
  })
}
