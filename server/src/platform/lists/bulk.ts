import type { App } from '../app.ts'
import { inTransaction } from '../database/transaction.ts'

export type BulkRow<S> = { id: string; to: S; version?: string | undefined }

/** A row as it stands: its state, and what tells whether anything of it was changed since. */
export type Standing<S> = { name: string; state: S; version: string }
export type BulkDone<S> = { id: string; name: string; from: S; version: string }

export type BulkLeft = {
  id: string
  name: string | null
  why: 'changed' | 'gone' | 'refused'
  reason?: string
}

/**
 * Give each of some rows its state, all in one transaction (P409). A row that is gone, or that
 * somebody changed since it was seen, is left as it is and told; one that has its state already is
 * neither. `lock` locks the row and reads it, `set` changes it and reads it again.
 */
export function setEach<S>(
  app: App,
  rows: readonly BulkRow<S>[],
  lock: (tx: App, id: string) => Promise<Standing<S> | null>,
  set: (tx: App, id: string, to: S) => Promise<Standing<S>>,
): Promise<{ done: BulkDone<S>[]; left: BulkLeft[] }> {
  return inTransaction(app, async (tx) => {
    const done: BulkDone<S>[] = []
    const left: BulkLeft[] = []

    // Two acts on the same rows lock them in the same order.
    for (const { id, to, version } of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const now = await lock(tx, id)
      if (!now) left.push({ id, name: null, why: 'gone' })
      else if (version !== undefined && version !== now.version)
        left.push({ id, name: now.name, why: 'changed' })
      else if (now.state !== to) {
        const after = await set(tx, id, to)
        done.push({ id, name: after.name, from: now.state, version: after.version })
      }
    }

    return { done, left }
  })
}
