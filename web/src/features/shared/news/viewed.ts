import { bell } from '@chaveiro/contracts/limits'

import { readJson, writeText, type Store } from '../../../state/storage.ts'

export type Viewed = { id: string; sentAt: string }
type Noticed = { _id: string; sentAt: string }

const keyOf = (guildId: string) => `viewedNotifications_${guildId}`

const isViewed = (value: unknown): value is Viewed =>
  typeof (value as Viewed | null)?.id === 'string' && typeof (value as Viewed).sentAt === 'string'

const age = (sentAt: string, now: number) => now - new Date(sentAt).getTime()

/** What was already looked at, per guild (Q77); what cannot be read counts as nothing. */
export function readViewed(store: Store, guildId: string): Viewed[] {
  return (
    readJson(store, keyOf(guildId), (value) =>
      Array.isArray(value) ? value.filter(isViewed) : null,
    ) ?? []
  )
}

/**
 * Note notifications as viewed; entries of notifications older than 30 days, or without a readable
 * date, are dropped (S187).
 */
export function markViewed(
  store: Store,
  guildId: string,
  listed: readonly Noticed[],
  now: number,
): void {
  const all = new Map(readViewed(store, guildId).map((entry) => [entry.id, entry]))
  for (const { _id, sentAt } of listed) all.set(_id, { id: _id, sentAt })
  writeViewed(store, guildId, [...all.values()], now)
}

/** Put these in the place of all that was viewed, without those that are too old (S187). */
export function writeViewed(
  store: Store,
  guildId: string,
  entries: readonly Viewed[],
  now: number,
): void {
  const kept = entries.filter(({ sentAt }) => age(sentAt, now) <= bell.keepViewedDays * 86_400_000)
  writeText(store, keyOf(guildId), JSON.stringify(kept))
}

/** Forget all that was viewed, of every guild. */
export function dropViewed(store: Store): void {
  for (const key of Object.keys(store)) if (key.startsWith(keyOf(''))) writeText(store, key, null)
}

/** How many were sent within the last 24 hours and not yet viewed (S052). */
export function unseen(listed: readonly Noticed[], viewed: readonly Viewed[], now: number): number {
  const known = new Set(viewed.map(({ id }) => id))
  return listed.filter(
    ({ _id, sentAt }) => !known.has(_id) && age(sentAt, now) <= bell.unseenHours * 3_600_000,
  ).length
}

/** The badge's text: nothing at zero, 99+ above 99 (S051). */
export function badgeText(count: number): string {
  if (count <= 0) return ''
  return count > bell.cap ? `${bell.cap}+` : String(count)
}
