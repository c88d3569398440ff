import { X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

import { Notice } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'

type Shown = { tone: 'good' | 'bad' | 'info'; text: string }

let shown: Shown | null = null
const listeners = new Set<() => void>()

function change(next: Shown | null): void {
  shown = next
  for (const listener of listeners) listener()
}

/**
 * Say something above the section until it is closed, another one comes or the section or its view
 * changes; errors are announced at once.
 */
export function showBanner(text: string, tone: Shown['tone'] = 'info'): void {
  change({ text, tone })
}

/** Take the banner away: what it said is over. */
export function clearBanner(): void {
  if (shown) change(null)
}

/** Where the banner appears; once in the shell. */
export function Banner() {
  const { t } = useTranslation('common')
  const { pathname, search } = useLocation()
  // A section's views (`?view=`, `?mode=`) are told apart by the address like sections are.
  const query = new URLSearchParams(search)
  const view = `${query.get('view')} ${query.get('mode')}`

  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
    () => null,
  )

  useEffect(() => clearBanner, [pathname, view])
  if (!now) return null

  return (
    <div className="sticky top-2 z-30 animate-rise">
      <Notice tone={now.tone} className="flex items-center gap-3 bg-high py-1.5 pr-1.5 shadow-pop">
        <span className="flex-1">{now.text}</span>
        <IconButton label={t('action.close')} className="size-9!" onClick={clearBanner}>
          <X size={16} aria-hidden />
        </IconButton>
      </Notice>
    </div>
  )
}
