import { useContext, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router'

import { accessToken } from '../../../state/session.ts'
import { confirm } from './confirm.tsx'

/**
 * Asks before leaving a form with unsaved values; `places` are the query parameters that identify
 * the form. After a logout there is no question, because saving would fail.
 */
export function useLeaveGuard(dirty: boolean, ...places: string[]): void {
  const { t } = useTranslation('admin')
  const blockerId = useId()
  const formParameters = places.join(' ')
  // An import of React Router's useBlocker would enlarge every visitor's first load. The router's
  // context is loaded anyway.
  const router = useContext(RouterContext)?.router

  useEffect(() => {
    if (!dirty || !router) return

    const formAddress = ({ search }: { search: string }) => {
      const searchParams = new URLSearchParams(search)
      return formParameters
        .split(' ')
        .map((name) => searchParams.get(name))
        .join(' ')
    }

    router.getBlocker(blockerId, ({ currentLocation: now, nextLocation: next }) => {
      const staysInForm = now.pathname === next.pathname && formAddress(now) === formAddress(next)
      return !staysInForm && accessToken() !== null
    })

    let isAsking = false

    const unsubscribe = router.subscribe(({ blockers }) => {
      const navigationBlocker = blockers.get(blockerId)
      // The router notifies on each of its changes, also while the question is open.
      const isNewlyBlocked = navigationBlocker?.state === 'blocked' && !isAsking
      isAsking = navigationBlocker?.state === 'blocked'
      if (navigationBlocker?.state !== 'blocked' || !isNewlyBlocked) return

      void confirm({
        title: t('kit.leaveTitle'),
        text: t('kit.leaveText'),
        act: t('kit.leave'),
      }).then((yes) => (yes ? navigationBlocker.proceed() : navigationBlocker.reset()))
    })

    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warnBeforeUnload)

    return () => {
      unsubscribe()
      router.deleteBlocker(blockerId)
      removeEventListener('beforeunload', warnBeforeUnload)
    }
  }, [dirty, router, blockerId, formParameters, t])
}
