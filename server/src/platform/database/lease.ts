import { sql, type Column, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { App } from '../app.ts'

/** A row by which one process of all does some work, and the time that it writes there. */
export type Lease = {
  table: PgTable
  key: { column: Column; value: string | number }
  time: { column: Column; value: Date }
  /** When another process may take it: a condition on the row as it is. */
  isFree: SQL
}

/**
 * Take a lease, in one statement; answers whether this process has it. A process that dies keeps it
 * until `isFree` holds, so a crash only delays the work.
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
