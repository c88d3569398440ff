import { api, refreshOnce } from '../../../api/call.ts'
import { ask, queryClient } from '../../../api/queries.ts'
import { needsSession } from '../../../routing/paths.ts'
import { accessToken, clearSession, decodeToken } from '../../../state/session.ts'

/**
 * The only place that looks at the token's expiry (S040): an expired one is traded once, and when
 * the server refuses, the session ends without a word (Q08). Answers the name from the dashboard
 * call (S038), or null when there is no session or no answer.
 */
export async function checkSession(now: number = Date.now()): Promise<string | null> {
  const token = accessToken()
  const claims = token ? decodeToken(token) : null
  // A token that does not decode is the guard's to judge.
  if (!token || !claims) return null

  if (claims.exp * 1000 <= now && !(await refreshOnce(token))) {
    // A page that needs a session hears of it from its own first call and leads to the login page
    // (Q04).
    if (!needsSession(window.location.pathname)) clearSession()
    return null
  }

  const { data } = await queryClient.ensureQueryData(ask(api.accounts.dashboard))

  return data.user.name
}
