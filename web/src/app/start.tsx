import type { ReactNode } from 'react'
import { startTexts } from '../lib/i18n.ts'
import { setNavigation } from '../lib/navigation.ts'
import { siteSettings } from '../lib/site.ts'
import { Providers } from './providers.tsx'
import { createRouter } from './router.tsx'

/** Bring the app up in the browser: texts, settings and the code of the current page are fetched side by side. */
export async function startApp(): Promise<ReactNode> {
  void siteSettings()
  const texts = startTexts()
  const router = createRouter()
  setNavigation((path) => router.navigate(path))
  await texts
  return <Providers router={router} />
}
