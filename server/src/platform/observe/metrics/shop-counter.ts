import type { Client } from 'pg'

import { cut, endIsNoticed } from '../../database/connection.ts'
import { endSilentHolders } from '../../database/session-locks.ts'
import { within } from '../../time/timeout.ts'
import type { Log } from '../log.ts'
import type { ShopMetric } from './shop-metric.ts'

type Row = Record<string, unknown>

/** By the name of the figure: how often, and of what. */
type ShopCounts = ReadonlyMap<string, { n: number; labels: Record<string, string> }[]>

/** elsewhere: another process tells them; silent: the database did not answer in time. */
type ShopReading = { kind: 'counted'; counts: ShopCounts } | { kind: 'elsewhere' | 'silent' }

export type ShopCounter = {
  /** The figures of the shop, where this process is the one that tells them. */
  read(): Promise<ShopReading>
  close(): Promise<void>
}

// Only the process that holds this lock reports shop-wide metrics.
const lockClass = 0x43484146 // 'CHAF'
const lock = `select pg_try_advisory_lock(${lockClass}, 1) as mine`

/** Timeout of a metrics scrape, and of taking the lock. */
const patienceMs = 1_500

/** Timeout of counting one metric; scrapes meanwhile get the last counts. */
const countMs = 10_000

/** Counts older than this are not reported. */
const keptMs = 120_000

/** A process that was not scraped for this long lets the lock go. */
const unaskedMs = 180_000

type Options = {
  connect: () => Promise<Client>
  metrics: readonly ShopMetric[]
  everySeconds: number
  log: Log
  unaskedMs?: number
  keptMs?: number
}

/**
 * Counts the shop in one process of all: the one that holds a lock, by a connection of its own, at
 * most every so many seconds. A process that nobody asks any more lets the lock go.
 */
export function createShopCounter(options: Options): ShopCounter {
  const everyMs = options.everySeconds * 1000
  const idleMs = options.unaskedMs ?? unaskedMs
  let last: { at: number; counts: ShopCounts } | null = null
  let asking: Promise<ShopReading> | null = null
  let idle: NodeJS.Timeout | undefined
  const place = placeOf({ connect: options.connect, everyMs, idleMs, onLeft: () => (last = null) })

  const isYounger = (ms: number) => last !== null && performance.now() - last.at < ms

  const count = async (): Promise<ShopReading> => {
    const client = await place.take()
    if (!client) return { kind: 'elsewhere' }
    if (last && isYounger(everyMs)) return { kind: 'counted', counts: last.counts }

    const counts = await countAll(client, options.metrics)
    last = { at: performance.now(), counts }

    return { kind: 'counted', counts }
  }

  // One question at a time: who asks while the database hangs opens no further connection.
  const ask = (): Promise<ShopReading> =>
    (asking ??= count()
      .catch((error: unknown) => {
        options.log.warn({ err: error }, 'the figures of the shop could not be counted')
        place.leave()

        return { kind: 'silent' as const }
      })
      .finally(() => {
        asking = null
      }))

  const lastCounted = (): ShopReading =>
    last && isYounger(options.keptMs ?? keptMs)
      ? { kind: 'counted', counts: last.counts }
      : { kind: 'silent' }

  return {
    read() {
      clearTimeout(idle)
      idle = setTimeout(place.leave, idleMs).unref()

      return within(patienceMs, ask()).catch(lastCounted)
    },
    async close() {
      clearTimeout(idle)
      place.close()
    },
  }
}

/** The lock of the one process that reports, on a connection of its own. */
function placeOf(options: {
  connect: () => Promise<Client>
  everyMs: number
  idleMs: number
  onLeft: () => void
}) {
  const { connect, everyMs, idleMs, onLeft } = options
  // A holder that has counted nothing for so long is frozen, or its machine is gone.
  const silentSeconds = (2 * (idleMs + everyMs)) / 1000
  let holder: Client | null = null
  let notBefore = 0
  let closes = 0

  const leave = () => {
    if (holder) cut(holder)
    holder = null
    onLeft()
  }

  /** Whether this connection has the lock now. */
  const locks = async (client: Client): Promise<boolean> => {
    const { rows } = await asked(client, lock, patienceMs)
    const isMine = rows[0]!.mine === true
    if (isMine) await endIsNoticed(client)
    else await asked(client, endSilentHolders(lockClass, silentSeconds), patienceMs)

    return isMine
  }

  return {
    leave,
    close() {
      closes++
      leave()
    },

    /** The connection that holds the lock; null where another process does. */
    async take(): Promise<Client | null> {
      if (holder) return holder
      if (performance.now() < notBefore) return null

      const begun = closes
      const client = await connect()
      client.once('end', () => client === holder && leave())

      try {
        if ((await locks(client)) && begun === closes) holder = client
        else notBefore = performance.now() + everyMs
      } finally {
        // Nothing else refers to it: without a cut it would keep its lock for ever.
        if (client !== holder) cut(client)
      }

      return holder
    },
  }
}

const asked = (client: Client, text: string, ms: number): Promise<{ rows: Row[] }> =>
  client.query<Row>({ text, query_timeout: ms } as { text: string })

async function countAll(client: Client, metrics: readonly ShopMetric[]): Promise<ShopCounts> {
  const counts = new Map<string, { n: number; labels: Record<string, string> }[]>()

  for (const { name, labels, statement } of metrics) {
    const { rows } = await asked(client, statement, countMs)

    const of = (row: Row) => ({
      n: Number(row.n),
      labels: Object.fromEntries(labels.map((label) => [label, String(row[label] ?? '')])),
    })

    counts.set(name, rows.map(of))
  }

  return counts
}
