import { sql, type SQL } from 'drizzle-orm'
import type { Client } from 'pg'

import type { Db } from '../../db/handle.ts'
import { keepConnected } from '../database/connection.ts'
import { createPageCache } from './page-cache.ts'

/** Answers of public reads, cached as bytes until a change empties the cache of every process. */
export type PublicCache = {
  /** The cached bytes of a key; on a miss, `make` creates the value. */
  get(key: string, make: () => Promise<unknown>): Promise<Buffer>
  /**
   * Like `get`, for any value. Concurrent callers share one `make`. The value is not cached when
   * `keep` returns false.
   */
  hold<T>(key: string, make: () => Promise<T>, keep?: (freshValue: T) => boolean): Promise<T>
  /**
   * A value that every request needs (settings, bans), cached until a process calls emptyWatched.
   * The value lives ten seconds at most, or one second while the listening connection is down.
   */
  watched<T>(key: string, make: () => Promise<T>): Promise<T>
  /**
   * Increases with every change of a watched value, so that callers can cache what they derive from
   * watched values.
   */
  epoch(): number
  /**
   * Drops this process's watched values at once. A process calls this after its own change, because
   * the notification arrives later.
   */
  forget(): void
  close(): Promise<void>
}

const notifyChannel = 'chaveiro_pages'
const watchedPayload = 'watched'
const disconnectedMs = 1_000

/** Maximum age of an entry in milliseconds, in case a notification is lost. */
export const greatestAge = { pageMs: 60_000, watchedMs: 10_000 }

/** Empties the cache of every process when the surrounding transaction commits. */
export const emptyPublicCache = (db: Db): Promise<unknown> =>
  db.execute(sql`select ${emptyCacheSql}`)

/** SQL that empties the cache, for the select list of another statement. */
export const emptyCacheSql: SQL = sql`pg_notify(${notifyChannel}, '')`

/** Makes every process reload its watched values when the surrounding transaction commits. */
export const emptyWatched = (db: Db): Promise<unknown> =>
  db.execute(sql`select pg_notify(${notifyChannel}, ${watchedPayload})`)

type CacheEvents = {
  onError(error: unknown): void
  /** Called when a watched value changed, or may have changed. */
  onWatched?: () => void
  /**
   * Called before an answer that is not cached is created; an error from this function prevents the
   * creation.
   */
  onMake?: (key: string) => unknown
  /** Whether the database has stopped answering. */
  isSilent?: () => boolean
}

type Ages = { pageMs: number; watchedMs: number; beatMs?: number }

/**
 * A cache that listens for changes on a separate connection. While that connection is down, the
 * cache stores no new pages. A page whose data changed while it was being created is sent but not
 * stored. Pings detect a dead connection, and no entry outlives the maximum age.
 */
export function createPublicCache(
  connect: () => Promise<Client>,
  { onError, onWatched = () => {}, onMake = () => {}, isSilent = () => false }: CacheEvents,
  { pageMs, watchedMs, beatMs = 1_000 }: Ages = greatestAge,
): PublicCache {
  const pageCache = createPageCache({
    pageMs,
    hears: () => changeListener.hears(),
    isSilent,
    onMake,
  })
  const watchedValues = createWatchedValues(
    () => (changeListener.hears() ? watchedMs : disconnectedMs),
    isSilent,
  )

  const changeListener = listenForChanges(connect, {
    onError,
    beatMs,
    onNotice(sign) {
      if (sign !== watchedPayload) return pageCache.doubt()

      watchedValues.clear()
      onWatched()
    },
    onUnsure() {
      pageCache.doubt()
      watchedValues.doubt()
      onWatched()
    },
  })

  return {
    hold: pageCache.hold,
    get: (key, make) => pageCache.hold(key, async () => Buffer.from(JSON.stringify(await make()))),
    watched: watchedValues.watched,
    epoch: watchedValues.epoch,
    forget: watchedValues.clear,
    close: changeListener.close,
  }
}

type Listening = {
  onError(error: unknown): void
  onNotice(sign: string | undefined): void
  /** Called when listening began or ended: a change may have been missed. */
  onUnsure(): void
  beatMs: number
}

/** Listens for changes until it is closed; reconnects when the connection is lost. */
function listenForChanges(
  connect: () => Promise<Client>,
  { onError, onNotice, onUnsure, beatMs }: Listening,
): { hears(): boolean; close(): Promise<void> } {
  const connection = keepConnected({
    connect,
    async prepare(client) {
      client.on('notification', ({ payload }) => onNotice(payload))
      await client.query({ text: `listen ${notifyChannel}`, query_timeout: 5_000 } as {
        text: string
      })
      onUnsure()
    },
    onLost: onUnsure,
    onError,
    beat: { everyMs: beatMs, patienceMs: Math.max(beatMs, 2_000) },
  })

  void connection.open()

  return { hears: connection.isReady, close: connection.close }
}

type Watched = Pick<PublicCache, 'watched' | 'epoch'> & { clear(): void; doubt(): void }

/** Values that every request needs, each cached for `keptMs` milliseconds. */
function createWatchedValues(keptMs: () => number, isSilent: () => boolean): Watched {
  const cachedValues = new Map<string, { value: Promise<unknown>; until: number }>()
  /** The last value of each key, for the time when the database is silent. */
  const lastValues = new Map<string, unknown>()
  let changeEpoch = 0

  return {
    async watched<T>(key: string, make: () => Promise<T>): Promise<T> {
      const cachedValue = cachedValues.get(key)
      if (lastValues.has(key) && isSilent()) return lastValues.get(key) as T
      if (cachedValue && cachedValue.until > performance.now())
        return cachedValue.value as Promise<T>

      const startEpoch = changeEpoch
      const freshValue = { value: make(), until: performance.now() + keptMs() }
      cachedValues.set(key, freshValue)

      freshValue.value.then(
        (value) => startEpoch === changeEpoch && lastValues.set(key, value),
        // A failed read is not cached, so the next caller reads again.
        () => cachedValues.get(key) === freshValue && cachedValues.delete(key),
      )

      return freshValue.value
    },

    epoch: () => changeEpoch,
    clear() {
      changeEpoch++
      cachedValues.clear()
      lastValues.clear()
    },
    doubt() {
      changeEpoch++
      cachedValues.clear()
    },
  }
}
