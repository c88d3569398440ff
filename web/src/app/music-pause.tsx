import { useTranslation } from 'react-i18next'

import { useMusicPlays } from '../features/store/music/playing.ts'
import { pauseMusic, rememberChoice } from '../features/store/music/sound.ts'
import { skipClass } from './skip-class.ts'

/**
 * Whoever hears music they did not ask for finds its off switch first, with the keyboard too (WCAG
 * 1.4.2).
 */
export function MusicPause() {
  const { t } = useTranslation()

  const pause = () => {
    rememberChoice('off')
    pauseMusic()
  }

  if (!useMusicPlays()) return null

  return (
    <button type="button" className={skipClass} onClick={pause}>
      {t('music.pause')}
    </button>
  )
}
