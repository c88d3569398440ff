import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'

const barClass =
  'shadow-lg sticky bottom-[calc(var(--foot)+0.75rem)] z-30 flex-wrap justify-end rounded-lg ' +
  'border border-line bg-raised p-3'

/**
 * At the foot of the window, above the ways of a phone, while there is something to save; says so
 * once something changed. `rests`: until then it stands at the end of its form.
 */
export function SaveBar({
  shown = true,
  changed,
  rests = false,
  children,
}: {
  shown?: boolean
  changed: boolean
  rests?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  if (!shown) return null

  const sticks = changed || !rests

  return (
    <div
      data-save-bar={sticks ? '' : undefined}
      className={join('flex items-center gap-3', sticks && barClass)}
    >
      {changed ? (
        <p role="status" className="mr-auto text-sm text-wait">
          {t('admin.settings.unsaved')}
        </p>
      ) : null}

      {children}
    </div>
  )
}
