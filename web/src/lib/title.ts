import { useEffect } from 'react'
import { useSite } from './site.ts'

/** The title of the page in the browser's tab, followed by the name of the shop. */
export function useTitle(text?: string): void {
  const { siteName } = useSite()
  useEffect(() => { document.title = text ? `${text} · ${siteName}` : siteName }, [text, siteName])
}
