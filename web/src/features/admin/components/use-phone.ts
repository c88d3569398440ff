import { useSyncExternalStore } from 'react'

/** Whether the window matches a media query, updated when that changes. */
function createWidthHook(query: string): () => boolean {
  const mediaQuery = matchMedia(query)

  const subscribe = (onChange: () => void) => {
    mediaQuery.addEventListener('change', onChange)
    return () => mediaQuery.removeEventListener('change', onChange)
  }

  return () => useSyncExternalStore(subscribe, () => mediaQuery.matches)
}

/** Whether the window is phone-sized, where tables become lists. */
export const usePhone = createWidthHook('(width < 48rem)')

/** Whether a form and its preview fit side by side. */
export const useWide = createWidthHook('(width >= 80rem)')
