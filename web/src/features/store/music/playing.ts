import { createContext, useContext } from 'react'

import { createStore, useStore } from '../../../external-store.ts'

// Whether music plays. A separate file, so that layout and backdrop do not load the player.
const isPlaying = createStore(false)

export const musicPlays = isPlaying.get

/** The player reports every change here. */
export function setMusicPlays(now: boolean): void {
  if (isPlaying.get() !== now) isPlaying.set(now)
}

/** Provider of the music around the app (S266). */
export const MusicContext = createContext<true | null>(null)

/** Throws outside of the provider. */
export function useMusicContext(user: string): void {
  if (!useContext(MusicContext)) throw new Error(`${user} must be used within MusicContext`)
}

/** Whether music plays, for components inside the provider. */
export function useMusicPlays(): boolean {
  useMusicContext('useMusicPlays')
  return useStore(isPlaying, false)
}
