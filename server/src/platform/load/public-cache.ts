import { sql, type SQL } from 'drizzle-orm'
import type { Client } from 'pg'

import type { Db } from '../../db/handle.ts'
import { keepConnected } from '../database/connection.ts'
import { keepPages } from './page-cache.ts'

/** Ready answers of public reads, kept as bytes until a change empties them in every process. */
export type PublicCache = {
  /** The bytes under a key; make makes them when there are none. */
  get(key: string, make: () => Promise<unknown>): Promise<Buffer>
  /**
   * The same for any value. A caller waits when it is being made already. The value is kept unless
   * keep answers false.
   */
  hold<T>(key: string, make: () => Promise<T>, keep?: (made: T) => boolean): Promise<T>
  /**
   * What every request needs (settings, bans), kept as a value until emptyWatched is called in any
   * process; for ten seconds at most, for one while the connection that listens is down.
   */
  watched<T>(key: string, make: () => Promise<T>): Promise<T>
  /**
   * Grows whenever a watched value changed: for callers that keep a value of their own beside it.
   */
  epoch(): number
  /**
   * Read the watched values again, in this process: for who changed one and did not hear of it yet.
   */
  forget(): void
  close(): Promise<void>
}

const channel = 'chaveiro_pages'
const watchedSign = 'watched'
const unheardMs = 1_000

/** How old an entry may become (milliseconds), in case a change was missed. */
export const greatestAge = { pageMs: 60_000, watchedMs: 10_000 }

/** Empty the cache of every process when the surrounding transaction commits. */
export const emptyPublicCache = (db: Db): Promise<unknown> => db.execute(sql`select ${emptying}`)

/** What empties the cache, in SQL: for the select list of a statement that has more to do. */
export const emptying: SQL = sql`pg_notify(${channel}, '')`

/** Have every process read its watched values again when the surrounding transaction commits. */
export const emptyWatched = (db: Db): Promise<unknown> =>
  db.execute(sql`select pg_notify(${channel}, ${watchedSign})`)

type Told = {
  onError(error: unknown): void
  /** A watched value changed, or may have. */
  onWatched?: () => void
  /** An answer is not there and about to be made; what throws leaves it unmade. */
  onMake?: (key: string) => unknown
  /** The database was asked and says nothing. */
  isSilent?: () => boolean
}

type Ages = { pageMs: number; watchedMs: number; beatMs?: number }

/**
 * A cache that listens on a connection of its own. While that connection is down nothing is kept
 * anew, and an entry that was being made during a change is answered but not kept. The connection is
 * pinged, and no entry outlives the greatest age.
 */
export function createPublicCache(
  connect: () => Promise<Client>,
  { onError, onWatched = () => {}, onMake = () => {}, isSilent = () => false }: Told,
  { pageMs, watchedMs, beatMs = 1_000 }: Ages = greatestAge,
): PublicCache {
  const pages = keepPages({ pageMs, hears: () => ear.hears(), isSilent, onMake })
  const values = keepWatched(() => (ear.hears() ? watchedMs : unheardMs), isSilent)

  const ear = listenForChanges(connect, {
    onError,
    beatMs,
    onNotice(sign) {
      if (sign !== watchedSign) return pages.doubt()

      values.clear()
      onWatched()
    },
    onUnsure() {
      pages.doubt()
      values.doubt()
      onWatched()
    },
  })

  return {
    hold: pages.hold,
    get: (key, make) => pages.hold(key, async () => Buffer.from(JSON.stringify(await make()))),
    watched: values.watched,
    epoch: values.epoch,
    forget: values.clear,
    close: ear.close,
  }
}

type Listening = {
  onError(error: unknown): void
  onNotice(sign: string | undefined): void
  /** Listening begins, or has just ended: a change may have been missed. */
  onUnsure(): void
  beatMs: number
}

/** Listen for changes until it is closed; a connection that is lost is made again. */
function listenForChanges(
  connect: () => Promise<Client>,
  { onError, onNotice, onUnsure, beatMs }: Listening,
): { hears(): boolean; close(): Promise<void> } {
  const connection = keepConnected({
    connect,
    async prepare(client) {
      client.on('notification', ({ payload }) => onNotice(payload))
      await client.query({ text: `listen ${channel}`, query_timeout: 5_000 } as { text: string })
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

/** Values that every request needs, read once for as long as keptMs says. */
function keepWatched(keptMs: () => number, isSilent: () => boolean): Watched {
  const values = new Map<string, { value: Promise<unknown>; until: number }>()
  /** The last that was read: used while the database is silent. */
  const last = new Map<string, unknown>()
  let epoch = 0

  return {
    async watched<T>(key: string, make: () => Promise<T>): Promise<T> {
      const kept = values.get(key)
      if (last.has(key) && isSilent()) return last.get(key) as T
      if (kept && kept.until > performance.now()) return kept.value as Promise<T>

      const at = epoch
      const made = { value: make(), until: performance.now() + keptMs() }
      values.set(key, made)

      made.value.then(
        (value) => at === epoch && last.set(key, value),
        // After a failed read, the next caller reads again.
        () => values.get(key) === made && values.delete(key),
      )

      return made.value
    },

    epoch: () => epoch,
    clear() {
      epoch++
      values.clear()
      last.clear()
    },
    doubt() {
      epoch++
      values.clear()
    },
  }
}
