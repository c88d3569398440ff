import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'

type OwnedProduct = Reply<Api['orders']['products']>['products'][number]

export const libraryShelves = ['all', 'active', 'waiting', 'ended'] as const
export type Shelf = (typeof libraryShelves)[number]

/** Products on a shelf. Every product is on exactly one shelf besides `all`. */
export function productsOnShelf(
  products: readonly OwnedProduct[],
  shelf: Shelf,
): readonly OwnedProduct[] {
  if (shelf === 'active') return products.filter(({ status }) => status === 'active')
  if (shelf === 'ended')
    return products.filter(({ status }) => status === 'expired' || status === 'suspended')
  if (shelf === 'waiting') return products.filter(({ status }) => status === 'pending')

  return products
}
