import type { RangeQuery } from '@chaveiro/contracts/admin/ranges'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { AnyCall } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'

/** A statistics query that keeps the previous range while the next one loads. */
export function useStatistics<R>(route: AnyCall<{}, any, any, R>, range?: RangeQuery) {
  const salesQuery = useQuery({
    ...ask(route, range ? { query: range } : {}),
    placeholderData: keepPreviousData,
  })

  const { error } = salesQuery
  useEffect(() => {
    if (error) console.error(route.path, error)
  }, [error, route.path])

  return salesQuery as typeof salesQuery & { data: R | undefined }
}
