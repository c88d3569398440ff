import { QueryClient, queryOptions, type UseQueryOptions } from '@tanstack/react-query'

import { call } from './call.ts'
import { buildAddress, ApiError, type AnyCall, type CallInput } from './http.ts'

/**
 * The shop's query cache. A refusal is final; a network or server error is retried once, except in
 * the back office (Q112).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) =>
        failures < 1 && !(error instanceof ApiError && error.status < 500),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})

type ExtraOptions<R> = Pick<
  UseQueryOptions<R>,
  'staleTime' | 'enabled' | 'refetchInterval' | 'refetchOnWindowFocus'
>

/**
 * Options of a live query: refetches every so many milliseconds in a visible tab, and when the tab
 * becomes visible again.
 */
export const whileWatched = (milliseconds: number) => ({
  staleTime: 0,
  refetchInterval: milliseconds,
  refetchOnWindowFocus: 'always' as const,
})

/** Options for useQuery from a call of the contracts: `useQuery(ask(api.catalogue.featured))`. */
export function ask<P, QI, BI, R>(
  route: AnyCall<P, QI, BI, R>,
  input: Omit<CallInput<P, QI, BI>, 'body'> = {} as never,
  extraOptions: ExtraOptions<R> = {},
) {
  return queryOptions<R>({
    queryKey: queryKeyOf(route, input),
    ...(route.access === 'staff' && { retry: false }),
    ...extraOptions,
    queryFn: ({ signal }) =>
      (call as (route: unknown, given: unknown, options: { signal: AbortSignal }) => Promise<R>)(
        route,
        input,
        { signal },
      ),
  })
}

/**
 * Cache key of a call: the path pattern, then the requested URL. Invalidating the pattern covers
 * all calls of its kind.
 */
export function queryKeyOf(
  route: { path: string },
  input: { params?: unknown; query?: unknown } = {},
): readonly [string, string] {
  return [route.path, buildAddress(route.path, input)]
}
