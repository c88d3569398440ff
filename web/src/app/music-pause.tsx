import { useTranslation } from 'react-i18next'

import { useMusicPlays } from '../features/store/music/playing.ts'
import { pauseMusic, rememberChoice } from '../features/store/music/sound.ts'
import { skipClass } from './skip-class.ts'

/** Autoplaying music needs a way to stop it that the keyboard reaches first (WCAG 1.4.2). */
export function MusicPause() {
  const { t } = useTranslation()

  const stopMusic = () => {
    rememberChoice('off')
    pauseMusic()
  }

  if (!useMusicPlays()) return null

  return (
    <button type="button" className={skipClass} onClick={stopMusic}>
      {t('music.pause')}
    </button>
  )
}
