import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** At the foot of the window while there is something to save; says so once something changed. */
export function SaveBar({
  shown,
  changed,
  children,
}: {
  shown: boolean
  changed: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  if (!shown) return null
  return (
    <div className="shadow-lg sticky bottom-3 z-30 flex flex-wrap items-center justify-end gap-3 rounded-lg border border-line bg-raised p-3">
      {changed ? (
        <p role="status" className="mr-auto text-sm text-wait">
          {t('admin.settings.unsaved')}
        </p>
      ) : null}
      {children}
    </div>
  )
}
