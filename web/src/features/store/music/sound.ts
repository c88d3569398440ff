import { music } from '@chaveiro/contracts/limits'

import { createStore, useStore } from '../../../external-store.ts'
import { localStore, readText, writeText } from '../../../state/storage.ts'
import { setMusicPlays, useMusicContext } from './playing.ts'

/** volume: what somebody set by hand; null leaves it to the player one sees (Q126). */
export type Sound = { playing: boolean; position: number; volume: number | null }

/** One sound for the whole shop: it goes on from page to page, and two players show the same. */
let audio: HTMLAudioElement | null = null
const silent: Sound = { playing: false, position: 0, volume: null }
const sound = createStore(silent)

function change(part: Partial<Sound>): void {
  sound.set({ ...sound.get(), ...part })
  setMusicPlays(sound.get().playing)
}

/**
 * The element exists from the first play on, so that nobody downloads music who does not hear it.
 */
function element(): HTMLAudioElement {
  if (audio) return audio

  audio = new Audio()
  audio.preload = 'none'
  audio.loop = true
  audio.src = '/music/chaveiro.flac'
  audio.addEventListener('playing', () => change({ playing: true }))
  audio.addEventListener('pause', () => change({ playing: false }))
  audio.addEventListener('error', () => change({ playing: false }))
  audio.addEventListener('timeupdate', () => change({ position: audio!.currentTime }))

  return audio
}

/** Start the music; a browser that refuses leaves it paused (S188). Answers whether it plays. */
export async function playMusic(volume: number): Promise<boolean> {
  const player = element()
  const { position, volume: chosenVolume } = sound.get()
  player.volume = chosenVolume ?? volume

  if (player.readyState === 0 && position)
    player.addEventListener(
      'loadedmetadata',
      () => {
        player.currentTime = sound.get().position
      },
      { once: true },
    )

  try {
    await player.play()
    change({ playing: true })

    return true
  } catch (error) {
    console.info('music', (error as Error).name)
    change({ playing: false })

    return false
  }
}

/** Pause the music. */
export function pauseMusic(): void {
  audio?.pause()
}

/**
 * Remember that somebody paused or started the music by hand: a pause is not undone by the next
 * page load.
 */
export function rememberChoice(choice: 'on' | 'off'): void {
  writeText(localStore(), 'music', choice)
}

/** Move to a place in the loop. */
export function seekMusic(position: number): void {
  if (audio && audio.readyState > 0) audio.currentTime = position
  change({ position })
}

/**
 * A player came up: music that plays already takes its volume, unless somebody set one by hand
 * (Q126).
 */
export function takeVolume(volume: number): void {
  if (audio && sound.get().volume === null) audio.volume = volume
}

/** Set the volume by hand, 0 to 1. */
export function setVolume(volume: number): void {
  if (audio) audio.volume = volume
  change({ volume })
}

/**
 * Whether music may start by itself: not under reduced motion, not with data saver, not after
 * somebody paused it (Q102).
 */
export function mayStartAlone(world: {
  reducedMotion: boolean
  saveData: boolean
  choice: string | null
}): boolean {
  return !world.reducedMotion && !world.saveData && world.choice !== 'off'
}

/** The same, asked of this browser. */
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

/** What is heard right now; inside the provider only. */
export function useSound(): Sound {
  useMusicContext('useSound')
  return useStore(sound, silent)
}
