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

const storageKeys = { token: 'accessToken', user: 'userData' } as const
const changeEvent = 'chaveiro:session'

/** The stored access token, or null. */
export function accessToken(store: Store = localStore()): string | null {
  return readText(store, storageKeys.token) || null
}

/**
 * The stored token for the guard. Unlike accessToken it throws if storage is refused, which differs
 * from being logged out (S206).
 */
export function storedToken(): string | null {
  if (typeof window === 'undefined') return null

  return window.localStorage.getItem(storageKeys.token) || null
}

/** The stored user, or null if absent or unreadable; id and _id are the same (S137). */
export function userData(store: Store = localStore()): UserData | null {
  return readJson(store, storageKeys.user, (value) => {
    const user = value as Partial<UserData> | null
    const userId = user?._id ?? user?.id

    if (
      !user ||
      typeof userId !== 'string' ||
      typeof user.email !== 'string' ||
      typeof user.name !== 'string'
    )
      return null

    return {
      id: userId,
      _id: userId,
      name: user.name,
      email: user.email,
      role: user.role ?? 'client',
    }
  })
}

/** Claims of a token, unverified (the server checks the signature); null if it does not decode. */
export function decodeToken(token: string): TokenClaims | null {
  try {
    const payloadPart = token.split('.')[1]
    if (!payloadPart) return null

    const payloadBytes = Uint8Array.from(
      atob(payloadPart.replace(/-/g, '+').replace(/_/g, '/')),
      (char) => char.charCodeAt(0),
    )
    const parsedClaims = JSON.parse(new TextDecoder().decode(payloadBytes)) as TokenClaims

    if (typeof parsedClaims?.role !== 'string') return null

    return parsedClaims
  } catch {
    return null
  }
}

/** Stores a session after login or registration. */
export function storeSession(
  token: string,
  user: { id?: string; _id?: string; name: string; email: string; role: Role },
): void {
  const userId = user._id ?? user.id ?? ''
  lossReason = null
  writeText(localStore(), storageKeys.token, token)
  storeUser({ id: userId, _id: userId, name: user.name, email: user.email, role: user.role })
}

/** Stores user data for a token that came without it (Q05). */
export function storeUser(user: UserData): void {
  writeText(localStore(), storageKeys.user, JSON.stringify(user))
  window.dispatchEvent(new Event(changeEvent))
}

/** Stores a refreshed token. */
export function storeToken(token: string): void {
  writeText(localStore(), storageKeys.token, token)
  window.dispatchEvent(new Event(changeEvent))
}

/**
 * Ends the session here and in other tabs: storage, readable cookies, `auth:logout` (S147, Q07).
 * Language and theme stay.
 */
export function clearSession(): void {
  removeSession()
  window.dispatchEvent(new Event('auth:logout'))
  tabChannel().postMessage('logout')
}

let channel: BroadcastChannel | undefined

/**
 * The channel to other tabs. A tab has a single channel, because a second one would receive this
 * tab's own logout.
 */
const tabChannel = () => (channel ??= new BroadcastChannel('auth'))

function removeSession(): void {
  const store = localStore()
  writeText(store, storageKeys.token, null)
  writeText(store, storageKeys.user, null)

  for (const cookie of readCookies().split(';')) {
    const name = cookie.split('=')[0]?.trim()
    if (name && name !== 'i18next') writeCookie(`${name}=; Max-Age=0; path=/`)
  }

  window.dispatchEvent(new Event(changeEvent))
}

/** Calls back on a logout of this tab or another (elsewhere). Returns the unsubscribe function. */
export function onLogout(listener: (elsewhere: boolean) => void): () => void {
  const handleLocal = () => listener(false)

  const handleRemote = () => {
    removeSession()
    listener(true)
  }

  tabChannel().addEventListener('message', handleRemote)
  window.addEventListener('auth:logout', handleLocal)

  return () => {
    window.removeEventListener('auth:logout', handleLocal)
    tabChannel().removeEventListener('message', handleRemote)
  }
}

let lossReason: string | null = null

/**
 * Ends a session that the shop ended. Until the next login the login page says so, with the
 * server's reason if any.
 */
export function loseSession(reason = ''): void {
  lossReason = reason
  clearSession()
}

/**
 * Why the session was lost since the last login: the server's text, '' without one, null if the
 * session was not lost.
 */
export const lossOfSession = (): string | null => lossReason

export type Session = { token: string | null; user: UserData | null; loggedIn: boolean }
const noSession: Session = { token: null, user: null, loggedIn: false }

let lastSnapshot: { token: string | null; rawUser: string | null; session: Session } = {
  token: null,
  rawUser: null,
  session: noSession,
}

function readSnapshot(): Session {
  const currentToken = accessToken()
  const rawUser = readText(localStore(), storageKeys.user)

  if (currentToken !== lastSnapshot.token || rawUser !== lastSnapshot.rawUser) {
    const user = userData()
    lastSnapshot = {
      token: currentToken,
      rawUser,
      session: { token: currentToken, user, loggedIn: currentToken !== null && user !== null },
    }
  }

  return lastSnapshot.session
}

function subscribe(notify: () => void): () => void {
  window.addEventListener(changeEvent, notify)
  window.addEventListener('storage', notify)

  return () => {
    window.removeEventListener(changeEvent, notify)
    window.removeEventListener('storage', notify)
  }
}

/** The current session; loggedIn needs token and user data (Q05). */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSnapshot, () => noSession)
}
