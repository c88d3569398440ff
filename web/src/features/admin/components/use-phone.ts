import { useSyncExternalStore } from 'react'

/** Whether the window is of a width, asked anew whenever that changes. */
function widthHook(query: string): () => boolean {
  const media = matchMedia(query)

  const listen = (tell: () => void) => {
    media.addEventListener('change', tell)
    return () => media.removeEventListener('change', tell)
  }

  return () => useSyncExternalStore(listen, () => media.matches)
}

/** Whether the window is as narrow as a phone, where tables become lists. */
export const usePhone = widthHook('(width < 48rem)')

/** Whether there is room for a form and for what becomes of it beside it. */
export const useWide = widthHook('(width >= 80rem)')
