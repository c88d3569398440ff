import pg from 'pg'

import { idleTransactionMs, type Timeouts } from './client.ts'

const settingsLock = 0x43485057 // 'CHPW' in ASCII

/**
 * Stores the timeouts of statements and idle transactions as settings of the shop's role in its
 * database. A pooler in transaction mode (pgbouncer) shares a connection between clients, so it
 * refuses such settings from a client.
 */
export async function saveTimeouts(url: string, timeouts: Timeouts): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeouts.connectMs,
    application_name: 'chaveiro patience',
  })

  client.on('error', () => {})
  await client.connect()

  try {
    await client.query('begin')
    // Without the lock, processes that start at once would change the same catalogue row and fail.
    await client.query('select pg_advisory_xact_lock($1)', [settingsLock])
    const roleSettings = await readRoleSettings(client)

    for (const [name, ms] of [
      ['statement_timeout', timeouts.statementMs],
      ['idle_in_transaction_session_timeout', idleTransactionMs],
    ] as const)
      if (!roleSettings.includes(`${name}=${ms}ms`))
        await client.query(
          `do $$ begin execute format('alter role current_user in database %I set ${name} = %L',
            current_database(), '${ms}ms'); end $$`,
        )

    await client.query('commit')
  } finally {
    await client.end().catch(() => {})
  }
}

async function readRoleSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ kept: string[] | null }>(
    `select s.setconfig as kept from pg_db_role_setting s
      join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole
      where d.datname = current_database() and r.rolname = current_user`,
  )
  return rows[0]?.kept ?? []
}
