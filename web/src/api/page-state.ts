import type { Language } from '@chaveiro/contracts/limits'
import type { QueryKey } from '@tanstack/react-query'

/**
 * State embedded in a server-rendered page: the chosen language, its texts and the query results
 * used.
 */
export type PageState = {
  language: Language
  texts: Record<string, Record<string, string>>
  answers: [QueryKey, unknown][]
}

const pageStateId = 'page-state'

/** JSON that cannot close its script element. U+2028 and U+2029 are escaped for old parsers. */
export function writePageState(state: PageState): string {
  return JSON.stringify(state).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** State embedded in the document; null if the server sent only the app shell. */
export function readPageState(): PageState | null {
  const serialized = document.getElementById(pageStateId)?.textContent
  if (!serialized) return null

  return JSON.parse(serialized) as PageState
}
