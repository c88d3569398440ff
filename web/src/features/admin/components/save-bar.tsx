import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'

const saveBarClass =
  'shadow-pop sticky bottom-[calc(var(--foot)+0.75rem)] z-30 flex-wrap justify-end rounded-lg ' +
  'bg-raised p-3'

/**
 * Save buttons fixed at the window's bottom, above a phone's navigation, with a note of unsaved
 * changes. With `rests` they stay at the form's end until something changes.
 */
export function SaveBar({
  shown = true,
  changed,
  rests = false,
  className,
  children,
}: {
  shown?: boolean
  changed: boolean
  rests?: boolean
  className?: string
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  if (!shown) return null

  const isFixed = changed || !rests

  return (
    <div
      data-save-bar={isFixed ? '' : undefined}
      className={join('flex items-center gap-3', isFixed && saveBarClass, className)}
    >
      {changed && (
        <p role="status" className="mr-auto text-sm text-wait">
          {t('admin.settings.unsaved')}
        </p>
      )}

      {children}
    </div>
  )
}
