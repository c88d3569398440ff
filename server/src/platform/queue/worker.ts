import type { Client, Pool } from 'pg'

import type { Log } from '../observe/log.ts'
import { createHeartbeat } from './heartbeat.ts'
import { runWorkerGroup, type WorkerGroup } from './worker-group.ts'
import { endDeadWorkers, liveWorkers, silentSeconds } from './worker-locks.ts'

/**
 * Runs jobs from the queue, each worker group in a pool. Each pool has an advisory lock on a
 * connection that shows that this process is alive. Jobs of a killed or frozen pool are released
 * within seconds instead of the library's four hours.
 */
export async function startWorker(options: {
  pool: Pool
  connect: () => Promise<Client>
  groups: readonly WorkerGroup[]
  log: Log
  /** Interval of the check for dead pools, in milliseconds. */
  lookMs?: number
  /** How long a group may take no job while a job is due, in milliseconds. */
  idleMs?: number
}): Promise<{ stop(): Promise<void> }> {
  const { pool, log, lookMs = 3_000, idleMs = 30_000 } = options
  const heartbeat = createHeartbeat(options.connect, log)
  await heartbeat.begin()
  const runningGroups = await Promise.all(
    options.groups.map((group) => runWorkerGroup(group, heartbeat, pool, log)),
  )
  const checkDeadPools = unlockDeadPools(pool)
  const logFailure = (error: unknown) =>
    log.warn({ err: error }, 'dead workers could not be checked')

  const checkTimers = [
    repeatEvery(lookMs, () => checkDeadPools().catch(logFailure)),
    ...runningGroups.map((group) =>
      repeatEvery(idleMs / 3, () => group.wakeUp(idleMs).catch(logFailure)),
    ),
  ]

  return {
    async stop() {
      for (const timer of checkTimers) clearInterval(timer)
      await Promise.all(runningGroups.map((group) => group.stop()))
      await heartbeat.end()
    },
  }
}

/** Repeats work at an interval, and skips a turn while the previous one still runs. */
function repeatEvery(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false

  const runUnlessBusy = () => {
    if (isRunning) return

    isRunning = true
    void work().finally(() => {
      isRunning = false
    })
  }

  return setInterval(runUnlessBusy, ms).unref()
}

/**
 * Releases the jobs of dead pools. A pool is dead when two checks in a row find no live session
 * with its lock: a live pool locks again within half a second of a lost connection.
 */
export function unlockDeadPools(pool: Pool, silent = silentSeconds): () => Promise<void> {
  let suspectIds = new Set<string>()
  return async () => {
    const unlockedIds = await findUnlockedPools(pool, silent)
    const deadPoolIds = unlockedIds.filter((id) => suspectIds.has(id))
    suspectIds = new Set(unlockedIds.filter((id) => !deadPoolIds.includes(id)))

    if (deadPoolIds.length) {
      await pool.query(endDeadWorkers(silent), [deadPoolIds])
      await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [deadPoolIds])
    }

    await deleteReplacedJobs(pool)
    await unlockIdleQueues(pool)
  }
}

/** Pools that have running jobs, but whose lock no live session holds. */
async function findUnlockedPools(pool: Pool, silent: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with named as materialized (
       select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null
     )
     select id from named where hashtext(id)::oid not in (${liveWorkers(silent)})`,
  )
  return rows.map((row) => row.id)
}

/**
 * Releases queues that are locked without a running job. A frozen process that wakes deletes the
 * job that it finishes, even if another process has taken over that job. The other process then has
 * no job left to release the queue with.
 */
async function unlockIdleQueues(pool: Pool): Promise<void> {
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
 * Deletes replaced jobs. When a job is queued again while it runs, the new job takes its key and
 * its tries. The old row remains without a key, and is not a failed job.
 */
export async function deleteReplacedJobs(pool: Pool): Promise<void> {
  await pool.query(
    'delete from graphile_worker._private_jobs where key is null and locked_at is null and attempts >= max_attempts',
  )
}
