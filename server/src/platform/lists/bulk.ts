import type { App } from '../app.ts'
import { inTransaction } from '../database/transaction.ts'

export type BulkRow<S> = { id: string; to: S; version?: string | undefined }

/** The current state of a row; `version` changes with every change of the row. */
export type RowState<S> = { name: string; state: S; version: string }
export type ChangedRow<S> = { id: string; name: string; from: S; version: string }

export type SkippedRow = {
  id: string
  name: string | null
  why: 'changed' | 'gone' | 'refused'
  reason?: string
}

/**
 * Sets the state of several rows in one transaction (P409). A row that was deleted or changed since
 * the caller read it stays unchanged and is reported in `left`. A row that already has its state is
 * in neither list. `lock` locks and reads a row; `set` changes it and reads it again.
 */
export function setEachState<S>(
  app: App,
  rows: readonly BulkRow<S>[],
  lock: (tx: App, id: string) => Promise<RowState<S> | null>,
  set: (tx: App, id: string, to: S) => Promise<RowState<S>>,
): Promise<{ done: ChangedRow<S>[]; left: SkippedRow[] }> {
  return inTransaction(app, async (tx) => {
    const changedRows: ChangedRow<S>[] = []
    const skippedRows: SkippedRow[] = []

    // Sorted by id, so that two transactions on the same rows cannot deadlock.
    for (const { id, to, version } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const currentState = await lock(tx, id)
      if (!currentState) skippedRows.push({ id, name: null, why: 'gone' })
      else if (version !== undefined && version !== currentState.version)
        skippedRows.push({ id, name: currentState.name, why: 'changed' })
      else if (currentState.state !== to) {
        const changedState = await set(tx, id, to)
        changedRows.push({
          id,
          name: changedState.name,
          from: currentState.state,
          version: changedState.version,
        })
      }
    }

    return { done: changedRows, left: skippedRows }
  })
}
