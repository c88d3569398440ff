import type { Language } from '@chaveiro/contracts/limits'
import type { PageReader } from '@chaveiro/contracts/rendering'
import { QueryClient } from '@tanstack/react-query'
import { ownApi } from 'virtual:own-api'

import { api } from '../api/call.ts'

/**
 * The calls whose answers are the same for everybody and kept ready by the server; nothing else is
 * ever asked for a page.
 */
const shared = new Set<string>(
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
 * A page met a closed shop (503): it is drawn in the browser, which knows whether staff is looking.
 */
export class ShopClosed extends Error {}

/** The server cache of one rendering. */
export const clientOfPage = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/**
 * Read what the last rendering wanted and did not have; answers whether there was anything, so that
 * it is rendered once more.
 */
export async function readWanted(
  client: QueryClient,
  language: Language,
  read: PageReader,
): Promise<boolean> {
  const wanted = client
    .getQueryCache()
    .getAll()
    .filter(
      ({ queryKey, state, options }) =>
        state.data === undefined &&
        state.status === 'pending' &&
        shared.has(String(queryKey[0])) &&
        (options as { enabled?: unknown }).enabled !== false &&
        !('initialPageParam' in options),
    )

  const found = await Promise.all(
    wanted.map(async (query) => {
      const { status, body } = await read(String(query.queryKey[1] ?? query.queryKey[0]), language)
      if (status === 503) throw new ShopClosed()
      if (status !== 200) return false

      query.setData(JSON.parse(body) as never)

      return true
    }),
  )

  return found.some(Boolean)
}
