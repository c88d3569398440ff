import { useSyncExternalStore } from 'react'

function watchLine(notify: () => void): () => void {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)

  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

/** Whether the device has a connection, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchLine,
    () => navigator.onLine,
    () => true,
  )
}
