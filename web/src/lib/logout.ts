import { api, call } from './call.ts'
import { clearSession } from './session.ts'

/** End the session: tell the server, then forget everything here, also when the server does not answer. */
export async function logout(): Promise<void> {
  await call(api.accounts.logout).catch((error: unknown) => console.warn('logout', error))
  clearSession()
}
