import { api, call } from '../api/call.ts'
import { goTo } from '../routing/navigation.ts'
import { paths } from '../routing/paths.ts'
import { clearSession } from './session.ts'

/**
 * Ends the session on the server, goes home, then clears the session in the browser, even if the
 * server does not answer. Leaving first keeps the page from calling without a token.
 */
export async function logout(): Promise<void> {
  await call(api.accounts.logout).catch((error: unknown) => console.warn('logout', error))
  await goTo(paths.home)
  clearSession()
}
