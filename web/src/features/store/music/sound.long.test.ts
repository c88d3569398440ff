import { music } from '@chaveiro/contracts/limits'
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'

import { mayStartAlone, playMusic, setVolume, takeVolume } from './sound.ts'

const file = readFileSync(new URL('../../../../public/music/chaveiro.flac', import.meta.url))

describe('music', () => {
  it('the file is small and as long as the slider says [S065]', () => {
    // The head of a FLAC file: 20 bits of samples a second, then 36 bits of samples (RFC 9639, 8.2).
    const samplesPerSecond = file.readUIntBE(18, 3) >> 4
    const samples = (file[21]! & 15) * 2 ** 32 + file.readUInt32BE(22)
    expect(file.toString('latin1', 0, 4)).toBe('fLaC')
    expect(file.length).toBeLessThanOrEqual(334_242)
    expect(Math.abs(samples / samplesPerSecond - music.seconds)).toBeLessThan(0.05)
  })

  it('volumes: 0.05 on the home page, 0.5 elsewhere [S063, S189]', () => {
    expect(music).toMatchObject({ homeVolume: 0.05, volume: 0.5 })
  })

  it('off the home page it plays at 0.5 and there at 0.05, until somebody sets it by hand [S189, Q126]', async () => {
    const heard: { volume: number }[] = []

    vi.stubGlobal(
      'Audio',
      class extends EventTarget {
        volume = 1
        readyState = 4

        constructor() {
          super()
          heard.push(this)
        }

        async play() {}
      },
    )

    await playMusic(0.05)
    expect(heard).toMatchObject([{ volume: 0.05 }])
    takeVolume(0.5)
    expect(heard).toMatchObject([{ volume: 0.5 }])
    takeVolume(0.05)
    expect(heard).toMatchObject([{ volume: 0.05 }])
    setVolume(0.3)
    takeVolume(0.5)
    await playMusic(0.05)
    expect(heard).toMatchObject([{ volume: 0.3 }])
    vi.unstubAllGlobals()
  })

  it('never starts by itself under reduced motion, with data saver, or after somebody paused it [S065]', () => {
    const calm = { reducedMotion: false, saveData: false, choice: null }
    expect(mayStartAlone(calm)).toBe(true)
    expect(mayStartAlone({ ...calm, choice: 'on' })).toBe(true)
    expect(mayStartAlone({ ...calm, reducedMotion: true })).toBe(false)
    expect(mayStartAlone({ ...calm, saveData: true })).toBe(false)
    expect(mayStartAlone({ ...calm, choice: 'off' })).toBe(false)
  })
})
