import { useEffect, useState } from 'react'

import { useUrlState } from '../../../routing/url-state.ts'

export const sortOrders = ['relevance', 'price_asc', 'price_desc', 'newest', 'name'] as const
export type Sort = (typeof sortOrders)[number]

const defaults = { q: '', category: '', sort: '', stock: '' }
export type Search = { q: string; category: string; sort: Sort; inStock: boolean }

/** The search, kept in the address: text, category, order, stock. */
export function useSearch() {
  const [state, setUrlState] = useUrlState(defaults)

  const currentSearch: Search = {
    q: state.q.slice(0, 200),
    category: state.category.slice(0, 200),
    sort: sortOrders.find((sort) => sort === state.sort) ?? 'relevance',
    inStock: state.stock === 'in',
  }

  return {
    search: currentSearch,
    change: (part: Partial<Search>) =>
      setUrlState({
        ...('q' in part && { q: part.q }),
        ...('category' in part && { category: part.category }),
        ...('sort' in part && { sort: part.sort === 'relevance' ? '' : part.sort }),
        ...('inStock' in part && { stock: part.inStock ? 'in' : '' }),
      }),
    reset: () => setUrlState(defaults),
  }
}

/** The debounced value, so that not every keystroke starts a search. */
export function useSettledValue<T>(value: T, milliseconds: number): T {
  const [settledValue, setSettledValue] = useState(value)

  useEffect(() => {
    const settleTimer = setTimeout(() => setSettledValue(value), milliseconds)
    return () => clearTimeout(settleTimer)
  }, [value, milliseconds])

  return settledValue
}
