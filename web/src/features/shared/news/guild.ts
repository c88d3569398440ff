import { queryOptions } from '@tanstack/react-query'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'

/** The server reports "no notifications" as a 404 or by this sentence; both mean an empty bell. */
export const isEmptyBell = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || error.message === 'Nenhuma notificação encontrada no sistema')

/** The guild whose notifications the shop shows; bell and chat widget share the query. */
export const guildQuery = queryOptions({
  queryKey: [ownApi.notifications.guildId.path],
  staleTime: Infinity,
  queryFn: () =>
    call(ownApi.notifications.guildId).then(
      ({ guildId }) => guildId || 'default',
      (error: unknown) => {
        if (isEmptyBell(error)) return 'default'
        throw error
      },
    ),
})
