import type { PgTable } from 'drizzle-orm/pg-core'

import type { App } from '../platform/app.ts'

/** A statement has at most 65,535 values: 900 rows of the widest table stay well below. */
const rowsAtOnce = 900

/** Inserts many rows in order, with few statements, in the caller's transaction. */
export async function insertRows<T extends PgTable>(
  tx: App,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  for (let i = 0; i < rows.length; i += rowsAtOnce)
    await tx.db.insert(table).values(rows.slice(i, i + rowsAtOnce) as never)
}
