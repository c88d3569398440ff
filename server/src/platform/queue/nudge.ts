import type { Pool } from 'pg'

/** Tells the workers of all processes that jobs are due. */
export type Nudge = {
  /** A job was queued; in a transaction it counts once that is committed. */
  note(): void
  close(): void
}

/** Workers look by themselves each second, so a lost nudge delays a job by a second at most. */
const pauseMs = 250

/**
 * Notifies at once in a quiet shop, four times a second in a busy one. An order's transaction must not
 * notify: PostgreSQL lets only one notifying transaction commit at a time, in the whole server.
 */
export function createNudge(pool: Pool): Nudge {
  let queued = 0
  let pause: NodeJS.Timeout | null = null

  const tell = (): void => {
    const payload = JSON.stringify({ count: queued })
    queued = 0

    pause = setTimeout(() => {
      pause = null
      if (queued) tell()
    }, pauseMs).unref()

    // The channel and its payload are those of graphile-worker's add_job.
    pool.query("select pg_notify('jobs:insert', $1)", [payload]).catch(() => {})
  }

  return {
    note() {
      queued++
      if (!pause) tell()
    },
    close() {
      if (pause) clearTimeout(pause)
    },
  }
}
