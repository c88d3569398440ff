import { readJson, writeText, type Store } from '../../../state/storage.ts'
import { dropViewed } from './viewed.ts'

// Which news are wanted, as the device keeps them (Q104), and whose the device's copy is: what one
// account left here is never taken for another's (P215).

const key = 'notificationPreferences'
const ownerKey = 'notificationsOwner'

/** The three boxes (S113), in their order. */
export const kinds = ['email', 'chat', 'updates'] as const
export type Choices = Record<(typeof kinds)[number], boolean>
export const all: Choices = { email: true, chat: true, updates: true }

/** Whose the copy is, and when a choice was made that the shop has not got yet. */
type Owner = { id: string; unsentSince: number | null }

const readOwner = (store: Store): Owner | null =>
  readJson(store, ownerKey, (value) => {
    const { id, unsentSince } = (value ?? {}) as Partial<Owner>
    if (typeof id !== 'string') return null

    return { id, unsentSince: typeof unsentSince === 'number' ? unsentSince : null }
  })

const writeOwner = (store: Store, owner: Owner): void =>
  writeText(store, ownerKey, JSON.stringify(owner))

const keptChoices = (store: Store): Choices | null =>
  readJson(store, key, (value) => {
    const given = value as Partial<Choices> | null
    return given && typeof given === 'object'
      ? (Object.fromEntries(kinds.map((kind) => [kind, given[kind] !== false])) as Choices)
      : null
  })

/** What this device knows of somebody's choice; null when it has none, or only another person's. */
export function choicesOf(store: Store, userId: string): Choices | null {
  const owner = readOwner(store)
  return owner && owner.id !== userId ? null : keptChoices(store)
}

/** The copy on this device is now this person's: what another one left goes. */
export function claim(store: Store, userId: string): void {
  const owner = readOwner(store)
  if (!owner || owner.id === userId) return

  dropViewed(store)
  writeText(store, key, null)
  writeOwner(store, { id: userId, unsentSince: null })
}

/** Keep a choice on this device, as one that the shop has not got yet. */
export function keepChoices(store: Store, userId: string, choices: Choices, now: number): void {
  claim(store, userId)
  writeText(store, key, JSON.stringify(choices))
  writeOwner(store, { id: userId, unsentSince: now })
}

/** Keep what the account says, unless a choice was made here since the one that was sent. */
export function takeChoices(
  store: Store,
  userId: string,
  choices: Choices | null,
  sentSince: number | null,
): void {
  const unsent = readOwner(store)?.unsentSince ?? null
  if (unsent !== sentSince) return

  if (choices) writeText(store, key, JSON.stringify(choices))
  writeOwner(store, { id: userId, unsentSince: null })
}

/**
 * The choice that is to be sent: one that the shop has not got yet, with its age; or one from the
 * time before the shop kept any, which gives way to every other.
 */
export function unsentChoices(
  store: Store,
  known: Choices | null,
  now: number,
  oldestSeconds: number,
): { since: number | null; body: Choices & { secondsAgo: number } } | null {
  const choices = keptChoices(store)
  const since = readOwner(store)?.unsentSince ?? null
  if (!choices || (since === null && known)) return null

  const age = since === null ? oldestSeconds : Math.round((now - since) / 1000)

  return { since, body: { ...choices, secondsAgo: Math.min(Math.max(age, 0), oldestSeconds) } }
}
