import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const barClass =
  'shadow-lg sticky bottom-[calc(var(--foot)+0.75rem)] z-30 flex flex-wrap items-center ' +
  'justify-end gap-3 rounded-lg border border-line bg-raised p-3'

/**
 * At the foot of the window, above the ways of a phone, while there is something to save; says so
 * once something changed.
 */
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
    <div className={barClass}>
      {changed ? (
        <p role="status" className="mr-auto text-sm text-wait">
          {t('admin.settings.unsaved')}
        </p>
      ) : null}
      {children}
    </div>
  )
}
