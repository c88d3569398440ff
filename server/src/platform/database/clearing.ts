import { getTableName, sql, type SQL, type Table } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

import { columns, oneRow, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../app.ts'
import type { Config } from '../config/config.ts'
import { inTransaction, sqlState } from './transaction.ts'

// Retention, for any domain: deletes rows whose retention period is over. Each transaction deletes
// a few hundred rows and skips locked rows. No cursor is stored, so several processes may run this,
// and a stopped run continues at the next run.

/** A rule for deleting rows of a table when they are due. */
export type Clearing = {
  /** Name for the operator, such as "ended sessions". */
  what: string
  table: Table
  /** The retention period, in words. */
  period(config: Config): string
  /** Condition for rows that may be deleted now. */
  due(app: App): SQL
}

/** The table and the name of the clearing rule. */
export const clearingName = ({ table, what }: Clearing): string => `${getTableName(table)}: ${what}`

const defaultBatch = 500
const smallestBatch = 20
const batchPauseMs = 20
const countColumns = columns({ n: value(sql`count(*)::int`, z.int()) })

/** Number of rows that are due. */
export async function countDueRows(app: App, { table, due }: Clearing): Promise<number> {
  return (
    await oneRow(app, countColumns, sql`select ${countColumns} from ${table} where ${due(app)}`)
  ).n
}

type Limits = { signal?: AbortSignal; rows?: number }

/**
 * Deletes due rows in batches; returns the number of deleted rows. Locked rows stay. When the
 * signal aborts, the remaining rows stay too.
 */
export async function clearDueRows(
  app: App,
  clearing: Clearing,
  limits: Limits = {},
): Promise<number> {
  let [clearedRows, batchSize] = [0, limits.rows ?? defaultBatch]

  while (!limits.signal?.aborted) {
    const deletedCount = await clearBatch(app, clearing, batchSize)

    // The batch hit the lock timeout or the statement timeout, so a smaller batch is tried.
    if (deletedCount === null) {
      if (batchSize <= smallestBatch) return clearedRows

      batchSize = Math.max(smallestBatch, Math.floor(batchSize / 4))
      continue
    }

    clearedRows += deletedCount
    if (deletedCount < batchSize) return clearedRows

    await wait(batchPauseMs)
  }

  return clearedRows
}

/** SQLSTATE: a row is locked, or the statement took too long. */
const retryLaterStates = new Set(['55P03', '57014'])

/** Partition and ctid of a row. Both stay valid while the row is locked. */
const rowLocation = columns({
  partition: value(sql`tableoid::regclass::text`, z.string()),
  ctid: value(sql`ctid::text`, z.string()),
})

async function clearBatch(
  app: App,
  { table, due }: Clearing,
  batchSize: number,
): Promise<number | null> {
  try {
    return await inTransaction(app, async (tx) => {
      await tx.db.execute(
        sql`select set_config('lock_timeout', '100ms', true), set_config('statement_timeout', '5s', true),
          set_config('chaveiro.retention', 'on', true)`,
      )

      const lockedRows = await rowsOf(
        tx,
        rowLocation,
        sql`select ${rowLocation} from ${table} where ${due(tx)}
          limit ${sql.raw(String(batchSize))} for update of ${table} skip locked`,
      )

      // Deletes by ctid: with a join of the table with itself, PostgreSQL would read the whole
      // table for some hundred rows.
      for (const [partition, partitionRows] of Map.groupBy(lockedRows, (row) => row.partition)) {
        const ctidsParameter = sql.param(partitionRows.map(({ ctid }) => ctid))
        await tx.db.execute(
          sql`delete from ${sql.raw(partition)} where ctid = any(${ctidsParameter}::text[]::tid[])`,
        )
      }

      return lockedRows.length
    })
  } catch (error) {
    if (retryLaterStates.has(sqlState(error))) return null
    throw error
  }
}
