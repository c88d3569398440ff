import type { Pool } from 'pg'

/** Notifies the workers of all processes that jobs are due. */
export type Nudge = {
  /** Call this for each queued job; inside a transaction the call takes effect at the commit. */
  note(): void
  close(): void
}

/** Minimum milliseconds between two notifications. */
const notifyPauseMs = 250

/**
 * Notifies at once in a quiet shop, and four times a second in a busy shop. A lost notification
 * delays a job by a second at most, because workers also poll. The transaction of an order must not
 * notify: PostgreSQL commits notifying transactions one at a time, in the whole server.
 */
export function createNudge(pool: Pool): Nudge {
  let queuedCount = 0
  let pauseTimer: NodeJS.Timeout | null = null

  const notifyWorkers = (): void => {
    const notification = JSON.stringify({ count: queuedCount })
    queuedCount = 0

    pauseTimer = setTimeout(() => {
      pauseTimer = null
      if (queuedCount) notifyWorkers()
    }, notifyPauseMs).unref()

    // Channel and payload are those of graphile-worker's add_job, which its workers listen to.
    pool.query("select pg_notify('jobs:insert', $1)", [notification]).catch(() => {})
  }

  return {
    note() {
      queuedCount++
      if (!pauseTimer) notifyWorkers()
    },
    close() {
      if (pauseTimer) clearTimeout(pauseTimer)
    },
  }
}
