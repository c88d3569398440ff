import type { Language } from '@chaveiro/contracts/limits'
import type { PageReader } from '@chaveiro/contracts/rendering'
import { QueryClient } from '@tanstack/react-query'
import { ownApi } from 'virtual:own-api'

import { api } from '../api/call.ts'

/**
 * Public calls with the same reply for everyone, which the server keeps ready. A rendered page
 * reads nothing else.
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
 * Reads the queries that the last rendering needed and did not have. Resolves to whether any was
 * read, so that the page is rendered again.
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
        (options as { enabled?: unknown }).enabled !== false &&
        !('initialPageParam' in options),
    )

  const readResults = await Promise.all(
    pendingQueries.map(async (query) => {
      const { status, body } = await read(String(query.queryKey[1] ?? query.queryKey[0]), language)
      if (status === 503) throw new ShopClosed()
      if (status !== 200) return false

      query.setData(JSON.parse(body) as never)

      return true
    }),
  )

  return readResults.some(Boolean)
}
