import { useSyncExternalStore } from 'react'

// Whether music plays, apart from the player so that the frame of the page and the backdrop can look without loading it.
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

/** The same for a component. */
export function useMusicPlays(): boolean {
  return useSyncExternalStore(subscribe, musicPlays, () => false)
}
