import { useSyncExternalStore } from 'react'

import { createListeners } from '../external-store.ts'
import { localStore, readText, writeText } from './storage.ts'

export type Theme = 'system' | 'dark' | 'light'

const themeChanges = createListeners()

function chosenTheme(): Theme {
  const storedTheme = readText(localStore(), 'theme')
  if (storedTheme === 'dark' || storedTheme === 'light') return storedTheme

  return 'system'
}

/**
 * The chosen theme and its setter; 'system' follows the device. public/theme.js applies it before
 * the first paint.
 */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(themeChanges.subscribe, chosenTheme, () => 'system' as const)

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
