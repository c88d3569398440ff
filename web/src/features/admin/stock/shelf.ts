import { soldAs } from '@chaveiro/contracts/sold-as'

import type { StockKey, StockProduct } from '../shared/rows.ts'

/** A product that takes keys, with its options. */
export type ShelfProduct = {
  id: string
  name: string
  available: number
  options: readonly StockProduct[]
}

/** Products that take keys, in the server's order. */
export function groupByProduct(entries: readonly StockProduct[]): ShelfProduct[] {
  const entriesByProduct = new Map<string, StockProduct[]>()
  for (const entry of entries)
    entriesByProduct.set(entry.productId, [...(entriesByProduct.get(entry.productId) ?? []), entry])

  return [...entriesByProduct].map(([id, shelfOptions]) => ({
    id,
    name: shelfOptions[0]!.productName,
    available: shelfOptions.reduce((sum, option) => sum + option.available, 0),
    options: shelfOptions,
  }))
}

/** Name of a key's product and option; undefined when it was deleted. */
export const stockKeyName = ({ product }: StockKey): string | undefined => {
  if (!product) return undefined

  return soldAs(product.name, product.variant.name)
}

/** The option with this id, or a product's only option. */
export function findShelfEntry(
  shelf: readonly ShelfProduct[],
  { productId, variantId }: { productId: string; variantId: string },
): StockProduct | undefined {
  const shelfOptions = shelf.find(({ id }) => id === productId)?.options ?? []
  if (shelfOptions.length === 1) return shelfOptions[0]

  return shelfOptions.find(({ id }) => id === variantId)
}
