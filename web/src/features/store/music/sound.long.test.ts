import { music } from '@chaveiro/contracts/limits'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'

import { mayStartAlone, playMusic, setVolume, takeVolume } from './sound.ts'

const script = fileURLToPath(new URL('../../../../../scripts/compose-music.mjs', import.meta.url))

describe('music', () => {
  it('is what the script in the repository composes, small, and as long as the slider says [S065]', () => {
    const made = JSON.parse(
      execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' }),
    ) as { bytes: number; seconds: number }
    expect(made.bytes).toBeLessThan(600_000)
    expect(Math.abs(made.seconds - music.seconds)).toBeLessThan(0.05)
    // A process of its own composes two minutes of music.
  }, 60_000)

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
