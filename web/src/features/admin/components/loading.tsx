import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'
import { Spinner } from '../../../ui/spinner.tsx'

/** What stands where something is still being fetched (B007); it shows only after a moment. */
export function Loading({ className = 'min-h-48' }: { className?: string }) {
  const { t } = useTranslation('common')
  return (
    <div
      role="status"
      aria-label={t('state.loading')}
      className={join('grid animate-late place-items-center text-muted', className)}
    >
      <Spinner />
    </div>
  )
}

/** The same inside a dialog, whose frame already says that something comes. */
export function Awaited({ className = 'min-h-32' }: { className?: string }) {
  const { t } = useTranslation('common')
  return (
    <div
      role="status"
      aria-label={t('state.loading')}
      className={join('grid', className, 'place-items-center')}
    >
      <Spinner />
    </div>
  )
}
