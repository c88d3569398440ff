import { useContext, useEffect } from 'react'

import { useSite } from '../state/site.ts'
import { HeadSink, showHead } from './head.ts'

/**
 * The title of the page, followed by the name of the shop unless the whole of it is given, and one
 * sentence about it (the shop's own when none is given).
 */
export function useTitle(text?: string, about?: string, whole?: string | null): void {
  const { siteName, siteDescription } = useSite()
  const tell = useContext(HeadSink)
  const title = whole || (text ? `${text} · ${siteName}` : siteName)
  const description = about || siteDescription
  tell?.({ title, description })
  useEffect(() => {
    showHead({ title, description })
  }, [title, description])
}
