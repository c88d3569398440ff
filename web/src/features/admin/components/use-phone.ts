import { useSyncExternalStore } from 'react'

const narrow = matchMedia('(width < 48rem)')
const listen = (tell: () => void) => {
  narrow.addEventListener('change', tell)
  return () => narrow.removeEventListener('change', tell)
}

/** Whether the window is as narrow as a phone, where tables become lists. */
export const usePhone = (): boolean => useSyncExternalStore(listen, () => narrow.matches)
