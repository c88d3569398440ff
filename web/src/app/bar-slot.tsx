import { createContext, Suspense, useContext, type ComponentType } from 'react'

import { lazyPart } from '../routing/code.ts'
import { useSite } from '../state/site.ts'

/**
 * The announcement bar's component. The server imports it statically. The browser imports it only
 * when a bar exists, then hydrates the server's markup.
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
