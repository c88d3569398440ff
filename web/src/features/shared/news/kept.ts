import type { Api } from '@chaveiro/contracts'
import { bell } from '@chaveiro/contracts/limits'
import { queryOptions } from '@tanstack/react-query'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { queryClient } from '../../../api/queries.ts'
import { accessToken, userData } from '../../../state/session.ts'
import { localStore } from '../../../state/storage.ts'
import { claim, keepChoices, takeChoices, unsentChoices, type Choices } from './choices.ts'
import { guildQuery } from './guild.ts'
import { readViewed, writeViewed, type Viewed } from './viewed.ts'

// What was seen and which news are wanted belong to the account; this device keeps a copy under the
// documented names, for a visitor and for the time without a connection. Bringing both together
// loses nothing: what is seen on either side is seen. It may happen at any time and any number of
// times.

export type Kept = Pick<
  Reply<Api['ownNotifications']['read']>,
  'viewed' | 'preferences' | 'passwordDropped'
>

const calls = ownApi.ownNotifications
const oldestSeconds = bell.keepViewedDays * 86_400
const longestId = 64

const stateOf = ({ viewed, preferences, passwordDropped }: Kept): Kept => ({
  viewed,
  preferences,
  passwordDropped,
})

/** The session changed hands while an answer was on its way: what it says is nobody's here. */
class OtherPerson extends Error {}

function assertStill(userId: string): void {
  if (!accessToken() || userData()?.id !== userId) throw new OtherPerson()
}

/** What this device knows as seen and the account does not; the newest, as many as go at once. */
const unknownIds = (here: readonly Viewed[], there: readonly Viewed[]): string[] => {
  const known = new Set(there.map(({ id }) => id))
  return here
    .filter(({ id }) => !known.has(id) && id.length <= longestId)
    .toSorted((one, other) => other.sentAt.localeCompare(one.sentAt))
    .slice(0, bell.viewedMost)
    .map(({ id }) => id)
}

/** Send what the account does not know yet, and keep what it knows then. */
async function exchange(userId: string, guildId: string, state: Kept): Promise<Kept> {
  const store = localStore()
  assertStill(userId)
  const here = readViewed(store, guildId)
  const ids = unknownIds(here, state.viewed)
  let kept = ids.length ? await call(calls.markViewed, { body: { ids } }) : state
  assertStill(userId)
  const choice = unsentChoices(store, kept.preferences, Date.now(), oldestSeconds)
  if (choice) kept = await call(calls.choose, { body: choice.body })
  assertStill(userId)
  // What was seen here while the answer was on its way is not lost with the rest of the copy.
  const sent = new Set([...here, ...kept.viewed].map(({ id }) => id))
  const since = readViewed(store, guildId).filter(({ id }) => !sent.has(id))
  writeViewed(store, guildId, [...kept.viewed, ...since], Date.now())
  takeChoices(store, userId, kept.preferences, choice?.since ?? null)

  return stateOf(kept)
}

/**
 * What the account knows of the bell, brought together with what this device knows: at the start,
 * whenever the tab regains focus, and when the connection comes back.
 */
export const keptQuery = (userId: string | undefined) =>
  queryOptions<Kept>({
    queryKey: [calls.read.path, userId],
    enabled: userId !== undefined,
    staleTime: 30_000,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    queryFn: async () => {
      const guildId = await queryClient.ensureQueryData(guildQuery)
      assertStill(userId!)
      claim(localStore(), userId!)

      return exchange(userId!, guildId, await call(calls.read))
    },
  })

/**
 * Send at once what was seen on this device. Without a connection it stays here and is sent when
 * both are brought together next.
 */
export async function sendViewed(userId: string, guildId: string): Promise<void> {
  const { queryKey } = keptQuery(userId)
  const known = queryClient.getQueryData<Kept>(queryKey)
  if (!known || !unknownIds(readViewed(localStore(), guildId), known.viewed).length) return

  await exchange(userId, guildId, known).then(
    (kept) => queryClient.setQueryData(queryKey, kept),
    (error: unknown) => console.warn('notifications', error),
  )
}

/**
 * Keep which news are wanted, on this device and with the account; throws when the shop did not get
 * it, and then it is sent when both are brought together next.
 */
export async function chooseNews(userId: string, choices: Choices): Promise<void> {
  const now = Date.now()
  keepChoices(localStore(), userId, choices, now)
  const kept = await call(calls.choose, { body: choices })
  assertStill(userId)
  takeChoices(localStore(), userId, kept.preferences, now)
  queryClient.setQueryData(keptQuery(userId).queryKey, stateOf(kept))
}
