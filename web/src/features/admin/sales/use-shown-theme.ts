import { useSyncExternalStore } from 'react'

import { useTheme } from '../../../state/theme.ts'

const device = () => window.matchMedia('(prefers-color-scheme: light)')

/** The theme that shows now, whoever chose it; canvases are drawn again when it changes. */
export function useShownTheme(): 'dark' | 'light' {
  const [chosen] = useTheme()

  const light = useSyncExternalStore(
    (changed) => {
      const query = device()
      query.addEventListener('change', changed)

      return () => query.removeEventListener('change', changed)
    },
    () => device().matches,
  )

  if (chosen !== 'system') return chosen

  return light ? 'light' : 'dark'
}
