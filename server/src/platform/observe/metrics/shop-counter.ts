import type { Client } from 'pg'

import { cutConnection, enableKeepalive } from '../../database/connection.ts'
import { endSilentHolders } from '../../database/session-locks.ts'
import { withTimeout } from '../../time/timeout.ts'
import type { Log } from '../log.ts'
import type { ShopMetric } from './shop-metric.ts'

type Row = Record<string, unknown>

/** Counts with their labels, by metric name. */
type ShopCounts = ReadonlyMap<string, { n: number; labels: Record<string, string> }[]>

/** elsewhere: another process reports them; silent: the database did not answer in time. */
type ShopReading = { kind: 'counted'; counts: ShopCounts } | { kind: 'elsewhere' | 'silent' }

export type ShopCounter = {
  /** Metrics of the shop, in the one process that reports them. */
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
 * Counts the shop in one of all processes: the holder of an advisory lock, at most once in
 * `everySeconds`. A process that is no longer scraped releases the lock.
 */
export function createShopCounter(options: Options): ShopCounter {
  const everyMs = options.everySeconds * 1000
  const idleMs = options.unaskedMs ?? unaskedMs
  let lastCount: { at: number; counts: ShopCounts } | null = null
  let pendingCount: Promise<ShopReading> | null = null
  let idle: NodeJS.Timeout | undefined
  const reporterLock = createReporterLock({
    connect: options.connect,
    everyMs,
    idleMs,
    onLeft: () => (lastCount = null),
  })

  const isYounger = (ms: number) => lastCount !== null && performance.now() - lastCount.at < ms

  const count = async (): Promise<ShopReading> => {
    const client = await reporterLock.take()
    if (!client) return { kind: 'elsewhere' }
    if (lastCount && isYounger(everyMs)) return { kind: 'counted', counts: lastCount.counts }

    const counts = await countAll(client, options.metrics)
    lastCount = { at: performance.now(), counts }

    return { kind: 'counted', counts }
  }

  // Concurrent scrapes share one count, so that a hung database costs one connection only.
  const countOnce = (): Promise<ShopReading> =>
    (pendingCount ??= count()
      .catch((error: unknown) => {
        options.log.warn({ err: error }, 'the figures of the shop could not be counted')
        reporterLock.leave()

        return { kind: 'silent' as const }
      })
      .finally(() => {
        pendingCount = null
      }))

  const lastCounted = (): ShopReading =>
    lastCount && isYounger(options.keptMs ?? keptMs)
      ? { kind: 'counted', counts: lastCount.counts }
      : { kind: 'silent' }

  return {
    read() {
      clearTimeout(idle)
      idle = setTimeout(reporterLock.leave, idleMs).unref()

      return withTimeout(patienceMs, countOnce()).catch(lastCounted)
    },
    async close() {
      clearTimeout(idle)
      reporterLock.close()
    },
  }
}

/** The lock of the one reporting process, on a separate connection. */
function createReporterLock(options: {
  connect: () => Promise<Client>
  everyMs: number
  idleMs: number
  onLeft: () => void
}) {
  const { connect, everyMs, idleMs, onLeft } = options
  // A holder that counted nothing for this time is frozen, or its machine is gone.
  const silentSeconds = (2 * (idleMs + everyMs)) / 1000
  let holder: Client | null = null
  let notBefore = 0
  let closes = 0

  const release = () => {
    if (holder) cutConnection(holder)
    holder = null
    onLeft()
  }

  /** Whether this connection has the lock now. */
  const tryLock = async (client: Client): Promise<boolean> => {
    const { rows } = await queryTimed(client, lock, patienceMs)
    const isMine = rows[0]!.mine === true
    if (isMine) await enableKeepalive(client)
    else await queryTimed(client, endSilentHolders(lockClass, silentSeconds), patienceMs)

    return isMine
  }

  return {
    leave: release,
    close() {
      closes++
      release()
    },

    /** The connection that holds the lock; null when another process has it. */
    async take(): Promise<Client | null> {
      if (holder) return holder
      if (performance.now() < notBefore) return null

      const closesBefore = closes
      const client = await connect()
      client.once('end', () => client === holder && release())

      try {
        if ((await tryLock(client)) && closesBefore === closes) holder = client
        else notBefore = performance.now() + everyMs
      } finally {
        // Nothing else refers to it: without a cut it would keep its lock for ever.
        if (client !== holder) cutConnection(client)
      }

      return holder
    },
  }
}

const queryTimed = (client: Client, text: string, ms: number): Promise<{ rows: Row[] }> =>
  client.query<Row>({ text, query_timeout: ms } as { text: string })

async function countAll(client: Client, metrics: readonly ShopMetric[]): Promise<ShopCounts> {
  const counts = new Map<string, { n: number; labels: Record<string, string> }[]>()

  for (const { name, labels, statement } of metrics) {
    const { rows } = await queryTimed(client, statement, countMs)

    const countOf = (row: Row) => ({
      n: Number(row.n),
      labels: Object.fromEntries(labels.map((label) => [label, String(row[label] ?? '')])),
    })

    counts.set(name, rows.map(countOf))
  }

  return counts
}
