import pg from 'pg'
import { startEmbedded } from './embedded.ts'

type Log = Parameters<typeof startEmbedded>[0]['log']

pg.types.setTypeParser(20, (text) => {
  const n = Number(text)
  return Number.isSafeInteger(n) ? n : text
})

/** The shop's database: DATABASE_URL, or the embedded PostgreSQL of DATA_DIR; the pool outlives restarts of the server. */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  log: Log
  max?: number
}): Promise<{ pool: pg.Pool; url: string; embedded: boolean; close(): Promise<void> }> {
  const embedded = options.databaseUrl ? null : await startEmbedded(options)
  const url = options.databaseUrl ?? embedded!.url
  // pipeline: statements of one transaction that do not wait for each other travel together (Promise.all in the code).
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    pipeline: true,
    application_name: 'chaveiro',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 15_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  })
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
    async close() {
      await Promise.race([pool.end(), new Promise((done) => setTimeout(done, 5_000).unref())])
      await embedded?.stop()
    },
  }
}
