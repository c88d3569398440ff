import { QueryClient, queryOptions, type UseQueryOptions } from '@tanstack/react-query'

import { call } from './call.ts'
import { addressOf, ApiError, type AnyCall, type Given } from './http.ts'

/**
 * The server cache of the app: a refusal is an answer and is not asked again, a broken line is,
 * once; the back office asks nothing again by itself (Q112).
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

type Extra<R> = Pick<
  UseQueryOptions<R>,
  'staleTime' | 'enabled' | 'refetchInterval' | 'refetchOnWindowFocus'
>

/**
 * For what a page keeps fresh: asked every so often while somebody looks, never in a hidden tab,
 * and at once on coming back to it.
 */
export const whileWatched = (milliseconds: number) => ({
  staleTime: 0,
  refetchInterval: milliseconds,
  refetchOnWindowFocus: 'always' as const,
})

/**
 * Options for useQuery from a call of the contracts: `useQuery(ask(api.catalogue.featured))`; the
 * key is the call's address.
 */
export function ask<P, QI, BI, R>(
  route: AnyCall<P, QI, BI, R>,
  given: Omit<Given<P, QI, BI>, 'body'> = {} as never,
  extra: Extra<R> = {},
) {
  return queryOptions<R>({
    queryKey: keyOf(route, given),
    ...(route.access === 'staff' ? { retry: false } : {}),
    ...extra,
    queryFn: ({ signal }) =>
      (call as (route: unknown, given: unknown, options: { signal: AbortSignal }) => Promise<R>)(
        route,
        given,
        { signal },
      ),
  })
}

/**
 * The cache key of a call: its path as written, then its address as asked, so that one call or all
 * of its kind can be emptied.
 */
export function keyOf(
  route: { path: string },
  given: { params?: unknown; query?: unknown } = {},
): readonly [string, string] {
  return [route.path, addressOf(route.path, given)]
}
