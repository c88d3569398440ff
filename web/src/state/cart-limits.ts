import { useQuery } from '@tanstack/react-query'

import { api, call } from '../api/call.ts'
import type { CartItem } from './local-cart.ts'

/** What the shop said last of each product, for changes that come from outside React. */
const known = new Map<string, number>()

/**
 * How many units of a line an order may hold now; what is not known yet is what one order may hold
 * at all.
 */
export const mostOf = ({ id, maxPerOrder }: Pick<CartItem, 'id' | 'maxPerOrder'>): number =>
  known.get(id) ?? maxPerOrder

/** A visitor's lines with how many of each are left, asked when the cart changes what it holds. */
export function useLimits(items: readonly CartItem[], enabled: boolean): readonly CartItem[] {
  const ids = items.map(({ id }) => id).sort()

  const { data } = useQuery({
    queryKey: [api.cart.limits.path, ids.join()],
    queryFn: async () => {
      const { limits } = await call(api.cart.limits, { query: { ids: ids.join() } })
      for (const { id, max } of limits) known.set(id, max)

      return new Map(limits.map((now) => [now.id, now]))
    },
    enabled: enabled && ids.length > 0,
    staleTime: 10_000,
    placeholderData: (before) => before,
  })

  return items.map((item) => ({ ...item, ...data?.get(item.id) }))
}
