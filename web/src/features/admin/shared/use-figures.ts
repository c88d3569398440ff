import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { AnyCall } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { loadedFigure } from '../components/stat-cards.tsx'

/** Figures above a list. A failure is logged, and the cards show dashes. */
export function useFigures<R, V>(
  route: AnyCall<{}, any, any, R>,
  pick: (answer: R) => V,
): (show: (figures: V) => React.ReactNode) => React.ReactNode {
  const { data, error } = useQuery(ask(route, {}))
  useEffect(() => {
    if (error) console.error(route.path, error)
  }, [error, route.path])

  return (show) =>
    loadedFigure(data === undefined ? undefined : show(pick(data as R)), error !== null)
}
