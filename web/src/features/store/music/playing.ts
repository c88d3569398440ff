import { createContext, useContext, useSyncExternalStore } from 'react'

// Whether music plays, apart from the player so that the frame of the page and the backdrop can
// look without loading it.
let playing = false
const listeners = new Set<() => void>()

/** Whether music plays right now. */
export function musicPlays(): boolean {
  return playing
}

/** The player reports every change here. */
export function setMusicPlays(now: boolean): void {
  if (playing === now) return

  playing = now
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The music around the app; what uses it stands inside (S266). */
export const MusicContext = createContext<true | null>(null)

/** Throws outside the provider. */
export function useMusicContext(user: string): void {
  if (!useContext(MusicContext)) throw new Error(`${user} must be used within MusicContext`)
}

/** The same for a component; inside the provider only. */
export function useMusicPlays(): boolean {
  useMusicContext('useMusicPlays')
  return useSyncExternalStore(subscribe, musicPlays, () => false)
}
