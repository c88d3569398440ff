import { api, refreshOnce } from '../../../api/call.ts'
import { ask, queryClient } from '../../../api/queries.ts'
import { needsSession } from '../../../routing/paths.ts'
import { accessToken, clearSession, decodeToken } from '../../../state/session.ts'

/**
 * Checks the stored token's expiry while the loading screen is visible (S040). An expired token is
 * refreshed once; if refused, the session ends silently (Q08). Resolves to the name from the
 * dashboard call (S038), or null.
 */
export async function checkSession(now: number = Date.now()): Promise<string | null> {
  const storedToken = accessToken()
  const tokenClaims = storedToken ? decodeToken(storedToken) : null
  // The guard handles a token that does not decode.
  if (!storedToken || !tokenClaims) return null

  if (tokenClaims.exp * 1000 <= now && !(await refreshOnce(storedToken))) {
    // On a page that needs a session, the first call fails and leads to the login (Q04).
    if (!needsSession(window.location.pathname)) clearSession()
    return null
  }

  const { data } = await queryClient.ensureQueryData(ask(api.accounts.dashboard))

  return data.user.name
}
