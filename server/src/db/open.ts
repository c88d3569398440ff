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
  /** For the queue: the pool itself, or a second one where the pool goes through a pooler. */
  queuePool: pg.Pool
  /** A replica that lists may be read from; null without one. */
  replica: { pool: pg.Pool; connect(name?: string): Promise<pg.Client> } | null
  /** The address of PostgreSQL itself, not of a pooler. */
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
  /** Leads to a replica of the same server; it need not answer. */
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

/** The answers noted by a pool of openDatabase; another pool counts as never silent. */
export const answersOf = (pool: pg.Pool): Answers =>
  (pool.options as { answers?: Answers }).answers ?? createAnswers()

/** Connections of the queue where the pool goes through a pooler. */
const queueConnections = 6

/** Connections for lists and exports from a replica. */
const replicaConnections = 10

function openPool(
  url: string,
  log: Log,
  options: Timeouts & { max: number; answers?: Answers },
): pg.Pool {
  // pipeline: statements of one transaction that do not wait for each other travel together
  // (Promise.all in the code). The pool hands unknown options on to its clients.
  const poolSettings: pg.PoolConfig & { often: FrequentStatements; answers?: Answers } = {
    // Its connectionTimeoutMillis is also the longest wait for a busy pool.
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
  // A connection that breaks while idle is dropped by the pool; the next query opens another.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })

  return pool
}
