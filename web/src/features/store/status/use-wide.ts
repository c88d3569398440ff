import { useSyncExternalStore } from 'react'

const wideQuery = () => window.matchMedia('(min-width: 40rem)')

function subscribeWidth(changed: () => void): () => void {
  const mediaQuery = wideQuery()
  mediaQuery.addEventListener('change', changed)

  return () => mediaQuery.removeEventListener('change', changed)
}

/** Whether the screen is wider than a phone; the server renders the wide layout. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribeWidth,
    () => wideQuery().matches,
    () => true,
  )
