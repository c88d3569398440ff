import { music } from '@chaveiro/contracts/limits'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { countdown } from '../../../i18n/format.ts'
import { IconButton } from '../../../ui/button.tsx'
import { loadingOver } from '../loading/loading.ts'
import {
  loopSeconds,
  mayStartHere,
  pauseMusic,
  playMusic,
  rememberChoice,
  seekMusic,
  setVolume,
  takeVolume,
  useSound,
} from './sound.ts'
import './player.css'

/**
 * On its own, at most once per page load: somebody who comes back to the home page is not played to
 * again.
 */
let started = false

async function startAlone(volume: number, here: () => boolean): Promise<void> {
  await loadingOver
  if (started || !here() || !mayStartHere()) return

  started = true
  await playMusic(volume)
}

function Bars({ playing }: { playing: boolean }) {
  return (
    <span aria-hidden className="music-bars" data-playing={playing}>
      <i />
      <i />
      <i />
      <i />
    </span>
  )
}

/**
 * Play and pause, progress and volume. `volume` is where it starts unless somebody has chosen;
 * `alone` starts it after the loading screen.
 */
export function MusicPlayer({
  volume = music.volume,
  alone = false,
}: {
  volume?: number
  alone?: boolean
}) {
  const { t } = useTranslation()
  const sound = useSound()
  const level = sound.volume ?? volume
  useEffect(() => takeVolume(volume), [volume])

  useEffect(() => {
    if (!alone) return

    let here = true
    void startAlone(volume, () => here)

    return () => {
      here = false
    }
  }, [alone, volume])

  const toggle = () => {
    rememberChoice(sound.playing ? 'off' : 'on')
    if (sound.playing) pauseMusic()
    else void playMusic(volume)
  }

  return (
    <section aria-label={t('music.label')} data-playing={sound.playing} className="music">
      <IconButton
        label={t(sound.playing ? 'music.pause' : 'music.play')}
        onClick={toggle}
        className="music-toggle"
      >
        {sound.playing ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
      </IconButton>

      <span className="music-name">
        <Bars playing={sound.playing} />
        <span className="truncate">{t('music.track')}</span>
      </span>
      <span className="music-time" aria-hidden>
        {countdown(Math.floor(sound.position) * 1000)} / {countdown(Math.floor(loopSeconds) * 1000)}
      </span>

      <input
        type="range"
        className="music-slider music-progress"
        aria-label={t('music.progress')}
        aria-valuetext={t('music.progressValue', {
          position: countdown(Math.floor(sound.position) * 1000),
          length: countdown(Math.floor(loopSeconds) * 1000),
        })}
        min={0}
        max={loopSeconds}
        step={0.1}
        value={Math.min(loopSeconds, sound.position)}
        onChange={(event) => seekMusic(event.target.valueAsNumber)}
      />

      <label className="music-volume">
        {level === 0 ? <VolumeX size={18} aria-hidden /> : <Volume2 size={18} aria-hidden />}

        <input
          type="range"
          className="music-slider"
          aria-label={t('music.volume')}
          aria-valuetext={`${Math.round(level * 100)} %`}
          min={0}
          max={1}
          step={0.01}
          value={level}
          onChange={(event) => setVolume(event.target.valueAsNumber)}
        />
      </label>
    </section>
  )
}
