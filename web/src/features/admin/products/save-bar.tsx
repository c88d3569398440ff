import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** At the foot of the window while there is something to save. */
export function SaveBar({ shown, children }: { shown: boolean; children: ReactNode }) {
  const { t } = useTranslation('admin')
  if (!shown) return null
  return (
    <div className="shadow-lg sticky bottom-3 z-30 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-raised p-3">
      <p role="status" className="mr-auto text-sm text-wait">
        {t('admin.settings.unsaved')}
      </p>
      {children}
    </div>
  )
}
