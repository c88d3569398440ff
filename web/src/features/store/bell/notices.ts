import type { Api } from '@chaveiro/contracts'
import { bell } from '@chaveiro/contracts/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { queryClient } from '../../../api/queries.ts'
import { guildQuery, isEmptyBell } from '../../shared/news/guild.ts'

export type NoticePage = Reply<Api['notifications']['list']>['data']
export type Notice = NoticePage['notifications'][number]

const emptyPage: NoticePage = {
  notifications: [],
  pagination: {
    currentPage: 1,
    totalPages: 0,
    totalItems: 0,
    itemsPerPage: bell.pageSize,
    hasNextPage: false,
    hasPrevPage: false,
  },
}

async function readPage(page: number, limit: number, signal: AbortSignal): Promise<NoticePage> {
  const guildId = await queryClient.ensureQueryData(guildQuery)
  const listQuery = { page, limit, sortBy: 'sentAt', sortOrder: 'desc' } as const

  return call(
    ownApi.notifications.list,
    { params: { guildId }, query: listQuery },
    { signal },
  ).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isEmptyBell(error)) return emptyPage
      throw error
    },
  )
}

/** Query of the badge: the newest hundred, at start and on focus (Q76). */
export const countQuery = queryOptions({
  queryKey: [ownApi.notifications.list.path, 'count'],
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  retry: false,
  queryFn: async ({ signal }) => (await readPage(1, bell.countLimit, signal)).notifications,
})

/**
 * Pages of ten for the panel. The cache drops them when the panel closes, so that it opens with
 * page 1.
 */
export const pagesQuery = infiniteQueryOptions({
  queryKey: [ownApi.notifications.list.path, 'pages'],
  staleTime: 0,
  gcTime: 0,
  retry: false,
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) => readPage(pageParam, bell.pageSize, signal),
  getNextPageParam: ({ pagination }) =>
    pagination.hasNextPage ? pagination.currentPage + 1 : undefined,
})
