/** Names of the search parameters in a URL, in their order. */
export const searchNames = ['q', 'category', 'sort', 'stock'] as const

const isAsked = (address: URLSearchParams, name: string): boolean =>
  Boolean(address.get(name)?.trim())

/** Whether a URL contains a search, so that results replace the shop front. */
export const isSearch = (address: URLSearchParams): boolean =>
  searchNames.some((name) => isAsked(address, name))

/**
 * Whether a search only sorts and filters by stock. There are few such searches, so the server
 * renders and caches their results. Visitors can invent any number of words and categories.
 */
export const isSharedSearch = (address: URLSearchParams): boolean =>
  isSearch(address) && !isAsked(address, 'q') && !isAsked(address, 'category')
