import { useTranslation } from 'react-i18next'

import { ErrorState } from '../../../ui/states.tsx'

/** An error for several queries, with a retry of those that failed. */
export function FailedQueries({
  failed,
  text,
}: {
  failed: readonly { refetch(): Promise<unknown> }[]
  text: string
}) {
  const { t } = useTranslation('common')
  if (failed.length === 0) return null

  return (
    <ErrorState
      text={text}
      retry={t('action.retry')}
      onRetry={() => {
        for (const query of failed) void query.refetch()
      }}
    />
  )
}
