import { createContext } from 'react'

/** Title and description of a page for the browser tab, search engines and link previews. */
export type PageHead = { title: string; description: string }

/**
 * On the server, receives the head of the rendered page. In the browser it is null and the document
 * changes directly.
 */
export const HeadSink = createContext<((about: PageHead) => void) | null>(null)

/** Updates the document's head after a navigation. */
export function showHead({ title, description }: PageHead): void {
  document.title = title
  for (const [selector, value] of [
    ['meta[name=description]', description],
    ['meta[property="og:title"]', title],
    ['meta[property="og:description"]', description],
  ] as const) {
    document.querySelector(selector)?.setAttribute('content', value)
  }
}
