import type { Db } from '../../db/handle.ts'
import type { App } from '../app.ts'
import { spanned } from '../observe/spans.ts'

const retryable = new Set(['40001', '40P01'])
const attempts = 4

/**
 * Run work in one transaction, with an app whose database is that transaction. A deadlock or
 * serialisation failure runs it again, so work must touch nothing but the database. Inside a
 * transaction it joins that one.
 */
export async function inTransaction<T>(app: App, work: (tx: App) => Promise<T>): Promise<T> {
  if (app.inTransaction) return work(app)
  for (let attempt = 1; ; attempt++) {
    let hasJobs = false

    const nudge = {
      note: () => {
        hasJobs = true
      },
      close() {},
    }

    try {
      const done = await spanned({ name: 'transaction', kind: 'internal', below: true }, () =>
        app.db.transaction((db) =>
          work({ ...app, db: db as unknown as Db, inTransaction: true, nudge }),
        ),
      )

      if (hasJobs) app.nudge.note()

      return done
    } catch (error) {
      if (attempt >= attempts || !retryable.has(sqlState(error))) throw error
    }
  }
}

/**
 * The SQLSTATE of a database error, wherever the driver or the query builder put it; '' when there
 * is none.
 */
export function sqlState(error: unknown): string {
  const e = error as { code?: string; cause?: { code?: string } }
  return e?.cause?.code ?? e?.code ?? ''
}

/** Whether an error says that a unique index refused a row; this one, if it is named. */
export const isDuplicate = (error: unknown, index?: string): boolean =>
  sqlState(error) === '23505' && (!index || constraintOf(error) === index)

const constraintOf = (error: unknown): string | undefined => {
  const e = error as { constraint?: string; cause?: { constraint?: string } }
  return e?.cause?.constraint ?? e?.constraint
}
