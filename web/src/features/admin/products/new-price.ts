import { productLimits } from '@chaveiro/contracts/product-limits'

export const ways = ['set', 'raise', 'cut'] as const
export type Way = (typeof ways)[number]

type Option = {
  productId: string
  price: number
  compareAtPrice: number | null
  planned: boolean
}

/** Why the price of an option stays as it is. */
export type Stays = 'same' | 'several' | 'most' | 'compare'

/** A price changed by so many percent, to the cent, half a cent up; what costs something still does. */
function byPercent(cents: number, percent: number): number {
  const exact = (cents * (10_000 + Math.round(percent * 100))) / 10_000
  return Math.max(cents > 0 ? 1 : 0, Math.round(exact))
}

function centsOf(price: number, way: Way, value: number): number {
  const cents = Math.round(price * 100)
  if (way === 'set') return Math.round(value * 100)

  return byPercent(cents, way === 'raise' ? value : -value)
}

/** What each option would cost, and why one of them stays as it is. */
export function newPrices<O extends Option>(
  options: readonly O[],
  way: Way,
  value: number,
): (O & { to: number; stays: Stays | null })[] {
  const several = (productId: string) =>
    options.filter((option) => option.productId === productId).length > 1

  const stays = (option: O, cents: number): Stays | null => {
    if (way === 'set' && several(option.productId)) return 'several'
    if (cents > productLimits.priceCentsMax) return 'most'
    if (cents === Math.round(option.price * 100)) return 'same'

    const { compareAtPrice: before, planned } = option

    // The price struck through of a scheduled price goes with it.
    const isUndercut = !planned && before !== null && before * 100 <= cents

    return isUndercut ? 'compare' : null
  }

  return options.map((option) => {
    const cents = centsOf(option.price, way, value)
    return { ...option, to: cents / 100, stays: stays(option, cents) }
  })
}
