import { api } from 'virtual:api'

import { currentLanguage } from '../i18n/language.ts'
import { goTo } from '../routing/navigation.ts'
import { needsSession, paths } from '../routing/paths.ts'
import { shopClosed } from '../state/closed-shop.ts'
import { accessToken, loseSession, storeToken } from '../state/session.ts'
import {
  buildAddress,
  readRefusal,
  createSender,
  type AnyCall,
  type CallArguments,
} from './http.ts'
import { createSingleRefresh } from './refresh.ts'
import { askStepUp } from './step-up.ts'

export { api }
export { ApiError, refusalMessage } from './http.ts'

/** Pages that stay open when a session is lost (S257). */
const sessionFreePages: readonly string[] = [paths.login, paths.forgotPassword, paths.resetPassword]

async function askForToken(): Promise<string | null> {
  const refreshRoute = api.accounts.refresh

  const response = await fetch(buildAddress(refreshRoute.path, {}), {
    method: refreshRoute.method,
    credentials: 'include',
    body: '{}',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-language': currentLanguage(),
    },
  })

  if (response.status === 503) {
    shopClosed()
    throw await readRefusal(response)
  }

  if (!response.ok) return null

  const refreshReply = (await response.json()) as {
    accessToken?: string
    data?: { accessToken?: string }
  }

  return refreshReply.accessToken ?? refreshReply.data?.accessToken ?? null
}

/**
 * Asks for a new token once for all concurrent callers and tabs; the loading screen uses it too.
 */
export const refreshOnce = createSingleRefresh({
  token: accessToken,
  refresh: askForToken,
  keep: storeToken,
  lock: (work) =>
    navigator.locks
      ? (navigator.locks.request('chaveiro-refresh', work) as Promise<never>)
      : work(),
})

const sendRequest = createSender({
  stepUp: askStepUp,
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  fetch: (input, init) => fetch(input, init),
  token: accessToken,
  language: currentLanguage,
  refresh: refreshOnce,

  sessionLost(reason) {
    const { pathname, search } = window.location
    // Without a token the loading screen has already ended the expired session (Q08), so a public
    // page stays open.
    if (!accessToken() && !needsSession(pathname)) return

    loseSession(reason)
    // A banned customer may stay on a public page, which says what happens to their money (Q114).
    if (reason && !needsSession(pathname)) return

    // After the next login the visitor returns to the page where the session ended (Q126).
    if (!sessionFreePages.includes(pathname))
      void goTo(paths.login, needsSession(pathname) ? { from: pathname + search } : undefined)
  },

  maintenance: shopClosed,
})

/**
 * Makes one call of the contracts. Throws ApiError with the server's text on a refusal and
 * TypeError when the network fails.
 */
export async function call<P, QI, BI, R>(
  route: AnyCall<P, QI, BI, R>,
  ...[input, options]: CallArguments<P, QI, BI>
): Promise<R> {
  const response = await sendRequest(route, input, options)
  return (await response.json()) as R
}

/** Makes a call whose body is the raw file (`bytesIn` in its contract). */
export async function upload<R>(
  route: AnyCall<any, any, any, R>,
  file: Blob,
  input: { query?: Record<string, string> } = {},
): Promise<R> {
  const response = await sendRequest(route, { ...input, bytes: file })
  return (await response.json()) as R
}

/** Makes a call that returns a file; its name comes from content-disposition. */
export async function download<P, QI, BI, R>(
  route: AnyCall<P, QI, BI, R>,
  ...[input, options]: CallArguments<P, QI, BI>
): Promise<{ blob: Blob; fileName: string }> {
  const response = await sendRequest(route, input, options)
  return {
    blob: await response.blob(),
    fileName: parseFileName(response.headers.get('content-disposition') ?? ''),
  }
}

/** File name of a content-disposition header, without folders. RFC 6266: the starred form wins. */
function parseFileName(header: string): string {
  const encodedName = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  const plainName = /filename="?([^";]+)"?/i.exec(header)?.[1]
  let fileName = plainName ?? 'download'

  try {
    if (encodedName) fileName = decodeURIComponent(encodedName)
  } catch {
    /* the starred form is malformed: use the plain one */
  }

  return fileName.replace(/[/\\]/g, '_')
}
