import type { Client } from 'pg'

import { cutConnection, enableKeepalive } from '../../database/connection.ts'
import { endSilentHolders } from '../../database/session-locks.ts'
import { withTimeout } from '../../time/timeout.ts'
import type { Log } from '../log.ts'
import type { ShopMetric } from './shop-metric.ts'

type Row = Record<string, unknown>

/** Gauges by metric name: a value for each set of labels. */
type ShopCounts = ReadonlyMap<string, { n: number; labels: Record<string, string> }[]>

/** elsewhere: another process reports the gauges; silent: the database did not answer in time. */
type ShopReading = { kind: 'counted'; counts: ShopCounts } | { kind: 'elsewhere' | 'silent' }

export type ShopCounter = {
  /** Gauges about the shop, if this process is the one that reports them. */
  read(): Promise<ShopReading>
  close(): Promise<void>
}

// Only the process that holds this lock reports shop-wide metrics.
const lockClass = 0x43484146 // 'CHAF' in ASCII
const takeLockSql = `select pg_try_advisory_lock(${lockClass}, 1) as mine`

/** Timeout of a metrics scrape, and of taking the lock. */
const patienceMs = 1_500

/** Timeout of counting one metric; scrapes meanwhile get the last counts. */
const countTimeoutMs = 10_000

/** Counts older than this are not reported. */
const maxCountAgeMs = 120_000

/** A process that was not scraped for this long releases the lock, so that another can report. */
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
 * One process at a time counts the gauges about the shop: the holder of an advisory lock, at most
 * once in `everySeconds`. A process that is no longer scraped releases the lock.
 */
export function createShopCounter(options: Options): ShopCounter {
  const everyMs = options.everySeconds * 1000
  const idleMs = options.unaskedMs ?? unaskedMs
  let lastCount: { at: number; counts: ShopCounts } | null = null
  let pendingCount: Promise<ShopReading> | null = null
  let idleTimer: NodeJS.Timeout | undefined
  const reporterLock = createReporterLock({
    connect: options.connect,
    everyMs,
    idleMs,
    onLeft: () => (lastCount = null),
  })

  const isYounger = (ms: number) => lastCount !== null && performance.now() - lastCount.at < ms

  const countShop = async (): Promise<ShopReading> => {
    const lockHolder = await reporterLock.take()
    if (!lockHolder) return { kind: 'elsewhere' }
    if (lastCount && isYounger(everyMs)) return { kind: 'counted', counts: lastCount.counts }

    const shopCounts = await countMetrics(lockHolder, options.metrics)
    lastCount = { at: performance.now(), counts: shopCounts }

    return { kind: 'counted', counts: shopCounts }
  }

  // Concurrent scrapes share one count, so that a hung database costs one connection only.
  const countOnce = (): Promise<ShopReading> =>
    (pendingCount ??= countShop()
      .catch((error: unknown) => {
        options.log.warn({ err: error }, 'shop metrics could not be counted')
        reporterLock.leave()

        return { kind: 'silent' as const }
      })
      .finally(() => {
        pendingCount = null
      }))

  const lastCounted = (): ShopReading =>
    lastCount && isYounger(options.keptMs ?? maxCountAgeMs)
      ? { kind: 'counted', counts: lastCount.counts }
      : { kind: 'silent' }

  return {
    read() {
      clearTimeout(idleTimer)
      idleTimer = setTimeout(reporterLock.leave, idleMs).unref()

      return withTimeout(patienceMs, countOnce()).catch(lastCounted)
    },
    async close() {
      clearTimeout(idleTimer)
      reporterLock.close()
    },
  }
}

/** The advisory lock of the one process that reports, on a separate connection. */
function createReporterLock(options: {
  connect: () => Promise<Client>
  everyMs: number
  idleMs: number
  onLeft: () => void
}) {
  const { connect, everyMs, idleMs, onLeft } = options
  // A lock holder that sends nothing for this time is frozen, or its machine is gone.
  const silentSeconds = (2 * (idleMs + everyMs)) / 1000
  let lockHolder: Client | null = null
  let notBefore = 0
  let closeCount = 0

  const releaseLock = () => {
    if (lockHolder) cutConnection(lockHolder)
    lockHolder = null
    onLeft()
  }

  /** Tries to take the lock on this connection; returns whether it has the lock. */
  const tryTakeLock = async (client: Client): Promise<boolean> => {
    const { rows } = await queryTimed(client, takeLockSql, patienceMs)
    const holdsLock = rows[0]!.mine === true
    if (holdsLock) await enableKeepalive(client)
    else await queryTimed(client, endSilentHolders(lockClass, silentSeconds), patienceMs)

    return holdsLock
  }

  return {
    leave: releaseLock,
    close() {
      closeCount++
      releaseLock()
    },

    /** The connection that holds the lock; null when another process has it. */
    async take(): Promise<Client | null> {
      if (lockHolder) return lockHolder
      if (performance.now() < notBefore) return null

      const closesBefore = closeCount
      const newClient = await connect()
      newClient.once('end', () => newClient === lockHolder && releaseLock())

      try {
        if ((await tryTakeLock(newClient)) && closesBefore === closeCount) lockHolder = newClient
        else notBefore = performance.now() + everyMs
      } finally {
        // A connection that is not the holder must be closed here. Otherwise the connection could
        // keep the lock for ever.
        if (newClient !== lockHolder) cutConnection(newClient)
      }

      return lockHolder
    },
  }
}

const queryTimed = (client: Client, text: string, ms: number): Promise<{ rows: Row[] }> =>
  client.query<Row>({ text, query_timeout: ms } as { text: string })

async function countMetrics(client: Client, metrics: readonly ShopMetric[]): Promise<ShopCounts> {
  const countsByMetric = new Map<string, { n: number; labels: Record<string, string> }[]>()

  for (const { name, labels, statement } of metrics) {
    const { rows } = await queryTimed(client, statement, countTimeoutMs)

    const labelledCountOf = (row: Row) => ({
      n: Number(row.n),
      labels: Object.fromEntries(labels.map((label) => [label, String(row[label] ?? '')])),
    })

    countsByMetric.set(name, rows.map(labelledCountOf))
  }

  return countsByMetric
}
