import pg from 'pg'

import { createAnswers, type Answers } from './answers.ts'
import { connectionOptions, ShopClient, type Patience } from './client.ts'
import { startEmbedded } from './embedded.ts'
import { createOftenAsked, type OftenAsked } from './often.ts'
import { keepPatience } from './pooler.ts'

type Log = Parameters<typeof startEmbedded>[0]['log']

pg.types.setTypeParser(20, (text) => {
  const n = Number(text)
  return Number.isSafeInteger(n) ? n : text
})

export type Database = {
  pool: pg.Pool
  /** For the queue: the pool, or where that goes through a pooler one of its own beside it. */
  queuePool: pg.Pool
  /** A replica that lists may be read from; null without one. */
  replica: { pool: pg.Pool; connect(name?: string): Promise<pg.Client> } | null
  /** Leads to PostgreSQL itself, also where the pool goes through a pooler. */
  url: string
  embedded: boolean
  /**
   * Open a connection of its own, for who listens or holds a lock; name tells it apart in
   * pg_stat_activity.
   */
  connect(name?: string): Promise<pg.Client>
  /** Open a connection by the way that orders take, through the pooler where there is one. */
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
  /** How long one statement may take, in seconds. */
  timeoutSeconds?: number
  /** Settings of the embedded PostgreSQL beside its own. */
  settings?: Record<string, string>
}): Promise<Database> {
  const embedded = options.databaseUrl ? null : await startEmbedded(options)
  const pooledUrl = options.databaseUrl ?? embedded!.url
  const url = options.sessionUrl ?? pooledUrl
  const isPooled = options.sessionUrl !== undefined
  const statementMs = (options.timeoutSeconds ?? 30) * 1000
  const answers = createAnswers()
  const patience = { connectMs: 15_000, statementMs, answers }
  if (isPooled) await keepPatience(url, { connectMs: 15_000, statementMs })
  const pool = openPool(pooledUrl, options.log, { ...patience, isPooled, max: options.max ?? 20 })
  const queuePool = isPooled
    ? openPool(url, options.log, { ...patience, max: queueConnections })
    : pool
  const { replicaUrl } = options
  const replicaPool = replicaUrl
    ? openPool(replicaUrl, options.log, { connectMs: 2_000, statementMs, max: replicaConnections })
    : null

  const open = async (to: string, through: boolean, name: string) => {
    const client = new ShopClient({
      ...connectionOptions(to, { connectMs: 5_000, statementMs, isPooled: through }),
      application_name: name,
      ...(to === replicaUrl ? {} : { answers }),
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
      connect: (name = 'chaveiro listener') => open(replicaUrl!, false, name),
    },
    url,
    embedded: embedded !== null,
    connect: (name = 'chaveiro listener') => open(url, false, name),
    connectPooled: (name = 'chaveiro listener') => open(pooledUrl, isPooled, name),

    async close() {
      answers.close()
      const pools = [pool, queuePool, ...(replicaPool ? [replicaPool] : [])]
      const ends = [...new Set(pools)].map((one) => one.end())
      const patient = new Promise((done) => setTimeout(done, 5_000).unref())
      await Promise.race([Promise.all(ends), patient])
      await embedded?.stop()
    },
  }
}

/** The answers noted by a pool of openDatabase; nothing is known of another pool. */
export const answersOf = (pool: pg.Pool): Answers =>
  (pool.options as { answers?: Answers }).answers ?? createAnswers()

/** What the queue takes and gives back its jobs by, beside a pooler. */
const queueConnections = 6

/** Connections for lists and exports from a replica. */
const replicaConnections = 10

function openPool(
  url: string,
  log: Log,
  options: Patience & { max: number; answers?: Answers },
): pg.Pool {
  // pipeline: statements of one transaction that do not wait for each other travel together
  // (Promise.all in the code). What the pool does not know it hands on to its clients.
  const settings: pg.PoolConfig & { often: OftenAsked; answers?: Answers } = {
    // Who asks for a connection waits that long for a busy pool too.
    ...connectionOptions(url, options),
    Client: ShopClient,
    max: options.max,
    pipeline: true,
    often: createOftenAsked(),
    ...(options.answers ? { answers: options.answers } : {}),
    application_name: 'chaveiro',
    idleTimeoutMillis: 30_000,
  }

  const pool = new pg.Pool(settings)
  // A connection that breaks while idle is dropped by the pool; the next query opens another.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })

  return pool
}
