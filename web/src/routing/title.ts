import { useContext, useEffect } from 'react'

import { useSite } from '../state/site.ts'
import { HeadSink, showHead } from './head.ts'

/**
 * Sets title and description. The title ends with the shop's name unless `whole` is passed; the
 * description falls back to the shop's.
 */
export function useTitle(text?: string, about?: string, whole?: string | null): void {
  const { siteName, siteDescription } = useSite()
  const reportHead = useContext(HeadSink)
  const fullTitle = whole || (text ? `${text} · ${siteName}` : siteName)
  const description = about || siteDescription
  reportHead?.({ title: fullTitle, description })
  useEffect(() => {
    showHead({ title: fullTitle, description })
  }, [fullTitle, description])
}
