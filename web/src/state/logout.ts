import { api, call } from '../api/call.ts'
import { goTo } from '../routing/navigation.ts'
import { paths } from '../routing/paths.ts'
import { clearSession } from './session.ts'

/**
 * End the session: tell the server, leave for home (before anything on the page could ask without a
 * token), then forget everything here, also when the server does not answer.
 */
export async function logout(): Promise<void> {
  await call(api.accounts.logout).catch((error: unknown) => console.warn('logout', error))
  await goTo(paths.home)
  clearSession()
}
