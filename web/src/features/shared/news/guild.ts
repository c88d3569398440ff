import { queryOptions } from '@tanstack/react-query'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'

/**
 * The server says "nothing there" as a 404 or by this sentence; both mean an empty bell, not a
 * failure.
 */
export const isNothing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || error.message === 'Nenhuma notificação encontrada no sistema')

/** The guild whose notifications the shop shows; the bell and the chat widget ask once. */
export const guildQuery = queryOptions({
  queryKey: [ownApi.notifications.guildId.path],
  staleTime: Infinity,
  queryFn: () =>
    call(ownApi.notifications.guildId).then(
      ({ guildId }) => guildId || 'default',
      (error: unknown) => {
        if (isNothing(error)) return 'default'
        throw error
      },
    ),
})
