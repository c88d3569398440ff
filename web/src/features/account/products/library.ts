import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'

type Owned = Reply<Api['orders']['products']>['products'][number]

export const shelves = ['all', 'active', 'waiting', 'ended'] as const
export type Shelf = (typeof shelves)[number]

/**
 * What of the own products stands on a shelf: all, what works now, what is still to come, what works
 * no more. Each stands on one of the last three.
 */
export function onShelf(products: readonly Owned[], shelf: Shelf): readonly Owned[] {
  if (shelf === 'active') return products.filter(({ status }) => status === 'active')
  if (shelf === 'ended')
    return products.filter(({ status }) => status === 'expired' || status === 'suspended')
  if (shelf === 'waiting') return products.filter(({ status }) => status === 'pending')

  return products
}
