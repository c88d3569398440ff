import type { Pool } from 'pg'

/** Notifies the workers of all processes of due jobs. */
export type Nudge = {
  /** A job was queued; in a transaction it counts once that is committed. */
  note(): void
  close(): void
}

/** Workers look by themselves each second, so a lost nudge delays a job by a second at most. */
const notifyPauseMs = 250

/**
 * Notifies at once in a quiet shop, four times a second in a busy one. An order's transaction must not
 * notify: PostgreSQL lets only one notifying transaction commit at a time, in the whole server.
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

    // The channel and its payload are those of graphile-worker's add_job.
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
