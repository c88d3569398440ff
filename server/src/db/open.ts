import pg from 'pg'
import { connectionOptions, ShopClient } from './client.ts'
import { startEmbedded } from './embedded.ts'
import { createOftenAsked, type OftenAsked } from './often.ts'

type Log = Parameters<typeof startEmbedded>[0]['log']

pg.types.setTypeParser(20, (text) => {
  const n = Number(text)
  return Number.isSafeInteger(n) ? n : text
})

export type Database = {
  pool: pg.Pool
  url: string
  embedded: boolean
  /**
   * Open a connection of its own, for who listens or holds a lock; name tells it apart in
   * pg_stat_activity.
   */
  connect(name?: string): Promise<pg.Client>
  close(): Promise<void>
}

/**
 * The shop's database: DATABASE_URL, or the embedded PostgreSQL of DATA_DIR; the pool outlives
 * restarts of the server.
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  log: Log
  max?: number
  /** How long one statement may take, in seconds. */
  timeoutSeconds?: number
  /** Settings of the embedded PostgreSQL beside its own. */
  settings?: Record<string, string>
}): Promise<Database> {
  const embedded = options.databaseUrl ? null : await startEmbedded(options)
  const url = options.databaseUrl ?? embedded!.url
  const statementMs = (options.timeoutSeconds ?? 30) * 1000
  // pipeline: statements of one transaction that do not wait for each other travel together
  // (Promise.all in the code). What the pool does not know it hands on to its clients.
  const settings: pg.PoolConfig & { often: OftenAsked } = {
    // Who asks for a connection waits that long for a busy pool too.
    ...connectionOptions(url, { connectMs: 15_000, statementMs }),
    Client: ShopClient,
    max: options.max ?? 20,
    pipeline: true,
    often: createOftenAsked(),
    application_name: 'chaveiro',
    idleTimeoutMillis: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  }
  const pool = new pg.Pool(settings)
  // A connection that breaks while idle is dropped by the pool; the next query opens another.
  pool.on('error', (error) =>
    options.log.warn({ reason: error.message }, 'a database connection was lost'),
  )
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return {
    pool,
    url,
    embedded: embedded !== null,
    async connect(name = 'chaveiro listener') {
      const client = new ShopClient({
        ...connectionOptions(url, { connectMs: 5_000, statementMs }),
        application_name: name,
      })
      client.on('error', () => {})
      await client.connect()
      return client
    },
    async close() {
      await Promise.race([pool.end(), new Promise((done) => setTimeout(done, 5_000).unref())])
      await embedded?.stop()
    },
  }
}
