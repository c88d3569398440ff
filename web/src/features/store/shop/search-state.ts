import { useUrlState } from '../../../routing/url-state.ts'

export const sortOrders = ['relevance', 'price_asc', 'price_desc', 'newest', 'name'] as const
export type Sort = (typeof sortOrders)[number]

const defaults = { q: '', category: '', sort: '', stock: '' }
export type Search = { q: string; category: string; sort: Sort; inStock: boolean }

/** The canonical query of a search that has only a sort order and the stock filter. */
export function sharedSearchOf(address: URLSearchParams): string {
  const sort = sortOrders.find((order) => order === address.get('sort'))
  const inStock = address.get('stock') === 'in'

  return new URLSearchParams({
    ...((sort || !inStock) && { sort: sort ?? 'relevance' }),
    ...(inStock && { stock: 'in' }),
  }).toString()
}

/** The state of the search, stored in the URL: text, category, sorting, stock. */
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
