import type { Location } from 'react-router'

/**
 * What a place in a page is remembered by. The first page of every full load has the same key, so
 * that without its address it would open where the page before was scrolled to.
 */
export const scrollKey = ({ key, pathname, search }: Location): string =>
  key === 'default' ? pathname + search : key
