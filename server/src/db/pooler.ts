import pg from 'pg'

import { idleMs, type Patience } from './client.ts'

const lock = 0x43485057 // 'CHPW'

/**
 * Make how long a statement may take, and how long a transaction may stand idle, settings of the
 * shop's own role in its database. A pooler in transaction mode (pgbouncer) hands a connection on
 * after each transaction, so it refuses such settings from a client.
 */
export async function keepPatience(url: string, patience: Patience): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patience.connectMs,
    application_name: 'chaveiro patience',
  })

  client.on('error', () => {})
  await client.connect()

  try {
    await client.query('begin')
    // Copies that start at once would change the same row of the catalogue.
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    const kept = await keptSettings(client)

    for (const [name, ms] of [
      ['statement_timeout', patience.statementMs],
      ['idle_in_transaction_session_timeout', idleMs],
    ] as const)
      if (!kept.includes(`${name}=${ms}ms`))
        await client.query(
          `do $$ begin execute format('alter role current_user in database %I set ${name} = %L',
            current_database(), '${ms}ms'); end $$`,
        )

    await client.query('commit')
  } finally {
    await client.end().catch(() => {})
  }
}

async function keptSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ kept: string[] | null }>(
    `select s.setconfig as kept from pg_db_role_setting s
      join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole
      where d.datname = current_database() and r.rolname = current_user`,
  )
  return rows[0]?.kept ?? []
}
