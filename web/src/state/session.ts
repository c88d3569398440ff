import type { Role } from '@chaveiro/contracts/limits'
import { useSyncExternalStore } from 'react'

import {
  localStore,
  readCookies,
  readJson,
  readText,
  writeCookie,
  writeText,
  type Store,
} from './storage.ts'

export type UserData = { id: string; _id: string; name: string; email: string; role: Role }
export type TokenClaims = { role: Role; exp: number; sub?: string }

const keys = { token: 'accessToken', user: 'userData' } as const
const changed = 'chaveiro:session'

/** The stored access token, or null. */
export function accessToken(store: Store = localStore()): string | null {
  return readText(store, keys.token) || null
}

/**
 * The stored access token as the guard reads it: storage that refuses throws, so that it is told
 * apart from nobody being logged in (S206).
 */
export function storedToken(): string | null {
  return typeof window === 'undefined' ? null : window.localStorage.getItem(keys.token) || null
}

/**
 * The stored user data, or null when absent or unreadable; id and _id carry the same string (S137).
 */
export function userData(store: Store = localStore()): UserData | null {
  return readJson(store, keys.user, (value) => {
    const user = value as Partial<UserData> | null
    const id = user?._id ?? user?.id

    if (
      !user ||
      typeof id !== 'string' ||
      typeof user.email !== 'string' ||
      typeof user.name !== 'string'
    )
      return null

    return { id, _id: id, name: user.name, email: user.email, role: user.role ?? 'client' }
  })
}

/**
 * The claims inside a token without checking its signature (the server does); null when it does not
 * decode.
 */
export function decodeToken(token: string): TokenClaims | null {
  try {
    const part = token.split('.')[1]
    if (!part) return null

    const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    )
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as TokenClaims

    return typeof claims?.role === 'string' ? claims : null
  } catch {
    return null
  }
}

/** Keep a session after login or registration. */
export function storeSession(
  token: string,
  user: { id?: string; _id?: string; name: string; email: string; role: Role },
): void {
  const id = user._id ?? user.id ?? ''
  loss = null
  writeText(localStore(), keys.token, token)
  storeUser({ id, _id: id, name: user.name, email: user.email, role: user.role })
}

/** Keep user data alone, when a token was there without it (Q05). */
export function storeUser(user: UserData): void {
  writeText(localStore(), keys.user, JSON.stringify(user))
  window.dispatchEvent(new Event(changed))
}

/** Keep a refreshed token. */
export function storeToken(token: string): void {
  writeText(localStore(), keys.token, token)
  window.dispatchEvent(new Event(changed))
}

/**
 * End the session here and in the other tabs: storage, readable cookies, `auth:logout` (S147, Q07).
 * The language and theme stay.
 */
export function clearSession(): void {
  forget()
  window.dispatchEvent(new Event('auth:logout'))
  tabs().postMessage('logout')
}

let channel: BroadcastChannel | undefined

/**
 * The one line to the other tabs: a second one in this tab would hear this tab's own logout as
 * theirs, and end what was asked since.
 */
const tabs = () => (channel ??= new BroadcastChannel('auth'))

function forget(): void {
  const store = localStore()
  writeText(store, keys.token, null)
  writeText(store, keys.user, null)

  for (const cookie of readCookies().split(';')) {
    const name = cookie.split('=')[0]?.trim()
    if (name && name !== 'i18next') writeCookie(`${name}=; Max-Age=0; path=/`)
  }

  window.dispatchEvent(new Event(changed))
}

/** Hear a logout of this tab or another one (elsewhere); answers how to stop listening. */
export function onLogout(listener: (elsewhere: boolean) => void): () => void {
  const here = () => listener(false)

  const elsewhere = () => {
    forget()
    listener(true)
  }

  tabs().addEventListener('message', elsewhere)
  window.addEventListener('auth:logout', here)

  return () => {
    window.removeEventListener('auth:logout', here)
    tabs().removeEventListener('message', elsewhere)
  }
}

let loss: string | null = null

/**
 * The shop ended the session, not its person: the login page says so, once, instead of standing
 * there without a word.
 * With the server's reason when it gave one.
 */
export function loseSession(reason = ''): void {
  loss = reason
  clearSession()
}

/**
 * Why the session was lost since the last login: the server's words, '' when it gave none, null
 * when none was lost.
 */
export const lossOfSession = (): string | null => loss

export type Session = { token: string | null; user: UserData | null; loggedIn: boolean }
const nobody: Session = { token: null, user: null, loggedIn: false }

let last: { token: string | null; rawUser: string | null; session: Session } = {
  token: null,
  rawUser: null,
  session: nobody,
}

function snapshot(): Session {
  const token = accessToken()
  const rawUser = readText(localStore(), keys.user)

  if (token !== last.token || rawUser !== last.rawUser) {
    const user = userData()
    last = { token, rawUser, session: { token, user, loggedIn: token !== null && user !== null } }
  }

  return last.session
}

function subscribe(notify: () => void): () => void {
  window.addEventListener(changed, notify)
  window.addEventListener('storage', notify)

  return () => {
    window.removeEventListener(changed, notify)
    window.removeEventListener('storage', notify)
  }
}

/** The session as the screen sees it; loggedIn needs token and user data (Q05). */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, snapshot, () => nobody)
}
