import { readJson, writeText, type Store } from '../../../state/storage.ts'
import { removeViewed } from './viewed.ts'

// Chosen kinds of news as stored on this device (Q104), with their owner, so that one account's
// choices are never used for another account (P215).

const choicesKey = 'notificationPreferences'
const ownerKey = 'notificationsOwner'

/** The three checkboxes (S113) in their order. */
export const newsKinds = ['email', 'chat', 'updates'] as const
export type Choices = Record<(typeof newsKinds)[number], boolean>
export const allChoices: Choices = { email: true, chat: true, updates: true }

/** Owner of the local copy, and the time of a choice that the shop has not received yet. */
type Owner = { id: string; unsentSince: number | null }

const readOwner = (store: Store): Owner | null =>
  readJson(store, ownerKey, (value) => {
    const { id, unsentSince } = (value ?? {}) as Partial<Owner>
    if (typeof id !== 'string') return null

    return { id, unsentSince: typeof unsentSince === 'number' ? unsentSince : null }
  })

const writeOwner = (store: Store, storedOwner: Owner): void =>
  writeText(store, ownerKey, JSON.stringify(storedOwner))

const storedChoices = (store: Store): Choices | null =>
  readJson(store, choicesKey, (value) => {
    const parsed = value as Partial<Choices> | null
    if (parsed && typeof parsed === 'object')
      return Object.fromEntries(newsKinds.map((kind) => [kind, parsed[kind] !== false])) as Choices

    return null
  })

/** A user's choices stored on this device; null when there are none, or only another user's. */
export function readChoices(store: Store, userId: string): Choices | null {
  const storedOwner = readOwner(store)
  if (storedOwner && storedOwner.id !== userId) return null

  return storedChoices(store)
}

/** Assigns the local copy to this user; another user's choices and viewed entries are removed. */
export function claimStore(store: Store, userId: string): void {
  const storedOwner = readOwner(store)
  if (!storedOwner || storedOwner.id === userId) return

  removeViewed(store)
  writeText(store, choicesKey, null)
  writeOwner(store, { id: userId, unsentSince: null })
}

/** Stores a choice as not yet sent. */
export function storeChoices(store: Store, userId: string, choices: Choices, now: number): void {
  claimStore(store, userId)
  writeText(store, choicesKey, JSON.stringify(choices))
  writeOwner(store, { id: userId, unsentSince: now })
}

/** Stores the account's choices, unless a newer choice was made here since `sentSince`. */
export function acceptChoices(
  store: Store,
  userId: string,
  choices: Choices | null,
  sentSince: number | null,
): void {
  const unsentSince = readOwner(store)?.unsentSince ?? null
  if (unsentSince !== sentSince) return

  if (choices) writeText(store, choicesKey, JSON.stringify(choices))
  writeOwner(store, { id: userId, unsentSince: null })
}

/**
 * The choice to send, with its age. A choice without a stored time (made before the shop kept
 * choices) counts as the oldest, so any other choice overrides it.
 */
export function unsentChoices(
  store: Store,
  accountChoices: Choices | null,
  now: number,
  oldestSeconds: number,
): { since: number | null; body: Choices & { secondsAgo: number } } | null {
  const localChoices = storedChoices(store)
  const chosenAt = readOwner(store)?.unsentSince ?? null
  if (!localChoices || (chosenAt === null && accountChoices)) return null

  const ageSeconds = chosenAt === null ? oldestSeconds : Math.round((now - chosenAt) / 1000)

  return {
    since: chosenAt,
    body: { ...localChoices, secondsAgo: Math.min(Math.max(ageSeconds, 0), oldestSeconds) },
  }
}
