import { api } from 'virtual:api'

import { currentLanguage } from '../i18n/language.ts'
import { goTo } from '../routing/navigation.ts'
import { needsSession, paths } from '../routing/paths.ts'
import { shopClosed } from '../state/closed-shop.ts'
import { accessToken, loseSession, storeToken } from '../state/session.ts'
import { addressOf, refusal, sender, type AnyCall, type GivenArgs } from './http.ts'
import { singleRefresh } from './refresh.ts'
import { askStepUp } from './step-up.ts'

export { api }
export { ApiError } from './http.ts'

/** Pages on which a lost session changes nothing (S257). */
const outsidePages: readonly string[] = [paths.login, paths.forgotPassword, paths.resetPassword]

async function askForToken(): Promise<string | null> {
  const route = api.accounts.refresh

  const response = await fetch(addressOf(route.path, {}), {
    method: route.method,
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
    throw await refusal(response)
  }

  if (!response.ok) return null

  const answer = (await response.json()) as {
    accessToken?: string
    data?: { accessToken?: string }
  }

  return answer.accessToken ?? answer.data?.accessToken ?? null
}

/**
 * Ask for a new token once, whoever asks and in however many tabs; the loading screen uses it too.
 */
export const refreshOnce = singleRefresh({
  token: accessToken,
  refresh: askForToken,
  keep: storeToken,
  lock: (work) =>
    navigator.locks
      ? (navigator.locks.request('chaveiro-refresh', work) as Promise<never>)
      : work(),
})

const send = sender({
  stepUp: askStepUp,
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  fetch: (input, init) => fetch(input, init),
  token: accessToken,
  language: currentLanguage,
  refresh: refreshOnce,

  sessionLost(reason) {
    const { pathname, search } = window.location
    // The loading screen has ended an expired session without a word (Q08): a page that works
    // without one stays.
    if (!accessToken() && !needsSession(pathname)) return

    loseSession(reason)
    // Who was banned reads on where he may be: there it says what became of his money (Q114).
    if (reason && !needsSession(pathname)) return

    // Whoever logs in again goes on where the session ended (Q126).
    if (!outsidePages.includes(pathname))
      void goTo(paths.login, needsSession(pathname) ? { from: pathname + search } : undefined)
  },

  maintenance: shopClosed,
})

/**
 * Make one call of the contracts; throws ApiError with the server's text when it is refused,
 * TypeError when the network fails.
 */
export async function call<P, QI, BI, R>(
  route: AnyCall<P, QI, BI, R>,
  ...[given, options]: GivenArgs<P, QI, BI>
): Promise<R> {
  const response = await send(route, given, options)
  return (await response.json()) as R
}

/** Make a call whose body is a file as it is (`bytesIn` of its contract). */
export async function upload<R>(
  route: AnyCall<any, any, any, R>,
  file: Blob,
  given: { query?: Record<string, string> } = {},
): Promise<R> {
  const response = await send(route, { ...given, bytes: file })
  return (await response.json()) as R
}

/** Make a call that answers a file; the name comes from content-disposition. */
export async function download<P, QI, BI, R>(
  route: AnyCall<P, QI, BI, R>,
  ...[given, options]: GivenArgs<P, QI, BI>
): Promise<{ blob: Blob; fileName: string }> {
  const response = await send(route, given, options)
  return {
    blob: await response.blob(),
    fileName: fileNameOf(response.headers.get('content-disposition') ?? ''),
  }
}

/**
 * The file name of a content-disposition header (RFC 6266: the starred form wins), without folders.
 */
function fileNameOf(header: string): string {
  const starred = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(header)?.[1]
  let name = plain ?? 'download'

  try {
    if (starred) name = decodeURIComponent(starred)
  } catch {
    /* a broken starred form: the plain one serves */
  }

  return name.replace(/[/\\]/g, '_')
}
