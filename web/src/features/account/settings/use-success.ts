import { timings } from '@chaveiro/contracts/limits'
import { useEffect, useState } from 'react'

/** A success message that hides after three seconds (S115). */
export function useSuccess(): [string | null, (message: string | null) => void] {
  const [text, setMessage] = useState<string | null>(null)

  useEffect(() => {
    if (!text) return

    const hideTimer = setTimeout(() => setMessage(null), timings.settingsSuccess)

    return () => clearTimeout(hideTimer)
  }, [text])

  return [text, setMessage]
}
