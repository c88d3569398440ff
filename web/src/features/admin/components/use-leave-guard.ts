import { useContext, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router'

import { accessToken } from '../../../state/session.ts'
import { confirm } from './confirm.tsx'

/**
 * Ask before what was typed is lost by leaving; `places` are the parameters of the address that
 * the form stands at. Who is no longer logged in is led away without a question: he could not save.
 */
export function useLeaveGuard(dirty: boolean, ...places: string[]): void {
  const { t } = useTranslation('admin')
  const id = useId()
  const place = places.join(' ')
  // The hook for this would be carried by every visitor's first page; the router itself is there.
  const router = useContext(RouterContext)?.router

  useEffect(() => {
    if (!dirty || !router) return

    const at = ({ search }: { search: string }) => {
      const query = new URLSearchParams(search)
      return place
        .split(' ')
        .map((name) => query.get(name))
        .join(' ')
    }

    router.getBlocker(id, ({ currentLocation: now, nextLocation: next }) => {
      const stays = now.pathname === next.pathname && at(now) === at(next)
      return !stays && accessToken() !== null
    })

    let asked = false

    const stop = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(id)
      // The router tells of every change of its own, also while the question stands.
      const isNews = blocker?.state === 'blocked' && !asked
      asked = blocker?.state === 'blocked'
      if (blocker?.state !== 'blocked' || !isNews) return

      void confirm({
        title: t('kit.leaveTitle'),
        text: t('kit.leaveText'),
        act: t('kit.leave'),
      }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
    })

    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)

    return () => {
      stop()
      router.deleteBlocker(id)
      removeEventListener('beforeunload', warn)
    }
  }, [dirty, router, id, place, t])
}
