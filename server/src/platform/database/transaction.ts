import type { Db } from '../../db/handle.ts'
import type { App } from '../app.ts'
import { withSpan } from '../observe/spans.ts'

const retryable = new Set(['40001', '40P01'])
const maxAttempts = 4

/**
 * Runs `work` in one transaction, with an app whose database is that transaction. `work` must
 * change only the database, because it runs again after a deadlock or serialisation failure. Inside
 * a transaction, `work` joins that transaction.
 */
export async function inTransaction<T>(app: App, work: (tx: App) => Promise<T>): Promise<T> {
  if (app.inTransaction) return work(app)
  for (let attempt = 1; ; attempt++) {
    let hasQueuedJobs = false

    const deferredNudge = {
      note: () => {
        hasQueuedJobs = true
      },
      close() {},
    }

    try {
      const workResult = await withSpan(
        { name: 'transaction', kind: 'internal', below: true },
        () =>
          app.db.transaction((db) =>
            work({ ...app, db: db as unknown as Db, inTransaction: true, nudge: deferredNudge }),
          ),
      )

      if (hasQueuedJobs) app.nudge.note()

      return workResult
    } catch (error) {
      if (attempt >= maxAttempts || !retryable.has(sqlState(error))) throw error
    }
  }
}

/** The SQLSTATE of an error from the driver or the query builder; '' without a SQLSTATE. */
export function sqlState(error: unknown): string {
  const databaseError = error as { code?: string; cause?: { code?: string } }
  return databaseError?.cause?.code ?? databaseError?.code ?? ''
}

/** Whether a unique index refused a row: any unique index, or only `index` if it is set. */
export const isDuplicate = (error: unknown, index?: string): boolean =>
  sqlState(error) === '23505' && (!index || constraintOf(error) === index)

const constraintOf = (error: unknown): string | undefined => {
  const databaseError = error as { constraint?: string; cause?: { constraint?: string } }
  return databaseError?.cause?.constraint ?? databaseError?.constraint
}
