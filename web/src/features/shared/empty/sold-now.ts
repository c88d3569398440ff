import type { Api } from '@chaveiro/contracts'
import { useQuery } from '@tanstack/react-query'

import { api } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'

/** A product in a reply with a list of products. */
export type SoldProduct = Reply<Api['catalogue']['byCategory']>[number]

/** Up to `count` products on sale: featured ones first, then the newest; sold-out ones last. */
export function useProductsOnSale(count: number): readonly SoldProduct[] {
  const featuredProducts = useQuery(ask(api.catalogue.featured)).data
  const needsMore = featuredProducts !== undefined && featuredProducts.length < count

  const newestResults = useQuery({
    ...ask(api.catalogue.search, { query: { sort: 'newest', limit: count } }),
    enabled: needsMore,
  }).data

  const otherProducts = newestResults?.products.filter(({ _id }) =>
    featuredProducts?.every((other) => other._id !== _id),
  )

  return [...(featuredProducts ?? []), ...(needsMore ? (otherProducts ?? []) : [])]
    .toSorted((a, b) => Number(a.stock === 'out') - Number(b.stock === 'out'))
    .slice(0, count)
}
