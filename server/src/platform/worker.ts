import { EventEmitter } from 'node:events'
import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import type { Client, Pool } from 'pg'
import { keepBeating } from './beat.ts'
import { workerLockClass as lockClass } from './health.ts'
import type { Log } from './log.ts'

/**
 * Run jobs from the queue. Every worker holds an advisory lock on a connection of its own; jobs whose worker
 * holds none any more (killed, machine gone) are unlocked within seconds instead of the library's four hours.
 */
export async function startWorker(options: {
  pool: Pool
  connect: () => Promise<Client>
  tasks: TaskList
  log: Log
  concurrency: number
}): Promise<{ stop(): Promise<void> }> {
  const { pool, log } = options
  const workers = new Set<string>()
  let guard: Client | null = null
  let stopped = false
  // One after the other: a connection takes one query at a time.
  let holding: Promise<unknown> = Promise.resolve()
  const hold = (id: string) =>
    (holding = holding
      .then(() => guard?.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, id]))
      .catch(() => {}))
  const connectGuard = async (): Promise<void> => {
    try {
      guard = await options.connect()
      guard
        .on('error', () => {})
        .on('end', () => {
          guard = null
          if (!stopped) setTimeout(() => void connectGuard(), 500).unref()
        })
      for (const id of workers) await hold(id)
      keepBeating(guard)
    } catch (error) {
      log.warn({ err: error }, 'worker guard cannot connect; trying again')
      if (!stopped) setTimeout(() => void connectGuard(), 500).unref()
    }
  }
  await connectGuard()
  const events = new EventEmitter()
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => {
    workers.add(worker.workerId)
    void hold(worker.workerId)
  })
  events.on(
    'job:error',
    ({
      job,
      error,
    }: {
      job: { id: string; task_identifier: string; attempts: number }
      error: unknown
    }) =>
      log.warn(
        { job: job.id, task: job.task_identifier, attempts: job.attempts, err: error },
        'job failed; it will be tried again',
      ),
  )
  let runner: Runner
  const start = async (): Promise<void> => {
    runner = await run({
      pgPool: pool,
      taskList: options.tasks,
      concurrency: options.concurrency,
      pollInterval: 1000,
      noHandleSignals: true,
      events: events as never,
      logger: quiet(),
    })
    // It may give up when the database does things it did not foresee; the shop's jobs go on all the same.
    void runner.promise.then(again, again)
  }
  const again = (error?: unknown): void => {
    if (stopped) return
    log.error({ err: error }, 'the worker ended; starting it again')
    setTimeout(() => void start().catch(again), 2_000).unref()
  }
  await start()
  const timer = setInterval(
    () =>
      void unlockDead(pool, workers).catch((error) =>
        log.warn({ err: error }, 'cannot look for dead workers'),
      ),
    5_000,
  )
  timer.unref()
  await unlockDead(pool, workers)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await runner.stop().catch(() => {})
      await guard?.end().catch(() => {})
    },
  }
}

/** Free the jobs of workers that are no more: whoever gets the advisory lock of a worker knows that it is dead. */
async function unlockDead(pool: Pool, own: Set<string>): Promise<void> {
  const { rows } = await pool.query<{ locked_by: string }>(
    'select distinct locked_by from graphile_worker._private_jobs where locked_by is not null',
  )
  for (const { locked_by } of rows) {
    if (own.has(locked_by)) continue
    const client = await pool.connect()
    try {
      const {
        rows: [got],
      } = await client.query<{ ok: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as ok',
        [lockClass, locked_by],
      )
      if (!got?.ok) continue
      await client.query('select graphile_worker.force_unlock_workers($1::text[])', [[locked_by]])
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, locked_by])
    } finally {
      client.release()
    }
  }
  await dropReplaced(pool)
}

/** A job that was queued anew while it ran has lost its key and its tries to the new one: what its worker left of it, killed or refused, is no dead job and goes. */
export async function dropReplaced(pool: Pool): Promise<void> {
  await pool.query(
    'delete from graphile_worker._private_jobs where key is null and locked_at is null and attempts >= max_attempts',
  )
}

function quiet() {
  return new Logger(() => () => {})
}
