import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import type { Pool } from 'pg'

import type { Log } from '../observe/log.ts'
import { within } from '../time/timeout.ts'
import type { SignOfLife } from './sign-of-life.ts'

/** Jobs of some kinds, and how many of them are done side by side. */
export type Crew = { tasks: TaskList; concurrency: number }

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

/** A run that ended may have jobs under way for this long; then others may take them. */
const leaveMs = 60_000
const againMs = 2_000
const askMs = 2_000

export type Working = {
  /** Begin again when nothing was taken for so long while a job was due and a hand was free. */
  wakeUp(afterMs: number): Promise<void>
  stop(): Promise<void>
}

type Run = {
  id: string
  /** Jobs under way, and when one was last taken. */
  busy: number
  takenAt: number
  /** An answer of the queue is missing: it may have given jobs to this run that nobody does. */
  isUnsure: boolean
  runner: Runner | null
}

type Ended = (one: Run, error?: unknown) => void

/** Start a crew, and again whenever it ends, or stands still, before it is told to. */
export async function keepWorking(
  crew: Crew,
  life: SignOfLife,
  pool: Pool,
  log: Log,
): Promise<Working> {
  let stopped = false
  let current: Run | null = null

  const open = async (): Promise<void> => {
    const one: Run = { id: '', busy: 0, takenAt: performance.now(), isUnsure: false, runner: null }
    current = one

    one.runner = await run({
      pgPool: pool,
      taskList: crew.tasks,
      noHandleSignals: true,
      events: eventsOf(one, { life, log, renew }) as never,
      logger: new Logger(() => () => {}),
      preset: { worker: { ...pace, concurrentJobs: crew.concurrency } },
    })

    const over = (error?: unknown) => renew(one, error)
    void one.runner.promise.then(over, over)
    if (stopped || current !== one) void one.runner.stop().catch(() => {})
  }

  /** Leave a run to its end and begin another; what it leaves undone is taken over by the next. */
  const renew: Ended = (one, error) => {
    if (stopped || current !== one) return

    current = null
    log.error({ err: error }, 'the worker ended; starting it again')
    void one.runner?.stop().catch(() => {})
    void leave(one, life)
    begin()
  }

  const begin = (): void => {
    const again = () => {
      if (stopped) return
      open().catch((error: unknown) => {
        log.error({ err: error }, 'the worker cannot start; trying again')
        begin()
      })
    }
    setTimeout(again, againMs).unref()
  }

  await open()

  return {
    async wakeUp(afterMs) {
      const one = current
      const stands = () =>
        one!.busy < crew.concurrency && performance.now() - one!.takenAt > afterMs
      if (!one?.runner || !stands()) return

      const due = isDue(pool, Object.keys(crew.tasks), afterMs)
      if ((await within(askMs, due)) && stands())
        renew(one, new Error('jobs are due and none is taken'))
    },
    async stop() {
      stopped = true
      await current?.runner?.stop().catch(() => {})
    },
  }
}

type Told = { life: SignOfLife; log: Log; renew: Ended }

/** What the library tells of a run. */
function eventsOf(one: Run, { life, log, renew }: Told): EventEmitter {
  const answered = () => {
    if (one.isUnsure) renew(one, new Error('the database did not answer'))
  }
  const events = new EventEmitter()

  events.on('pool:create', ({ workerPool }: PoolCreated) => {
    one.id = workerPool.id
    life.hold(one.id)
  })

  events.on('job:start', () => {
    one.busy++
    one.takenAt = performance.now()
    answered()
  })

  events.on('job:complete', () => {
    one.busy--
  })
  events.on('worker:getJob:empty', answered)
  events.on('worker:getJob:error', () => {
    one.isUnsure = true
  })

  events.on('job:error', ({ job, error }: JobFailed) =>
    log.warn(
      { job: job.id, task: job.task_identifier, attempts: job.attempts, err: error },
      'job failed; it will be tried again',
    ),
  )

  // The library ends its pool then, but may wait for ever for its own end.
  events.on('pool:fatalError', ({ error }: { error: unknown }) => renew(one, error))

  return events
}

/** Let others take what a run left, once its jobs are over or have taken too long. */
async function leave(one: Run, life: SignOfLife): Promise<void> {
  const latest = performance.now() + leaveMs
  while (one.busy > 0 && performance.now() < latest)
    await new Promise((done) => setTimeout(done, 250).unref())
  life.leave(one.id)
}

/** Whether a job of these kinds could have been taken for so long and was not. */
async function isDue(pool: Pool, tasks: readonly string[], forMs: number): Promise<boolean> {
  const { rows } = await pool.query(
    `select from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      where t.identifier = any($1::text[]) and j.is_available and q.locked_at is null
        and j.run_at < now() - make_interval(secs => $2::float8 / 1000) limit 1`,
    [tasks, forMs],
  )
  return rows.length > 0
}
