/**
 * Dependencies of the refresh: the stored token, the call itself, and a lock shared by all tabs.
 */
export type RefreshDependencies = {
  token(): string | null
  /**
   * Trades the cookie for a new token. Null if the server refused; throws if the server could not
   * be reached.
   */
  refresh(): Promise<string | null>
  keep(token: string): void
  lock<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Returns a function that refreshes once for all calls that meet a 401 at the same time. Calls in
 * this tab share a promise; tabs share a lock and use a token another tab stored meanwhile.
 * Resolves to the token to retry with, or null.
 */
export function createSingleRefresh(
  dependencies: RefreshDependencies,
): (refused: string) => Promise<string | null> {
  let activeRefresh: Promise<string | null> | null = null
  // The token whose refresh was refused. Late 401 replies to calls with this token do not ask again
  // (Q07).
  let refusedToken: string | null = null

  const refreshLocked = (refused: string) =>
    dependencies.lock(async () => {
      const storedToken = dependencies.token()
      if (storedToken !== refused) return storedToken

      const newToken = await dependencies.refresh()
      if (newToken) dependencies.keep(newToken)
      else refusedToken = refused

      return newToken
    })

  return (refused) => {
    if (refused === refusedToken) return Promise.resolve(null)

    const storedToken = dependencies.token()
    if (!activeRefresh && storedToken && storedToken !== refused)
      return Promise.resolve(storedToken)

    activeRefresh ??= refreshLocked(refused).finally(() => {
      activeRefresh = null
    })

    return activeRefresh
  }
}
