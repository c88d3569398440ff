/**
 * What a refresh needs of the world: the stored token, the call itself, and a lock that all tabs
 * share.
 */
export type RefreshWorld = {
  token(): string | null
  /**
   * Trades the cookie for a new token; null when the server refused; throws when it could not be
   * reached.
   */
  refresh(): Promise<string | null>
  keep(token: string): void
  lock<T>(work: () => Promise<T>): Promise<T>
}

/**
 * One refresh for all calls that meet a 401 at the same time, in this tab (shared promise) and
 * across tabs (lock, then compare:
 * when another tab has stored a new token meanwhile, that one serves). Answers the token to retry
 * with, or null.
 */
export function singleRefresh(world: RefreshWorld): (refused: string) => Promise<string | null> {
  let running: Promise<string | null> | null = null
  // The token for which a refresh was refused: calls of its time that come back later are not a
  // reason to ask again (Q07).
  let lost: string | null = null

  const once = (refused: string) =>
    world.lock(async () => {
      const stored = world.token()
      if (stored !== refused) return stored

      const fresh = await world.refresh()
      if (fresh) world.keep(fresh)
      else lost = refused

      return fresh
    })

  return (refused) => {
    if (refused === lost) return Promise.resolve(null)

    const stored = world.token()
    if (!running && stored && stored !== refused) return Promise.resolve(stored)

    running ??= once(refused).finally(() => {
      running = null
    })

    return running
  }
}
