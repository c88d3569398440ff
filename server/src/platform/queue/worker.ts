import type { Client, Pool } from 'pg'

import type { Log } from '../observe/log.ts'
import { keepWorking, type Crew } from './crew.ts'
import { signOfLife } from './sign-of-life.ts'
import { endDeadWorkers, liveWorkers, silentSeconds } from './worker-locks.ts'

/**
 * Run jobs from the queue, each crew in a pool of its own. Every pool holds an advisory lock on the
 * connection that shows that this process lives. Jobs whose pool no longer holds one (killed), or
 * holds it by a connection that says nothing any more (frozen, machine gone), are unlocked within
 * seconds instead of the library's four hours.
 */
export async function startWorker(options: {
  pool: Pool
  connect: () => Promise<Client>
  crews: readonly Crew[]
  log: Log
  /** How often it looks for dead pools. */
  lookMs?: number
  /** How long a crew may take nothing while something is due. */
  idleMs?: number
}): Promise<{ stop(): Promise<void> }> {
  const { pool, log, lookMs = 3_000, idleMs = 30_000 } = options
  const life = signOfLife(options.connect, log)
  await life.begin()
  const crews = await Promise.all(options.crews.map((crew) => keepWorking(crew, life, pool, log)))
  const look = lookForDead(pool)
  const failed = (error: unknown) => log.warn({ err: error }, 'cannot look after the workers')

  const timers = [
    every(lookMs, () => look().catch(failed)),
    ...crews.map((crew) => every(idleMs / 3, () => crew.wakeUp(idleMs).catch(failed))),
  ]

  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(crews.map((crew) => crew.stop()))
      await life.end()
    },
  }
}

/** Do something again and again, but not while it is still being done. */
function every(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  let isBusy = false

  const turn = () => {
    if (isBusy) return

    isBusy = true
    void work().finally(() => {
      isBusy = false
    })
  }

  return setInterval(turn, ms).unref()
}

/**
 * Unlock the jobs of dead pools. A pool whose lock nobody holds who still speaks, at two looks in a
 * row, is dead, since a live one takes it again within half a second after its connection broke.
 */
export function lookForDead(pool: Pool, silent = silentSeconds): () => Promise<void> {
  let suspects = new Set<string>()
  return async () => {
    const free = await freePools(pool, silent)
    const dead = free.filter((id) => suspects.has(id))
    suspects = new Set(free.filter((id) => !dead.includes(id)))

    if (dead.length) {
      await pool.query(endDeadWorkers(silent), [dead])
      await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
    }

    await dropReplaced(pool)
    await freeQueues(pool)
  }
}

/** The pools that jobs name and whose lock nobody holds who still speaks. */
async function freePools(pool: Pool, silent: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with named as materialized (
       select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null
     )
     select id from named where hashtext(id)::oid not in (${liveWorkers(silent)})`,
  )
  return rows.map((row) => row.id)
}

/**
 * A process that thaws deletes the job that it ends, though another one does it by then, which so
 * has nothing left to end and to let its queue go by: a queue that is held without any of its jobs
 * being done is let go.
 */
async function freeQueues(pool: Pool): Promise<void> {
  await pool.query(
    `with idle as materialized (
       select q.id, q.locked_by, q.locked_at from graphile_worker._private_job_queues q
       where q.locked_at is not null and not exists (
         select from graphile_worker._private_jobs j
         where j.job_queue_id = q.id and j.locked_at is not null)
     )
     update graphile_worker._private_job_queues q set locked_by = null, locked_at = null from idle
     where q.id = idle.id and q.locked_by = idle.locked_by and q.locked_at = idle.locked_at`,
  )
}

/**
 * A job that was queued again while it ran has lost its key and its tries to the new one: what its
 * killed or refused worker left of it is no dead job and is deleted.
 */
export async function dropReplaced(pool: Pool): Promise<void> {
  await pool.query(
    'delete from graphile_worker._private_jobs where key is null and locked_at is null and attempts >= max_attempts',
  )
}
