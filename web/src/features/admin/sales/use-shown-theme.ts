import { useSyncExternalStore } from 'react'

import { useTheme } from '../../../state/theme.ts'

const deviceTheme = () => window.matchMedia('(prefers-color-scheme: light)')

/** The theme in effect; canvases are redrawn when it changes. */
export function useShownTheme(): 'dark' | 'light' {
  const [chosen] = useTheme()

  const prefersLight = useSyncExternalStore(
    (changed) => {
      const lightQuery = deviceTheme()
      lightQuery.addEventListener('change', changed)

      return () => lightQuery.removeEventListener('change', changed)
    },
    () => deviceTheme().matches,
  )

  if (chosen !== 'system') return chosen

  if (prefersLight) return 'light'

  return 'dark'
}
