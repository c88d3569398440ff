import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useLate } from '../../../routing/late.ts'
import { skipLoading, startLoading, useLoadingPhase } from './loading.ts'
import './loading.css'

/**
 * The loading screen above the rendered page. The server sends it too; without scripts the style
 * sheet removes it. The fight animation is a separate chunk.
 */
export function LoadingScreen() {
  const { t } = useTranslation()
  const loadingPhase = useLoadingPhase()
  const LoadedFight = useLate(loadingPhase === 'on', () =>
    import('./fight.tsx').then((module) => module.Fight),
  )
  const previousFocus = useRef<Element | null>(null)

  useEffect(() => {
    previousFocus.current = document.activeElement
    startLoading()
  }, [])

  useEffect(() => {
    if (
      loadingPhase === 'over' &&
      previousFocus.current instanceof HTMLElement &&
      previousFocus.current.isConnected &&
      previousFocus.current !== document.body
    )
      previousFocus.current.focus({ preventScroll: true })
  }, [loadingPhase])

  if (loadingPhase === 'over') return null

  return (
    <div className="loading" data-phase={loadingPhase} role="status" onClick={skipLoading}>
      <div className="loading-stage">{LoadedFight && <LoadedFight />}</div>
      <h2 className="loading-title">{t('loading.title')}</h2>
      <button type="button" className="loading-skip">
        {t('loading.skip')}
      </button>
    </div>
  )
}
