import { useSyncExternalStore } from 'react'

import { createListeners } from '../external-store.ts'
import { localStore, readText, writeText } from './storage.ts'

export type Theme = 'system' | 'dark' | 'light'

const themeChanges = createListeners()

function chosen(): Theme {
  const stored = readText(localStore(), 'theme')
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

/**
 * The chosen theme and how to choose; 'system' follows the device. public/theme.js applies it
 * before the first paint.
 */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(themeChanges.subscribe, chosen, () => 'system' as const)

  return [
    theme,
    (next) => {
      writeText(localStore(), 'theme', next === 'system' ? null : next)
      if (next === 'system') delete document.documentElement.dataset.theme
      else document.documentElement.dataset.theme = next
      themeChanges.notify()
    },
  ]
}
