import type { PgTable } from 'drizzle-orm/pg-core'

import type { App } from '../platform/app.ts'

/**
 * PostgreSQL takes at most 65,535 values a statement; 900 rows of our widest table stay well below.
 */
const rowsAtOnce = 900

/** Insert many rows by few statements, in order, in the caller's transaction. */
export async function insertRows<T extends PgTable>(
  tx: App,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  for (let i = 0; i < rows.length; i += rowsAtOnce)
    await tx.db.insert(table).values(rows.slice(i, i + rowsAtOnce) as never)
}
