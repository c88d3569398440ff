import type { ReactNode } from 'react'

import { ErrorState } from './states.tsx'

/**
 * What a question to the server brought: that it failed and how to ask again, what stands there
 * meanwhile, or the answer.
 */
export function Answered<T>({
  answer,
  keepsOld = false,
  failed,
  retry,
  waiting,
  children,
}: {
  answer: { isError: boolean; data: T | undefined; refetch(): unknown }
  /** An answer that came before stays when it could not be asked for anew. */
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
