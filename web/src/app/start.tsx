import { useEffect, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router'

import type { PageState } from '../api/page-state.ts'
import { queryClient } from '../api/queries.ts'
import { startTexts, texts } from '../i18n/i18n.ts'
import { setNavigation } from '../routing/navigation.ts'
import { siteSettings } from '../state/site.ts'
import { registerServiceWorker } from './offline.ts'
import { Providers } from './providers.tsx'
import { routes } from './router.tsx'

/** Loads the code of the server-rendered page, which must be present before hydration. */
async function loadCurrentPage(): Promise<void> {
  await Promise.all(
    (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

/** Fills the query cache with the query results in the page, which are as fresh as the page. */
function fillQueryCache({ answers }: PageState): void {
  for (const [key, data] of answers) queryClient.setQueryData(key, data)
}

/** Runs a callback after hydration. */
function AfterHydration({ then }: { then: () => void }) {
  useEffect(then, [then])
  return null
}

/**
 * Starts the app in the browser: loads texts, settings and the code of the current page in
 * parallel.
 */
export async function startApp(state: PageState | null): Promise<ReactNode> {
  registerServiceWorker()
  if (state) fillQueryCache(state)
  void siteSettings()
  const textsStarted = startTexts(state)
  if (state) await loadCurrentPage()
  const router = createBrowserRouter(routes)
  setNavigation((path, state) => router.navigate(path, { state }))
  const { preferred } = await textsStarted
  const switchLanguage = () => {
    if (texts.language !== preferred) void texts.changeLanguage(preferred)
  }

  // RouterProvider of react-router/dom only adds flushSync, but brings nine kilobytes of other
  // renderers.
  return (
    <Providers texts={texts} client={queryClient}>
      <RouterProvider router={router} flushSync={flushSync} />
      <AfterHydration then={switchLanguage} />
    </Providers>
  )
}
