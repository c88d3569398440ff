import type { ReactNode } from 'react'

import { ErrorState } from './states.tsx'

/** Renders a query: an error with a retry button, a placeholder while it loads, or the data. */
export function QueryResult<T>({
  answer,
  keepsOld = false,
  failed,
  retry,
  waiting,
  children,
}: {
  answer: { isError: boolean; data: T | undefined; refetch(): unknown }
  /** Keep showing old data if a refetch fails. */
  keepsOld?: boolean
  failed: ReactNode
  retry: string
  waiting: ReactNode
  children(data: T): ReactNode
}) {
  if (answer.isError && !(keepsOld && answer.data))
    return <ErrorState text={failed} retry={retry} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return waiting

  return children(answer.data)
}
