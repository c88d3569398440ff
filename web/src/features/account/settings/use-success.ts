import { timings } from '@chaveiro/contracts/limits'
import { useEffect, useState } from 'react'

/** A success message that hides after three seconds (S115). */
export function useSuccess(): [string | null, (text: string | null) => void] {
  const [text, setText] = useState<string | null>(null)

  useEffect(() => {
    if (!text) return

    const timer = setTimeout(() => setText(null), timings.settingsSuccess)

    return () => clearTimeout(timer)
  }, [text])

  return [text, setText]
}
