import { EventEmitter } from 'node:events'
import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import type { Client, Pool } from 'pg'
import { heldLocks, silentSeconds, workerLocks } from './health.ts'
import type { Log } from './log.ts'
import { signOfLife, type SignOfLife } from './sign-of-life.ts'

/** Runs of the queue, which the library calls pools: a running job names its pool. */
type PoolCreated = { workerPool: { id: string } }
type JobFailed = {
  job: { id: string; task_identifier: string; attempts: number }
  error: unknown
}

const pace = {
  pollInterval: 1000,
  // With a delay, be it none, the library ends its pool when it cannot note how a job went; without
  // one it lets that error end the whole process.
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
}

/** Jobs of some kinds, and how many of them are done side by side. */
export type Crew = { tasks: TaskList; concurrency: number }

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
}): Promise<{ stop(): Promise<void> }> {
  const { pool, log, lookMs = 3_000 } = options
  const life = signOfLife(options.connect, log)
  await life.begin()
  const crews = await Promise.all(options.crews.map((crew) => keepWorking(crew, life, pool, log)))
  const look = lookForDead(pool)
  const timer = setInterval(
    () => void look().catch((error) => log.warn({ err: error }, 'cannot look for dead workers')),
    lookMs,
  )
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(crews.map((crew) => crew.stop()))
      await life.end()
    },
  }
}

/** Start a crew, and again whenever it ends before it is told to. */
async function keepWorking(crew: Crew, life: SignOfLife, pool: Pool, log: Log) {
  let poolId = ''
  const events = new EventEmitter()
  events.on('pool:create', ({ workerPool }: PoolCreated) => {
    poolId = workerPool.id
    life.hold(poolId)
  })
  events.on('job:error', ({ job, error }: JobFailed) =>
    log.warn(
      { job: job.id, task: job.task_identifier, attempts: job.attempts, err: error },
      'job failed; it will be tried again',
    ),
  )
  let stopped = false
  let runner: Runner
  const start = async (): Promise<void> => {
    runner = await run({
      pgPool: pool,
      taskList: crew.tasks,
      noHandleSignals: true,
      events: events as never,
      logger: new Logger(() => () => {}),
      preset: { worker: { ...pace, concurrentJobs: crew.concurrency } },
    })
    // It may give up when the database behaves in a way it did not foresee; the shop's jobs must go
    // on all the same.
    void runner.promise.then(again, again)
  }
  const again = (error?: unknown): void => {
    if (stopped) return
    // What the ended pool left undone is taken over by the next one that looks.
    life.leave(poolId)
    log.error({ err: error }, 'the worker ended; starting it again')
    setTimeout(() => void start().catch(again), 2_000).unref()
  }
  await start()
  return {
    async stop() {
      stopped = true
      await runner.stop().catch(() => {})
    },
  }
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
      await endSilent(pool, dead, silent)
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
     select id from named where hashtext(id)::oid not in (${workerLocks(silent)})`,
  )
  return rows.map((row) => row.id)
}

/**
 * End the sessions that hold the locks of dead pools: a process that thaws reads that it was taken
 * for dead, and shows its life anew before it is believed. Those of other roles stay.
 */
async function endSilent(pool: Pool, dead: readonly string[], silent: number): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from (${heldLocks(silent)}) held
      where silent and role = current_user
      and objid in (select hashtext(id)::oid from unnest($1::text[]) id)`,
    [dead],
  )
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
