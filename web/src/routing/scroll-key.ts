import type { Location } from 'react-router'

/**
 * Key of a saved scroll position. The first page after a full load always has the key 'default'.
 * Its path and query replace this key, or the page would open at another page's position.
 */
export const scrollKey = ({ key, pathname, search }: Location): string =>
  key === 'default' ? pathname + search : key
