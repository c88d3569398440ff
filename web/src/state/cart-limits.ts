import { useQuery } from '@tanstack/react-query'

import { api, call } from '../api/call.ts'
import type { CartItem } from './local-cart.ts'

/** Limits from the last reply, for changes outside of React. */
const knownLimits = new Map<string, number>()

/** Units of a line that an order may hold now; until known, the maximum per order. */
export const currentLimit = ({ id, maxPerOrder }: Pick<CartItem, 'id' | 'maxPerOrder'>): number =>
  knownLimits.get(id) ?? maxPerOrder

/** A visitor's lines with their current limits, fetched again when the lines change. */
export function useLimitedItems(items: readonly CartItem[], enabled: boolean): readonly CartItem[] {
  const variantIds = items.map(({ id }) => id).sort()

  const { data } = useQuery({
    queryKey: [api.cart.limits.path, variantIds.join()],
    queryFn: async () => {
      const { limits } = await call(api.cart.limits, { query: { ids: variantIds.join() } })
      for (const { id, max } of limits) knownLimits.set(id, max)

      return new Map(limits.map((now) => [now.id, now]))
    },
    enabled: enabled && variantIds.length > 0,
    staleTime: 10_000,
    placeholderData: (before) => before,
  })

  return items.map((item) => ({ ...item, ...data?.get(item.id) }))
}
