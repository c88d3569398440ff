import { createContext, type ComponentType } from 'react'

import { lazyPart } from '../../../routing/code.ts'

/**
 * The component of the search results. The server renders it directly; the browser imports its code
 * with the first search and hydrates the server's markup.
 */
export const SearchResultsContext = createContext<ComponentType>(
  lazyPart(() => import('./search-results.tsx').then((module) => module.SearchResults)),
)
