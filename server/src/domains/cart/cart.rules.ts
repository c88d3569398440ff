import { soldAs } from '@chaveiro/contracts/sold-as'

import { fail } from '../../platform/errors.ts'
import type { CartLine, Offer, SeenLine } from './cart.queries.ts'

// Which variant of a cart is meant, and what it may hold of it.

/** A variant, or the one that stands for a product where none is named. */
export type Choice = { productId: string; variantId?: string | undefined }

/** The line of a variant, or the only one of a product. Throws variant.choose. */
export function lineMeant(lines: readonly SeenLine[], id: string): SeenLine | undefined {
  const line = lines.find((line) => line.variantId === id)
  if (line) return line

  const ofProduct = lines.filter((line) => line.productId === id)
  if (ofProduct.length > 1) throw fail('variant.choose')

  return ofProduct[0]
}

/** The variant that stands for a product where none is named: the first that is sold. */
export const leadingOf = (offers: readonly Offer[], productId: string): Offer | undefined =>
  offers.find((offer) => offer.sellable && offer.productId === productId)

/** What was chosen, sold now or not. */
export const offerOf = (
  offers: readonly Offer[],
  { productId, variantId }: Choice,
): Offer | undefined =>
  variantId === undefined
    ? leadingOf(offers, productId)
    : offers.find((offer) => offer.variantId === variantId && offer.productId === productId)

/** Whether any of an offer may join a cart of this currency. */
export const isAddable = (offer: Offer, currency: string | undefined): boolean =>
  offer.sellable && offer.max > 0 && (!currency || offer.currency === currency)

/** What was chosen, while it is sold. Throws variant.not_found for a variant of something else. */
export function chosenOf(offers: readonly Offer[], choice: Choice): Offer | undefined {
  const offer = offerOf(offers, choice)
  if (choice.variantId !== undefined && !offer) throw fail('variant.not_found')

  return offer?.sellable ? offer : undefined
}

/**
 * How many of a variant, or of the one that stands for a product, an order may hold now, and
 * whether it is sold at all.
 */
export const mostOfEach = (
  offers: readonly Offer[],
  ids: readonly string[],
): { id: string; max: number; onSale: boolean }[] =>
  ids.map((id) => {
    const offer =
      offers.find((offer) => offer.sellable && offer.variantId === id) ?? leadingOf(offers, id)

    return { id, max: offer?.max ?? 0, onSale: offer !== undefined }
  })

/** An offer that fits beside these lines. Throws product.unavailable and cart.currency. */
export function requireFitting(offer: Offer | undefined, lines: readonly CartLine[]): Offer {
  if (!offer) throw fail('product.unavailable')

  const currency = lines[0]?.currency
  if (currency && currency !== offer.currency) throw fail('cart.currency', { currency })

  return offer
}

type Named = Pick<Offer, 'name' | 'variantName' | 'minPerOrder' | 'maxPerOrder'>
const nameOf = ({ name, variantName }: Named): string => soldAs(name, variantName)

/**
 * Refuse more units than are left. Throws cart.stock and cart.out, and what assertPerOrder throws.
 */
export function assertInStock(line: Named, offer: Offer | undefined, quantity: number): void {
  assertPerOrder(line, quantity)
  if (!offer) throw fail('product.unavailable')
  if (offer.max === 0) throw fail('cart.out', { product: nameOf(line) })
  if (quantity > offer.max) throw fail('cart.stock', { product: nameOf(line), left: offer.max })
}

/**
 * Refuse more units than one order may hold (Q116). Throws cart.quantity, or cart.limit_order where
 * an order has to hold some number at least.
 */
export function assertPerOrder(line: Named, quantity: number): void {
  const { minPerOrder: min, maxPerOrder: max } = line
  if (quantity <= max) return
  if (min > 1) throw fail('cart.limit_order', { product: nameOf(line), min, max })

  throw fail('cart.quantity', { product: nameOf(line), max })
}

/** Refuse a line that an order may not hold: too many, or fewer than it has to be at least. */
export function assertOrderable(line: CartLine): void {
  assertPerOrder(line, line.quantity)
  const { minPerOrder: min, maxPerOrder: max } = line
  if (line.quantity < min) throw fail('cart.limit_order', { product: nameOf(line), min, max })
}
