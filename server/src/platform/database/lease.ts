import { sql, type Column, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { App } from '../app.ts'

/** A row that reserves work for one process, and the time to write into that row. */
export type Lease = {
  table: PgTable
  key: { column: Column; value: string | number }
  time: { column: Column; value: Date }
  /** Condition on the existing row under which another process may take the lease. */
  isFree: SQL
}

/**
 * Takes a lease in one statement; returns whether this process has it. A process that dies keeps
 * the lease until `isFree` holds, so a crash only delays the work.
 */
export async function takeLease(app: App, { table, key, time, isFree }: Lease): Promise<boolean> {
  const [keyName, timeName] = [key.column, time.column].map(({ name }) => sql.identifier(name))

  const { rows } = await app.db.execute(
    sql`insert into ${table} (${keyName}, ${timeName})
      values (${key.value}, ${time.value.toISOString()}::timestamptz)
      on conflict (${keyName}) do update set ${timeName} = excluded.${timeName} where ${isFree}
      returning 1 as taken`,
  )

  return rows.length > 0
}
