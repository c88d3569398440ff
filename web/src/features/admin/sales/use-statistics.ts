import type { RangeQuery } from '@chaveiro/contracts/admin/ranges'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { AnyCall } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'

/** A call of statistics; while another range is on its way the last answer stays. */
export function useStatistics<R>(route: AnyCall<{}, any, any, R>, range?: RangeQuery) {
  const answer = useQuery({
    ...ask(route, range ? { query: range } : {}),
    placeholderData: keepPreviousData,
  })

  const { error } = answer
  useEffect(() => {
    if (error) console.error(route.path, error)
  }, [error, route.path])

  return answer as typeof answer & { data: R | undefined }
}
