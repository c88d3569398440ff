import type { Api } from '@chaveiro/contracts'
import { bell } from '@chaveiro/contracts/limits'
import { queryOptions } from '@tanstack/react-query'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { queryClient } from '../../../api/queries.ts'
import { accessToken, userData } from '../../../state/session.ts'
import { localStore } from '../../../state/storage.ts'
import { claimStore, storeChoices, acceptChoices, unsentChoices, type Choices } from './choices.ts'
import { guildQuery } from './guild.ts'
import { readViewed, writeViewed, type ViewedEntry } from './viewed.ts'

// Viewed notifications and chosen news belong to the account. The device keeps a copy for visitors
// and for use offline. Merging is idempotent: a notification viewed on either side stays viewed.

export type BellState = Pick<
  Reply<Api['ownNotifications']['read']>,
  'viewed' | 'preferences' | 'passwordDropped'
>

const bellCalls = ownApi.ownNotifications
const oldestSeconds = bell.keepViewedDays * 86_400
const maxIdLength = 64

const pickState = ({ viewed, preferences, passwordDropped }: BellState): BellState => ({
  viewed,
  preferences,
  passwordDropped,
})

/** The session changed while a reply was on its way, so the reply belongs to another user. */
class UserChanged extends Error {}

function assertSameUser(userId: string): void {
  if (!accessToken() || userData()?.id !== userId) throw new UserChanged()
}

/** Ids seen on this device that the account does not know: the newest, up to the call's limit. */
const unsyncedIds = (seenHere: readonly ViewedEntry[], there: readonly ViewedEntry[]): string[] => {
  const knownIds = new Set(there.map(({ id }) => id))
  return seenHere
    .filter(({ id }) => !knownIds.has(id) && id.length <= maxIdLength)
    .toSorted((first, second) => second.sentAt.localeCompare(first.sentAt))
    .slice(0, bell.viewedMost)
    .map(({ id }) => id)
}

/** Sends views and choices that the account does not know yet, and stores the merged result. */
async function mergeBellState(
  userId: string,
  guildId: string,
  state: BellState,
): Promise<BellState> {
  const localData = localStore()
  assertSameUser(userId)
  const seenHere = readViewed(localData, guildId)
  const unsyncedViews = unsyncedIds(seenHere, state.viewed)
  let merged = unsyncedViews.length
    ? await call(bellCalls.markViewed, { body: { ids: unsyncedViews } })
    : state
  assertSameUser(userId)
  const unsentChoice = unsentChoices(localData, merged.preferences, Date.now(), oldestSeconds)
  if (unsentChoice) merged = await call(bellCalls.choose, { body: unsentChoice.body })
  assertSameUser(userId)
  // Keeps notifications that were viewed on this device during the request.
  const syncedIds = new Set([...seenHere, ...merged.viewed].map(({ id }) => id))
  const seenSince = readViewed(localData, guildId).filter(({ id }) => !syncedIds.has(id))
  writeViewed(localData, guildId, [...merged.viewed, ...seenSince], Date.now())
  acceptChoices(localData, userId, merged.preferences, unsentChoice?.since ?? null)

  return pickState(merged)
}

/** Merges the account's bell state with this device's: at the start, on focus, and on reconnect. */
export const bellStateQuery = (userId: string | undefined) =>
  queryOptions<BellState>({
    queryKey: [bellCalls.read.path, userId],
    enabled: userId !== undefined,
    staleTime: 30_000,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    queryFn: async () => {
      const guildId = await queryClient.ensureQueryData(guildQuery)
      assertSameUser(userId!)
      claimStore(localStore(), userId!)

      return mergeBellState(userId!, guildId, await call(bellCalls.read))
    },
  })

/**
 * Sends the notifications viewed on this device. Without a connection they stay on the device until
 * the next merge.
 */
export async function sendViewed(userId: string, guildId: string): Promise<void> {
  const { queryKey } = bellStateQuery(userId)
  const cachedState = queryClient.getQueryData<BellState>(queryKey)
  if (!cachedState || !unsyncedIds(readViewed(localStore(), guildId), cachedState.viewed).length)
    return

  await mergeBellState(userId, guildId, cachedState).then(
    (mergedState) => queryClient.setQueryData(queryKey, mergedState),
    (error: unknown) => console.warn('notifications', error),
  )
}

/**
 * Stores chosen news on this device and with the account. Throws if the shop did not receive them;
 * they are sent with the next merge.
 */
export async function chooseNews(userId: string, choices: Choices): Promise<void> {
  const now = Date.now()
  storeChoices(localStore(), userId, choices, now)
  const accountState = await call(bellCalls.choose, { body: choices })
  assertSameUser(userId)
  acceptChoices(localStore(), userId, accountState.preferences, now)
  queryClient.setQueryData(bellStateQuery(userId).queryKey, pickState(accountState))
}
