import type { Api } from '@chaveiro/contracts'
import { useQuery } from '@tanstack/react-query'

import { api } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'

/** A product as the shelves of the shop show it. */
export type SoldProduct = Reply<Api['catalogue']['byCategory']>[number]

/** How many products stand where the shop shows a few of what it sells. */
const few = 3

/**
 * A few products that can be bought: what is featured first, topped up with the newest where that
 * is not enough; what is sold out comes last.
 */
export function useSoldNow(): readonly SoldProduct[] {
  const featured = useQuery(ask(api.catalogue.featured)).data
  const isShort = featured !== undefined && featured.length < few

  const newest = useQuery({
    ...ask(api.catalogue.search, { query: { sort: 'newest', limit: few } }),
    enabled: isShort,
  }).data

  const rest = newest?.products.filter(({ _id }) => featured?.every((one) => one._id !== _id))

  return [...(featured ?? []), ...(isShort ? (rest ?? []) : [])]
    .toSorted((a, b) => Number(a.stock === 'out') - Number(b.stock === 'out'))
    .slice(0, few)
}
