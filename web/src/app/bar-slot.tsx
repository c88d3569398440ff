import { createContext, Suspense, useContext, type ComponentType } from 'react'

import { lazyPart } from '../routing/code.ts'
import { useSite } from '../state/site.ts'

/**
 * The line's code: the server has it at hand and draws at once, the browser fetches it where there
 * is a line, and takes over the one that the server drew.
 */
export const BarCode = createContext<ComponentType>(
  lazyPart(() => import('./bar.tsx').then(({ Bar }) => Bar)),
)

export function BarSlot() {
  const Bar = useContext(BarCode)
  if (!useSite().bar) return null

  return (
    <Suspense>
      <Bar />
    </Suspense>
  )
}
