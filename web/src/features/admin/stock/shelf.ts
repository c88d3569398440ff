import { soldAs } from '@chaveiro/contracts/sold-as'

import type { StockKey, StockProduct } from '../shared/rows.ts'

/** A product that keys can be added to, with what it is sold in: one thing, or several options. */
export type ShelfProduct = {
  id: string
  name: string
  available: number
  options: readonly StockProduct[]
}

/** What keys can be added to, product by product, in the order in which the shop answers it. */
export function shelfOf(entries: readonly StockProduct[]): ShelfProduct[] {
  const products = new Map<string, StockProduct[]>()
  for (const entry of entries)
    products.set(entry.productId, [...(products.get(entry.productId) ?? []), entry])

  return [...products].map(([id, options]) => ({
    id,
    name: options[0]!.productName,
    available: options.reduce((sum, option) => sum + option.available, 0),
    options,
  }))
}

/** What a key is for, with its option where that has a name; nothing where that was deleted. */
export const nameOf = ({ product }: StockKey): string | undefined =>
  product ? soldAs(product.name, product.variant.name) : undefined

/** What is meant by a product and an option: of several the one that is named, else the only one. */
export function entryOf(
  shelf: readonly ShelfProduct[],
  { productId, variantId }: { productId: string; variantId: string },
): StockProduct | undefined {
  const options = shelf.find(({ id }) => id === productId)?.options ?? []
  return options.length === 1 ? options[0] : options.find(({ id }) => id === variantId)
}
