import { useEffect, useState } from 'react'

import { useUrlState } from '../../../routing/url-state.ts'

export const sorts = ['relevance', 'price_asc', 'price_desc', 'newest', 'name'] as const
export type Sort = (typeof sorts)[number]

const defaults = { q: '', category: '', sort: '', stock: '' }
export type Search = { q: string; category: string; sort: Sort; inStock: boolean }

/** What the shop is asked for, kept in the address: words, category, order, stock. */
export function useSearch() {
  const [state, set] = useUrlState(defaults)

  const search: Search = {
    q: state.q.slice(0, 200),
    category: state.category.slice(0, 200),
    sort: sorts.find((sort) => sort === state.sort) ?? 'relevance',
    inStock: state.stock === 'in',
  }

  return {
    search,
    change: (part: Partial<Search>) =>
      set({
        ...('q' in part ? { q: part.q } : {}),
        ...('category' in part ? { category: part.category } : {}),
        ...('sort' in part ? { sort: part.sort === 'relevance' ? '' : part.sort } : {}),
        ...('inStock' in part ? { stock: part.inStock ? 'in' : '' } : {}),
      }),
    reset: () => set(defaults),
  }
}

/**
 * A value that waits until it has been still for a moment, so that not every keystroke is asked.
 */
export function useStill<T>(value: T, milliseconds: number): T {
  const [still, setStill] = useState(value)

  useEffect(() => {
    const timer = setTimeout(() => setStill(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])

  return still
}
