import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'
import { Spinner } from '../../../ui/spinner.tsx'

/** A loading indicator that appears after a short delay (B007). */
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

/** A loading indicator in a dialog, without a delay: the dialog itself is already visible. */
export function DialogLoading({ className = 'min-h-32' }: { className?: string }) {
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
