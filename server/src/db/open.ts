import pg from 'pg'

import { createAnswers, type Answers } from './answers.ts'
import { connectionOptions, ShopClient, type Timeouts } from './client.ts'
import { startEmbedded } from './embedded.ts'
import { createFrequentStatements, type FrequentStatements } from './often.ts'
import { saveTimeouts } from './pooler.ts'

type Log = Parameters<typeof startEmbedded>[0]['log']

pg.types.setTypeParser(20, (text) => {
  const integer = Number(text)
  return Number.isSafeInteger(integer) ? integer : text
})

export type Database = {
  pool: pg.Pool
  /** Connections for the queue: the pool itself, or a second pool that bypasses the pooler. */
  queuePool: pg.Pool
  /** A replica that lists may read from; null without a replica. */
  replica: { pool: pg.Pool; connect(name?: string): Promise<pg.Client> } | null
  /** The URL of PostgreSQL itself, not of a pooler. */
  url: string
  embedded: boolean
  /** Opens a connection for a listener or a lock; pg_stat_activity shows its name. */
  connect(name?: string): Promise<pg.Client>
  /** Opens a connection the way orders do, through the pooler if there is one. */
  connectPooled(name?: string): Promise<pg.Client>
  close(): Promise<void>
}

/**
 * The shop's database: DATABASE_URL, or the embedded PostgreSQL of DATA_DIR. The pool survives
 * restarts of the server.
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  /** Bypasses the pooler (pgbouncer in transaction mode) that databaseUrl uses. */
  sessionUrl?: string | undefined
  /** The URL of a replica of the same server; the replica may be down. */
  replicaUrl?: string | undefined
  dataDir: string
  log: Log
  max?: number
  /** Timeout of one statement, in seconds. */
  timeoutSeconds?: number
  /** Further settings of the embedded PostgreSQL. */
  settings?: Record<string, string>
}): Promise<Database> {
  const { replicaUrl, max = 20 } = options
  const embeddedDatabase = options.databaseUrl ? null : await startEmbedded(options)
  const pooledUrl = options.databaseUrl ?? embeddedDatabase!.url
  const url = options.sessionUrl ?? pooledUrl
  const isPooled = options.sessionUrl !== undefined
  const statementMs = (options.timeoutSeconds ?? 30) * 1000
  const answers = createAnswers()
  const poolOptions = { connectMs: 15_000, statementMs, answers }
  if (isPooled) await saveTimeouts(url, { connectMs: 15_000, statementMs })
  const pool = openPool(pooledUrl, options.log, { ...poolOptions, isPooled, max })
  const queuePool = isPooled
    ? openPool(url, options.log, { ...poolOptions, max: queueConnections })
    : pool
  const replicaPool = replicaUrl
    ? openPool(replicaUrl, options.log, { connectMs: 2_000, statementMs, max: replicaConnections })
    : null

  const openClient = async (targetUrl: string, isThroughPooler: boolean, name: string) => {
    const client = new ShopClient({
      ...connectionOptions(targetUrl, { connectMs: 5_000, statementMs, isPooled: isThroughPooler }),
      application_name: name,
      ...(targetUrl === replicaUrl ? {} : { answers }),
    })

    client.on('error', () => {})
    await client.connect()

    return client
  }

  return {
    pool,
    queuePool,
    replica: replicaPool && {
      pool: replicaPool,
      connect: (name = 'chaveiro listener') => openClient(replicaUrl!, false, name),
    },
    url,
    embedded: embeddedDatabase !== null,
    connect: (name = 'chaveiro listener') => openClient(url, false, name),
    connectPooled: (name = 'chaveiro listener') => openClient(pooledUrl, isPooled, name),

    async close() {
      answers.close()
      const allPools = [pool, queuePool, ...(replicaPool ? [replicaPool] : [])]
      const closedPools = [...new Set(allPools)].map((openedPool) => openedPool.end())
      const closeTimeout = new Promise((done) => setTimeout(done, 5_000).unref())
      await Promise.race([Promise.all(closedPools), closeTimeout])
      await embeddedDatabase?.stop()
    },
  }
}

/**
 * The answers counter of a pool from openDatabase. For another pool, a counter that never reports
 * silence.
 */
export const answersOf = (pool: pg.Pool): Answers =>
  (pool.options as { answers?: Answers }).answers ?? createAnswers()

/** Connections of the queue's own pool, when the main pool goes through a pooler. */
const queueConnections = 6

/** Connections for lists and exports from a replica. */
const replicaConnections = 10

function openPool(
  url: string,
  log: Log,
  options: Timeouts & { max: number; answers?: Answers },
): pg.Pool {
  // pipeline: the driver sends independent statements of a transaction together (Promise.all in the
  // code). The pool passes options that it does not know to its clients.
  const poolSettings: pg.PoolConfig & { often: FrequentStatements; answers?: Answers } = {
    // connectionTimeoutMillis is also the longest wait for a free connection of the pool.
    ...connectionOptions(url, options),
    Client: ShopClient,
    max: options.max,
    pipeline: true,
    often: createFrequentStatements(),
    ...(options.answers ? { answers: options.answers } : {}),
    application_name: 'chaveiro',
    idleTimeoutMillis: 30_000,
  }

  const pool = new pg.Pool(poolSettings)
  // The pool drops a connection that breaks while idle; the next query opens another.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })

  return pool
}
