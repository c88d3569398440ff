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

/** Autoplay happens at most once per page load, not again on returning to the home page. */
let hasAutoplayed = false

async function startAutoplay(volume: number, here: () => boolean): Promise<void> {
  await loadingOver
  if (hasAutoplayed || !here() || !mayStartHere()) return

  hasAutoplayed = true
  await playMusic(volume)
}

function EqualizerBars({ playing }: { playing: boolean }) {
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
 * Play and pause, progress and volume. `volume` is the initial one; `alone` starts playing after
 * the loading screen.
 */
export function MusicPlayer({
  volume = music.volume,
  alone = false,
}: {
  volume?: number
  alone?: boolean
}) {
  const { t } = useTranslation()
  const soundState = useSound()
  const volumeLevel = soundState.volume ?? volume
  useEffect(() => takeVolume(volume), [volume])

  useEffect(() => {
    if (!alone) return

    let isMounted = true
    void startAutoplay(volume, () => isMounted)

    return () => {
      isMounted = false
    }
  }, [alone, volume])

  const togglePlay = () => {
    rememberChoice(soundState.playing ? 'off' : 'on')
    if (soundState.playing) pauseMusic()
    else void playMusic(volume)
  }

  return (
    <section aria-label={t('music.label')} data-playing={soundState.playing} className="music">
      <IconButton
        label={t(soundState.playing ? 'music.pause' : 'music.play')}
        onClick={togglePlay}
        className="music-toggle"
      >
        {soundState.playing ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
      </IconButton>

      <span className="music-name">
        <EqualizerBars playing={soundState.playing} />
        <span className="truncate">{t('music.track')}</span>
      </span>
      <span className="music-time" aria-hidden>
        {countdown(Math.floor(soundState.position) * 1000)} /{' '}
        {countdown(Math.floor(loopSeconds) * 1000)}
      </span>

      <input
        type="range"
        className="music-slider music-progress"
        aria-label={t('music.progress')}
        aria-valuetext={t('music.progressValue', {
          position: countdown(Math.floor(soundState.position) * 1000),
          length: countdown(Math.floor(loopSeconds) * 1000),
        })}
        min={0}
        max={loopSeconds}
        step={0.1}
        value={Math.min(loopSeconds, soundState.position)}
        onChange={(event) => seekMusic(event.target.valueAsNumber)}
      />

      <label className="music-volume">
        {volumeLevel === 0 ? <VolumeX size={18} aria-hidden /> : <Volume2 size={18} aria-hidden />}

        <input
          type="range"
          className="music-slider"
          aria-label={t('music.volume')}
          aria-valuetext={`${Math.round(volumeLevel * 100)} %`}
          min={0}
          max={1}
          step={0.01}
          value={volumeLevel}
          onChange={(event) => setVolume(event.target.valueAsNumber)}
        />
      </label>
    </section>
  )
}
