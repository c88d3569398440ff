import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { ApiError, type AnyCall } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { useUrlState, type UrlDefaults, type UrlState } from '../../../routing/url-state.ts'

type Options<R, Row, F extends UrlDefaults> = {
  /**
   * Filters and their neutral values; they stand in the address under these names and go to the
   * call under the same.
   */
  filters: F
  /** Rows a page (B251). */
  limit?: number
  rows(answer: R): readonly Row[]
  total(answer: R): number
  /** Puts the state into the call's own words, when they differ from the address's. */
  send?(state: Record<string, string | number>): Record<string, string | number>
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 400

/**
 * What the address has besides the filters: of one's own views the one that is shown, and the
 * columns that are left out.
 */
type Kept = { page: number; sort: string; view: string; hide: string }

/**
 * A page of a list: its filters in the address, its rows from one call, what stays on screen while
 * the next page loads.
 */
export type List<Row, F extends UrlDefaults = UrlDefaults, R = unknown> = {
  state: UrlState<F & Kept>
  set(change: Partial<UrlState<F & Kept>>): void
  /** Every filter with its neutral value. */
  neutral: F
  /** What the call is asked with, for a CSV of the same filter. */
  query: Record<string, string | number>
  answer: R | undefined
  rows: readonly Row[]
  total: number
  pages: number
  loading: boolean
  stale: boolean
  failed: boolean
  error: unknown
  reload(): void
  /**
   * Whether any filter is set, so that an empty answer can say 'nothing matches' instead of
   * 'nothing is here yet'.
   */
  filtered: boolean
  /** How many filters there are besides the search, and how many of them are set. */
  choices: { all: number; set: number }
}

/**
 * The list behind a screen: `useList(adminApi.users.list, { filters: { search: '' }, rows: (a) =>
 * a.data, total: (a) => a.total })`.
 * Page, sort and filters live in the address; a page beyond the last one goes to the last.
 */
export function useList<R, Row, const F extends UrlDefaults, P, QI, BI>(
  route: AnyCall<P, QI, BI, R>,
  { filters, limit = 10, rows, total, send = (given) => given }: Options<R, Row, F>,
): List<Row, F, R> {
  const [{ view, hide, ...asked }, set] = useUrlState<F & Kept>({
    page: 1,
    sort: '',
    view: '',
    hide: '',
    ...filters,
  })

  const state = { view, hide, ...asked }
  const query = send({ limit, ...asked } as unknown as Record<string, string | number>)

  const result = useQuery({
    ...ask(route as AnyCall<{}, any, any, R>, { query }),
    placeholderData: keepPreviousData,
  })

  const answer = result.data as R | undefined
  const count = answer === undefined ? 0 : total(answer)
  const pages = Math.max(1, Math.ceil(count / limit))

  useEffect(() => {
    if (answer !== undefined && !result.isPlaceholderData && Number(state.page) > pages)
      set({ page: pages } as never)
  })

  useEffect(() => {
    if (result.error) console.error(route.path, result.error)
  }, [result.error, route.path])
  // An address may hold a filter that the call does not know; it is dropped rather than shown as a
  // broken screen.
  const unknown = answer === undefined && isRefused(result.error)

  useEffect(() => {
    if (unknown) set({ sort: '', ...filters } as never)
    // oxlint-disable-next-line react/exhaustive-deps -- filters are written once a screen
  }, [unknown])

  const isSet = ([key, neutral]: [string, unknown]) =>
    (state as Record<string, unknown>)[key] !== neutral
  const choices = Object.entries(filters).filter(([key]) => key !== 'search')

  return {
    state: state as never,
    set: set as never,
    neutral: filters,
    query,
    answer,
    rows: answer === undefined ? [] : rows(answer),
    total: count,
    pages,
    loading: answer === undefined && result.isPending,
    stale: result.isPlaceholderData,
    failed: result.isError && answer === undefined,
    error: result.error,
    reload: () => void result.refetch(),
    filtered: Object.entries(filters).some(isSet),
    choices: {
      all: choices.length,
      set: choices.filter(isSet).length,
    },
  }
}
