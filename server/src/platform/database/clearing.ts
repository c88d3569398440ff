import { getTableName, sql, type SQL, type Table } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

import { columns, oneRow, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../app.ts'
import type { Config } from '../config/config.ts'
import { inTransaction, sqlState } from './transaction.ts'

// Rows that are kept for a time and then cleared, whichever domain they are of. A few hundred go in
// a transaction of their own, what somebody holds is left for the next time, and nothing remembers
// how far it came: what was stopped goes on by being run again, in one process or in several.

/** Rows of a table that are cleared once they are due. */
export type Clearing = {
  /** What they are, for the operator. */
  what: string
  table: Table
  /** For how long they are kept, in words. */
  kept(config: Config): string
  /** Which rows nobody needs any more. */
  due(app: App): SQL
}

/** A table and what its clearing is called. */
export const nameOf = ({ table, what }: Clearing): string => `${getTableName(table)}: ${what}`

const rowsAtOnce = 500
const fewest = 20
const pauseMs = 20
const counted = columns({ n: value(sql`count(*)::int`, z.int()) })

/** How many rows are due. */
export async function countDue(app: App, { table, due }: Clearing): Promise<number> {
  return (await oneRow(app, counted, sql`select ${counted} from ${table} where ${due(app)}`)).n
}

type Limits = { signal?: AbortSignal; rows?: number }

/**
 * Clear what is due, some rows at a time; answers how many went. What is held by others stays, and
 * so does what is left when the signal comes.
 */
export async function clear(app: App, clearing: Clearing, limits: Limits = {}): Promise<number> {
  let [cleared, size] = [0, limits.rows ?? rowsAtOnce]

  while (!limits.signal?.aborted) {
    const went = await clearSome(app, clearing, size)

    // Too many for the time a statement may take here: fewer at once.
    if (went === null) {
      if (size <= fewest) return cleared

      size = Math.max(fewest, Math.floor(size / 4))
      continue
    }

    cleared += went
    if (went < size) return cleared

    await wait(pauseMs)
  }

  return cleared
}

/** A lock that somebody holds, or a statement that took too long. */
const tooMuch = new Set(['55P03', '57014'])

/** A row by the partition and the place where it lies, which stay as they are while it is locked. */
const place = columns({
  lies: value(sql`tableoid::regclass::text`, z.string()),
  at: value(sql`ctid::text`, z.string()),
})

async function clearSome(app: App, { table, due }: Clearing, size: number): Promise<number | null> {
  try {
    return await inTransaction(app, async (tx) => {
      await tx.db.execute(
        sql`select set_config('lock_timeout', '100ms', true), set_config('statement_timeout', '5s', true),
          set_config('chaveiro.retention', 'on', true)`,
      )

      const rows = await rowsOf(
        tx,
        place,
        sql`select ${place} from ${table} where ${due(tx)}
          limit ${sql.raw(String(size))} for update of ${table} skip locked`,
      )

      // By place, and not by a join with itself, which reads the whole table for some hundred rows.
      for (const [lies, some] of Map.groupBy(rows, (row) => row.lies)) {
        const places = sql.param(some.map(({ at }) => at))
        await tx.db.execute(
          sql`delete from ${sql.raw(lies)} where ctid = any(${places}::text[]::tid[])`,
        )
      }

      return rows.length
    })
  } catch (error) {
    if (tooMuch.has(sqlState(error))) return null
    throw error
  }
}
