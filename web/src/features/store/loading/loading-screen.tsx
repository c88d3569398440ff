import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useLate } from '../../../routing/late.ts'
import { skipLoading, startLoading, useLoadingPhase } from './loading.ts'
import './loading.css'

/**
 * The loading screen over the page that is already rendered beneath it. The server sends it too;
 * without scripts, or when they are late, the style sheet alone takes it away. The fight comes as a
 * chunk of its own.
 */
export function LoadingScreen() {
  const { t } = useTranslation()
  const phase = useLoadingPhase()
  const Fight = useLate(phase === 'on', () => import('./fight.tsx').then((module) => module.Fight))
  const before = useRef<Element | null>(null)

  useEffect(() => {
    before.current = document.activeElement
    startLoading()
  }, [])

  useEffect(() => {
    if (
      phase === 'over' &&
      before.current instanceof HTMLElement &&
      before.current.isConnected &&
      before.current !== document.body
    )
      before.current.focus({ preventScroll: true })
  }, [phase])

  if (phase === 'over') return null

  return (
    <div className="loading" data-phase={phase} role="status" onClick={skipLoading}>
      <div className="loading-stage">{Fight && <Fight />}</div>
      <h2 className="loading-title">{t('loading.title')}</h2>
      <button type="button" className="loading-skip">
        {t('loading.skip')}
      </button>
    </div>
  )
}
