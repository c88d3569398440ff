import { X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

import { createStore, useStore } from '../../../external-store.ts'
import { Notice } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'

type BannerMessage = { tone: 'good' | 'bad' | 'info'; text: string }

const bannerMessage = createStore<BannerMessage | null>(null)

/**
 * Shows a message above the section until it is closed or replaced, or the section or its view
 * changes. Screen readers announce errors at once.
 */
export function showBanner(text: string, tone: BannerMessage['tone'] = 'info'): void {
  bannerMessage.set({ text, tone })
}

/** Removes the banner. */
export function clearBanner(): void {
  if (bannerMessage.get()) bannerMessage.set(null)
}

/** Shows the current message; the shell renders this component once. */
export function Banner() {
  const { t } = useTranslation('common')
  const { pathname, search } = useLocation()
  // The URLs of a section's views differ only by `?view=` and `?mode=`.
  const addressQuery = new URLSearchParams(search)
  const currentView = `${addressQuery.get('view')} ${addressQuery.get('mode')}`

  const visibleMessage = useStore(bannerMessage, null)

  useEffect(() => clearBanner, [pathname, currentView])
  if (!visibleMessage) return null

  return (
    <div className="sticky top-2 z-30 animate-rise">
      <Notice
        tone={visibleMessage.tone}
        className="flex items-center gap-3 bg-high py-1.5 pr-1.5 shadow-pop"
      >
        <span className="flex-1">{visibleMessage.text}</span>
        <IconButton label={t('action.close')} className="size-9!" onClick={clearBanner}>
          <X size={16} aria-hidden />
        </IconButton>
      </Notice>
    </div>
  )
}
