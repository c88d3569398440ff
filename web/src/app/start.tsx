import type { ReactNode } from 'react'
import { startTexts } from '../lib/i18n.ts'
import { setNavigation } from '../lib/navigation.ts'
import { siteSettings } from '../lib/site.ts'
import { Providers } from './providers.tsx'
import { createRouter } from './router.tsx'

/** Bring the app up in the browser: texts first, the settings beside them, then the router over the current address. */
export async function startApp(): Promise<ReactNode> {
  void siteSettings()
  await startTexts()
  const router = createRouter()
  setNavigation((path) => { void router.navigate(path) })
  return <Providers router={router} />
}
