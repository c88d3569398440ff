import type { ReactNode } from 'react'
import { startTexts } from '../lib/i18n.ts'
import { setNavigation } from '../lib/navigation.ts'
import { siteSettings } from '../lib/site.ts'
import { Providers } from './providers.tsx'
import { createRouter } from './router.tsx'

/** After a deploy the old page's chunks are gone: load the page afresh, at most once in ten seconds. */
function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(window.sessionStorage.getItem('reloadedAt') ?? 0)
    if (Date.now() - last < 10_000) return
    event.preventDefault()
    window.sessionStorage.setItem('reloadedAt', String(Date.now()))
    window.location.reload()
  })
}

/** Bring the app up in the browser: texts, settings and the code of the current page are fetched side by side. */
export async function startApp(): Promise<ReactNode> {
  reloadWhenOutdated()
  void siteSettings()
  const texts = startTexts()
  const router = createRouter()
  setNavigation((path) => router.navigate(path))
  await texts
  return <Providers router={router} />
}
