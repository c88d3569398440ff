import { soldAs } from '@chaveiro/contracts/sold-as'

import { fail } from '../../platform/errors.ts'
import type { CartLine, Offer, SeenLine } from './cart.queries.ts'

// Which variant a request names, and how many units of it the cart may have.

/** The variant that a request names; without `variantId`, the product's first variant on sale. */
export type Choice = { productId: string; variantId?: string | undefined }

/**
 * The line of a variant, or the only line of a product. Throws variant.choose when the product has
 * several lines.
 */
export function findCartLine(lines: readonly SeenLine[], id: string): SeenLine | undefined {
  const line = lines.find((line) => line.variantId === id)
  if (line) return line

  const productLines = lines.filter((line) => line.productId === id)
  if (productLines.length > 1) throw fail('variant.choose')

  return productLines[0]
}

/** The first variant of a product that is on sale, for requests that name only the product. */
export const leadingOffer = (offers: readonly Offer[], productId: string): Offer | undefined =>
  offers.find((offer) => offer.sellable && offer.productId === productId)

/** The offer that a request names, on sale or not. */
export const offerOfChoice = (
  offers: readonly Offer[],
  { productId, variantId }: Choice,
): Offer | undefined =>
  variantId === undefined
    ? leadingOffer(offers, productId)
    : offers.find((offer) => offer.variantId === variantId && offer.productId === productId)

/** Whether at least one unit of an offer can be added to a cart of this currency. */
export const isAddable = (offer: Offer, currency: string | undefined): boolean =>
  offer.sellable && offer.max > 0 && (!currency || offer.currency === currency)

/**
 * The offer that a request names; undefined when it is not on sale. Throws variant.not_found for a
 * variant of another product.
 */
export function sellableOffer(offers: readonly Offer[], choice: Choice): Offer | undefined {
  const chosenOffer = offerOfChoice(offers, choice)
  if (choice.variantId !== undefined && !chosenOffer) throw fail('variant.not_found')

  return chosenOffer?.sellable ? chosenOffer : undefined
}

/**
 * For each id of a variant or product: how many units an order may have now, and whether it is on
 * sale.
 */
export const limitsOfEach = (
  offers: readonly Offer[],
  ids: readonly string[],
): { id: string; max: number; onSale: boolean }[] =>
  ids.map((id) => {
    const offer =
      offers.find((offer) => offer.sellable && offer.variantId === id) ?? leadingOffer(offers, id)

    return { id, max: offer?.max ?? 0, onSale: offer !== undefined }
  })

/**
 * Returns the offer if it can be added to these lines. Throws product.unavailable and
 * cart.currency.
 */
export function requireFitting(offer: Offer | undefined, lines: readonly CartLine[]): Offer {
  if (!offer) throw fail('product.unavailable')

  const currency = lines[0]?.currency
  if (currency && currency !== offer.currency) throw fail('cart.currency', { currency })

  return offer
}

type NamedLine = Pick<Offer, 'name' | 'variantName' | 'minPerOrder' | 'maxPerOrder'>
const productName = ({ name, variantName }: NamedLine): string => soldAs(name, variantName)

/**
 * Refuse more units than are in stock. Throws cart.stock, cart.out, product.unavailable, and the
 * errors of assertPerOrder.
 */
export function assertInStock(line: NamedLine, offer: Offer | undefined, quantity: number): void {
  assertPerOrder(line, quantity)
  if (!offer) throw fail('product.unavailable')
  if (offer.max === 0) throw fail('cart.out', { product: productName(line) })
  if (quantity > offer.max)
    throw fail('cart.stock', { product: productName(line), left: offer.max })
}

/**
 * Refuse more units than one order may have (Q116). Throws cart.quantity, or cart.limit_order when
 * the variant also has a minimum.
 */
export function assertPerOrder(line: NamedLine, quantity: number): void {
  const { minPerOrder: min, maxPerOrder: max } = line
  if (quantity <= max) return
  if (min > 1) throw fail('cart.limit_order', { product: productName(line), min, max })

  throw fail('cart.quantity', { product: productName(line), max })
}

/** Refuse a line with more or fewer units than one order may have. */
export function assertOrderable(line: CartLine): void {
  assertPerOrder(line, line.quantity)
  const { minPerOrder: min, maxPerOrder: max } = line
  if (line.quantity < min) throw fail('cart.limit_order', { product: productName(line), min, max })
}
