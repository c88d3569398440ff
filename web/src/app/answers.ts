import type { Language } from '@chaveiro/contracts/limits'
import type { PageReader } from '@chaveiro/contracts/rendering'
import { QueryClient } from '@tanstack/react-query'
import { ownApi } from 'virtual:own-api'

import { api } from '../api/call.ts'

/**
 * Public calls whose reply is the same for every visitor, so that the server can cache it. The
 * server renders pages only with these calls.
 */
const sharedPaths = new Set<string>(
  [
    ...Object.values(api.catalogue),
    ...Object.values(api.settings),
    ...Object.values(ownApi.status),
    ...Object.values(ownApi.sitePages),
    api.reviews.latest,
  ]
    .filter(({ method, access }) => method === 'GET' && access === 'public')
    .map(({ path }) => path),
)

/**
 * The shop answered 503. The page is then rendered in the browser, which knows whether a staff
 * member is looking.
 */
export class ShopClosed extends Error {}

/** A query client for one rendering. */
export const createPageClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false } } })

/**
 * Loads the data that the last rendering lacked. Resolves to whether any data was loaded, so that
 * the page must be rendered again.
 */
export async function readPendingQueries(
  client: QueryClient,
  language: Language,
  read: PageReader,
): Promise<boolean> {
  const pendingQueries = client
    .getQueryCache()
    .getAll()
    .filter(
      ({ queryKey, state, options }) =>
        state.data === undefined &&
        state.status === 'pending' &&
        sharedPaths.has(String(queryKey[0])) &&
        (options as { enabled?: unknown }).enabled !== false,
    )

  const readResults = await Promise.all(
    pendingQueries.map(async (query) => {
      const { status, body } = await read(String(query.queryKey[1] ?? query.queryKey[0]), language)
      if (status === 503) throw new ShopClosed()
      if (status !== 200) return false

      query.setData(dataOf(query.options, JSON.parse(body)) as never)

      return true
    }),
  )

  return readResults.some(Boolean)
}

/** A reply in the form in which a query stores it; an infinite query stores a list of pages. */
function dataOf(options: object, reply: unknown): unknown {
  if (!('initialPageParam' in options)) return reply

  return { pages: [reply], pageParams: [options.initialPageParam] }
}
