const here = 'https://shop.invalid'

/**
 * An address of this shop that somebody came from; null for anything else, since the history's
 * state is not ours alone to write.
 */
export function ownAddress(from: unknown): URL | null {
  if (typeof from !== 'string' || !from.startsWith('/')) return null
  // The browser's own reading decides: '//host', '/\\host' and '/<tab>/host' all lead away.
  const url = URL.parse(from, here)

  return url?.origin === here ? url : null
}
