import { useEffect, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router'

import type { PageState } from '../api/page-state.ts'
import { queryClient } from '../api/queries.ts'
import { startTexts, texts } from '../i18n/i18n.ts'
import { setNavigation } from '../routing/navigation.ts'
import { siteSettings } from '../state/site.ts'
import { keepForOffline } from './offline.ts'
import { Providers } from './providers.tsx'
import { routes } from './router.tsx'

/** The code of the page that the server rendered must be here before it is taken over. */
async function loadCurrentPage(): Promise<void> {
  await Promise.all(
    (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

/**
 * The answers that came with the page are as fresh as the page, which is emptied of every change.
 */
function takeAnswers({ answers }: PageState): void {
  for (const [key, data] of answers) queryClient.setQueryData(key, data)
}

/** Runs what only the browser can say once the server's page has been taken over. */
function Settled({ then }: { then: () => void }) {
  useEffect(then, [then])
  return null
}

// RouterProvider of react-router/dom is this one with the same flushSync, but brings nine kilobytes
// of other renderers along.
/**
 * Bring the app up in the browser: texts, settings and the code of the current page are fetched
 * side by side.
 */
export async function startApp(state: PageState | null): Promise<ReactNode> {
  keepForOffline()
  if (state) takeAnswers(state)
  void siteSettings()
  const started = startTexts(state)
  if (state) await loadCurrentPage()
  const router = createBrowserRouter(routes)
  setNavigation((path, state) => router.navigate(path, { state }))
  const { preferred } = await started
  const settle = () => {
    if (texts.language !== preferred) void texts.changeLanguage(preferred)
  }

  return (
    <Providers texts={texts} client={queryClient}>
      <RouterProvider router={router} flushSync={flushSync} />
      <Settled then={settle} />
    </Providers>
  )
}
