import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'

import { LogoMark } from '../ui/logo.tsx'
import { ErrorState } from '../ui/states.tsx'

/**
 * Shown when a page's code fails or cannot be loaded, for example after a deploy removed the old
 * chunk. Reloading helps.
 */
export function CrashPage() {
  const { t } = useTranslation()
  const routeError = useRouteError()
  useEffect(() => {
    console.error(routeError)
  }, [routeError])

  return (
    <main className="page grid justify-items-stretch gap-6 py-16">
      <span className="justify-self-center">
        <LogoMark size={48} />
      </span>

      <ErrorState
        text={t('error.crash')}
        retry={t('action.reload')}
        onRetry={() => window.location.reload()}
      />
    </main>
  )
}
