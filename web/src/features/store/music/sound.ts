import { music } from '@chaveiro/contracts/limits'

import { createStore, useStore } from '../../../external-store.ts'
import { localStore, readText, writeText } from '../../../state/storage.ts'
import { setMusicPlays, useMusicContext } from './playing.ts'

/** `volume` is what the listener chose; null leaves it to the visible player (Q126). */
export type Sound = { playing: boolean; position: number; volume: number | null }

/** One audio element for the whole shop: it plays across pages, and all players show its state. */
let audioElement: HTMLAudioElement | null = null
const silentState: Sound = { playing: false, position: 0, volume: null }
const soundStore = createStore(silentState)

function updateSound(part: Partial<Sound>): void {
  soundStore.set({ ...soundStore.get(), ...part })
  setMusicPlays(soundStore.get().playing)
}

/** Created on first play, so that nothing is downloaded before. */
function getElement(): HTMLAudioElement {
  if (audioElement) return audioElement

  audioElement = new Audio()
  audioElement.preload = 'none'
  audioElement.loop = true
  audioElement.src = '/music/chaveiro.flac'
  audioElement.addEventListener('playing', () => updateSound({ playing: true }))
  audioElement.addEventListener('pause', () => updateSound({ playing: false }))
  audioElement.addEventListener('error', () => updateSound({ playing: false }))
  audioElement.addEventListener('timeupdate', () =>
    updateSound({ position: audioElement!.currentTime }),
  )

  return audioElement
}

/** Starts the music; a browser may refuse (S188). Resolves to whether it plays. */
export async function playMusic(volume: number): Promise<boolean> {
  const playingElement = getElement()
  const { position, volume: chosenVolume } = soundStore.get()
  playingElement.volume = chosenVolume ?? volume

  if (playingElement.readyState === 0 && position)
    playingElement.addEventListener(
      'loadedmetadata',
      () => {
        playingElement.currentTime = soundStore.get().position
      },
      { once: true },
    )

  try {
    await playingElement.play()
    updateSound({ playing: true })

    return true
  } catch (error) {
    console.info('music', (error as Error).name)
    updateSound({ playing: false })

    return false
  }
}

export function pauseMusic(): void {
  audioElement?.pause()
}

/** Remembers a manual start or pause: the next page load does not undo a pause. */
export function rememberChoice(choice: 'on' | 'off'): void {
  writeText(localStore(), 'music', choice)
}

/** Seeks in the loop; position in seconds. */
export function seekMusic(position: number): void {
  if (audioElement && audioElement.readyState > 0) audioElement.currentTime = position
  updateSound({ position })
}

/** A new player applies its volume to playing music, unless the listener chose one (Q126). */
export function takeVolume(volume: number): void {
  if (audioElement && soundStore.get().volume === null) audioElement.volume = volume
}

/** Sets the volume the listener chose, 0 to 1. */
export function setVolume(volume: number): void {
  if (audioElement) audioElement.volume = volume
  updateSound({ volume })
}

/**
 * Whether music may autoplay: not with reduced motion, data saver, or after a manual pause (Q102).
 */
export function mayStartAlone(world: {
  reducedMotion: boolean
  saveData: boolean
  choice: string | null
}): boolean {
  return !world.reducedMotion && !world.saveData && world.choice !== 'off'
}

/** Whether music may autoplay in this browser. */
export function mayStartHere(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return mayStartAlone({
    reducedMotion: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    saveData: connection?.saveData === true,
    choice: readText(localStore(), 'music'),
  })
}

/** Length of the loop in seconds. */
export const loopSeconds: number = music.seconds

/** State of the music, for components inside the provider. */
export function useSound(): Sound {
  useMusicContext('useSound')
  return useStore(soundStore, silentState)
}
