import type { Pool } from 'pg'

/** Tells the workers of all processes that jobs are due. */
export type Nudge = {
  /** A job was queued; in a transaction it counts once that is committed. */
  note(): void
  close(): void
}

/** Workers look by themselves each second, so a nudge that is lost costs no more than that. */
const pauseMs = 250

/**
 * At once in a quiet shop, four times a second in a busy one. It is no part of an order's transaction:
 * PostgreSQL lets one transaction that notifies commit at a time, in the whole server.
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
