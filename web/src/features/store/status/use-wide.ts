import { useSyncExternalStore } from 'react'

const wide = () => window.matchMedia('(min-width: 40rem)')

function watch(changed: () => void): () => void {
  const query = wide()
  query.addEventListener('change', changed)

  return () => query.removeEventListener('change', changed)
}

/** Whether there is room beside what a phone shows; the server's page is that of a desk. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    watch,
    () => wide().matches,
    () => true,
  )
