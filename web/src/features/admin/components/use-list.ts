import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { ApiError, type AnyCall } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { useUrlState, type UrlDefaults, type UrlState } from '../../../routing/url-state.ts'

type Options<R, Row, F extends UrlDefaults> = {
  /** Filters and their neutral values, under the same names in the URL and in the call. */
  filters: F
  /** Rows per page (B251). */
  limit?: number
  rows(currentAnswer: R): readonly Row[]
  total(currentAnswer: R): number
  /** Maps the state to the call's query when their names differ. */
  send?(addressState: Record<string, string | number>): Record<string, string | number>
}

const isBadRequest = (error: unknown): boolean => error instanceof ApiError && error.status === 400

/** Parameters beside the filters: page, sort order, selected saved view, and hidden columns. */
type ListParameters = { page: number; sort: string; view: string; hide: string }

/**
 * One page of a list: filters in the URL, rows from one call, old rows while the next ones load.
 */
export type List<Row, F extends UrlDefaults = UrlDefaults, R = unknown> = {
  state: UrlState<F & ListParameters>
  set(change: Partial<UrlState<F & ListParameters>>): void
  /** Every filter with its neutral value. */
  neutral: F
  /** The call's query, for a CSV of the same filter. */
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
  /** Whether any filter is set: an empty list then says 'nothing matches'. */
  filtered: boolean
  /** Number of filters besides the search, and of those set. */
  choices: { all: number; set: number }
}

/**
 * The list behind a page: `useList(adminApi.users.list, { filters: { search: '' }, rows: (a) =>
 * a.data, total: (a) => a.total })`.
 * Page, sort and filters are in the URL; a page beyond the last one redirects to the last.
 */
export function useList<R, Row, const F extends UrlDefaults, P, QI, BI>(
  route: AnyCall<P, QI, BI, R>,
  { filters, limit = 10, rows, total, send = (given) => given }: Options<R, Row, F>,
): List<Row, F, R> {
  const [{ view, hide, ...callState }, set] = useUrlState<F & ListParameters>({
    page: 1,
    sort: '',
    view: '',
    hide: '',
    ...filters,
  })

  const addressState = { view, hide, ...callState }
  const callQuery = send({ limit, ...callState } as unknown as Record<string, string | number>)

  const queryResult = useQuery({
    ...ask(route as AnyCall<{}, any, any, R>, { query: callQuery }),
    placeholderData: keepPreviousData,
  })

  const currentAnswer = queryResult.data as R | undefined
  const totalCount = currentAnswer === undefined ? 0 : total(currentAnswer)
  const pageCount = Math.max(1, Math.ceil(totalCount / limit))

  useEffect(() => {
    if (
      currentAnswer !== undefined &&
      !queryResult.isPlaceholderData &&
      Number(addressState.page) > pageCount
    )
      set({ page: pageCount } as never)
  })

  useEffect(() => {
    if (queryResult.error) console.error(route.path, queryResult.error)
  }, [queryResult.error, route.path])
  // A URL may contain a filter value that the call refuses: reset it instead of showing an error.
  const isRefusedFilter = currentAnswer === undefined && isBadRequest(queryResult.error)

  useEffect(() => {
    if (isRefusedFilter) set({ sort: '', ...filters } as never)
    // oxlint-disable-next-line react/exhaustive-deps -- each screen passes constant filters
  }, [isRefusedFilter])

  const isFilterSet = ([key, neutral]: [string, unknown]) =>
    (addressState as Record<string, unknown>)[key] !== neutral
  const choiceFilters = Object.entries(filters).filter(([key]) => key !== 'search')

  return {
    state: addressState as never,
    set: set as never,
    neutral: filters,
    query: callQuery,
    answer: currentAnswer,
    rows: currentAnswer === undefined ? [] : rows(currentAnswer),
    total: totalCount,
    pages: pageCount,
    loading: currentAnswer === undefined && queryResult.isPending,
    stale: queryResult.isPlaceholderData,
    failed: queryResult.isError && currentAnswer === undefined,
    error: queryResult.error,
    reload: () => void queryResult.refetch(),
    filtered: Object.entries(filters).some(isFilterSet),
    choices: {
      all: choiceFilters.length,
      set: choiceFilters.filter(isFilterSet).length,
    },
  }
}
