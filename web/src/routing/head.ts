import { createContext } from 'react'

/**
 * What a page says about itself to the browser's tab, to search engines and to whoever shares it.
 */
export type About = { title: string; description: string }

/**
 * On the server the page being rendered tells its head here; in the browser there is no one to tell
 * and the document is changed.
 */
export const HeadSink = createContext<((about: About) => void) | null>(null)

/** Bring the document's head up to date after a navigation in the app. */
export function showHead({ title, description }: About): void {
  document.title = title
  for (const [selector, value] of [
    ['meta[name=description]', description],
    ['meta[property="og:title"]', title],
    ['meta[property="og:description"]', description],
  ] as const) {
    document.querySelector(selector)?.setAttribute('content', value)
  }
}
