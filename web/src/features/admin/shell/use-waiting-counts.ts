import { useQuery } from '@tanstack/react-query'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'

/** Interval between refreshes of the pending counts, in milliseconds. */
export const lookAgainMs = 60_000

const isSettled = ({ isPending, failureCount }: { isPending: boolean; failureCount: number }) =>
  !isPending || failureCount > 0

/** Number of pending items by kind, and the case and the unit that have waited longest. */
export function useWaitingCounts() {
  const jobsQuery = useQuery(
    ask(
      adminApi.jobs.list,
      { query: { limit: 1, state: 'dead' } },
      { refetchInterval: lookAgainMs },
    ),
  )

  const deliveries = useQuery(
    ask(adminApi.deliveries.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  )
  const deskQuery = useQuery(
    ask(adminApi.desk.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  )

  const rolesQuery = useQuery(
    ask(
      adminApi.roles.list,
      { query: { limit: 1, state: 'failed' } },
      { refetchInterval: lookAgainMs },
    ),
  )

  const queries = [jobsQuery, deliveries, deskQuery, rolesQuery]
  const unitCounts = deliveries.data?.counts
  const openCases = deskQuery.data

  return {
    queries,
    isComplete: queries.every(isSettled),
    dead: jobsQuery.data?.counts.dead ?? 0,
    // Units of a licence server need staff only while they are on hold; a failed delivery is
    // reported as a failed job.
    byHand: unitCounts ? unitCounts.manual + unitCounts.stock + unitCounts.held : 0,
    onDesk: openCases ? openCases.open + openCases.unmatched : 0,
    refused: rolesQuery.data?.counts.failed ?? 0,
    firstCase: openCases?.payments[0],
    firstUnit: deliveries.data?.deliveries[0],
  }
}
