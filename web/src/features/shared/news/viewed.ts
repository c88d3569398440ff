import { bell } from '@chaveiro/contracts/limits'

import { readJson, writeText, type Store } from '../../../state/storage.ts'

export type ViewedEntry = { id: string; sentAt: string }
type ListedNotification = { _id: string; sentAt: string }

const storageKey = (guildId: string) => `viewedNotifications_${guildId}`

const isViewed = (value: unknown): value is ViewedEntry =>
  typeof (value as ViewedEntry | null)?.id === 'string' &&
  typeof (value as ViewedEntry).sentAt === 'string'

const ageOf = (sentAt: string, now: number) => now - new Date(sentAt).getTime()

/** Viewed notifications of a guild (Q77). Unreadable data counts as none. */
export function readViewed(store: Store, guildId: string): ViewedEntry[] {
  return (
    readJson(store, storageKey(guildId), (value) =>
      Array.isArray(value) ? value.filter(isViewed) : null,
    ) ?? []
  )
}

/**
 * Marks notifications as viewed. Entries older than 30 days or without a readable date are dropped
 * (S187).
 */
export function markViewed(
  store: Store,
  guildId: string,
  listed: readonly ListedNotification[],
  now: number,
): void {
  const viewedById = new Map(readViewed(store, guildId).map((entry) => [entry.id, entry]))
  for (const { _id, sentAt } of listed) viewedById.set(_id, { id: _id, sentAt })
  writeViewed(store, guildId, [...viewedById.values()], now)
}

/** Replaces all viewed entries, without those that are too old (S187). */
export function writeViewed(
  store: Store,
  guildId: string,
  entries: readonly ViewedEntry[],
  now: number,
): void {
  const recentEntries = entries.filter(
    ({ sentAt }) => ageOf(sentAt, now) <= bell.keepViewedDays * 86_400_000,
  )
  writeText(store, storageKey(guildId), JSON.stringify(recentEntries))
}

/** Removes the viewed entries of every guild. */
export function removeViewed(store: Store): void {
  for (const key of Object.keys(store))
    if (key.startsWith(storageKey(''))) writeText(store, key, null)
}

/** Number of unviewed notifications of the last 24 hours (S052). */
export function countUnseen(
  listed: readonly ListedNotification[],
  viewed: readonly ViewedEntry[],
  now: number,
): number {
  const viewedIds = new Set(viewed.map(({ id }) => id))
  return listed.filter(
    ({ _id, sentAt }) => !viewedIds.has(_id) && ageOf(sentAt, now) <= bell.unseenHours * 3_600_000,
  ).length
}

/** The badge's text: empty at zero, 99+ above 99 (S051). */
export function badgeText(count: number): string {
  if (count <= 0) return ''
  if (count > bell.cap) return `${bell.cap}+`

  return String(count)
}
