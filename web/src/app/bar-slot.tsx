import { createContext, Suspense, useContext, type ComponentType } from 'react'

import { lazyPart } from '../routing/code.ts'
import { useSite } from '../state/site.ts'

/**
 * Code of the announcement bar. The server has it at hand and renders at once; the browser imports
 * it only where a bar exists, and hydrates the server's.
 */
export const AnnouncementBarContext = createContext<ComponentType>(
  lazyPart(() => import('./bar.tsx').then(({ Bar: AnnouncementBar }) => AnnouncementBar)),
)

export function AnnouncementBarSlot() {
  const AnnouncementBar = useContext(AnnouncementBarContext)
  if (!useSite().bar) return null

  return (
    <Suspense>
      <AnnouncementBar />
    </Suspense>
  )
}
