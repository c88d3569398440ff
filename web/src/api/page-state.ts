import type { Language } from '@chaveiro/contracts/limits'
import type { QueryKey } from '@tanstack/react-query'

/**
 * What the server sends along with a page that it rendered: the language it chose, its texts and
 * the answers it used.
 */
export type PageState = {
  language: Language
  texts: Record<string, Record<string, string>>
  answers: [QueryKey, unknown][]
}

const id = 'page-state'

/**
 * The state as JSON that cannot end its script element; `<` and the two line ends that old parsers
 * trip over are escaped.
 */
export function writePageState(state: PageState): string {
  return JSON.stringify(state).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The state of the page in the document, or null when the server only sent a shell. */
export function readPageState(): PageState | null {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as PageState) : null
}
