import { createContext, useContext } from 'react'

import { createStore, useStore } from '../../../external-store.ts'

// Whether music plays, apart from the player so that the frame of the page and the backdrop can
// look without loading it.
const isPlaying = createStore(false)

/** Whether music plays right now. */
export const musicPlays = isPlaying.get

/** The player reports every change here. */
export function setMusicPlays(now: boolean): void {
  if (isPlaying.get() !== now) isPlaying.set(now)
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
  return useStore(isPlaying, false)
}
