import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import type { Pool } from 'pg'

import type { Log } from '../observe/log.ts'
import { withTimeout } from '../time/timeout.ts'
import type { WorkerHeartbeat } from './heartbeat.ts'

/** Job kinds with their handlers, and how many run in parallel. */
export type WorkerGroup = { tasks: TaskList; concurrency: number }

/** The library calls each of our runs a pool: a running job names its pool. */
type PoolCreated = { workerPool: { id: string } }

type JobFailed = {
  job: { id: string; task_identifier: string; attempts: number }
  error: unknown
}

const libraryOptions = {
  pollInterval: 1000,
  // With a batch delay, even zero, a failed write of a job's outcome ends only the pool. Without
  // one, the library lets that error end the whole process.
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
}

/** Jobs of an ended run keep running this long; then others may take them. */
const releaseMs = 60_000
const restartMs = 2_000
const dueQueryMs = 2_000

export type RunningGroup = {
  /** Starts a new run if a job has been due and a worker free for this long without a job taken. */
  wakeUp(afterMs: number): Promise<void>
  stop(): Promise<void>
}

type QueueRun = {
  id: string
  /** Number of running jobs, and the time the last one was taken. */
  busy: number
  takenAt: number
  /** A queue query failed: the queue may have given this run jobs that it never received. */
  isUnsure: boolean
  runner: Runner | null
}

type ReplaceRun = (queueRun: QueueRun, error?: unknown) => void

/** Starts a worker group, and restarts it when it ends or hangs before `stop`. */
export async function runWorkerGroup(
  workerGroup: WorkerGroup,
  heartbeat: WorkerHeartbeat,
  pool: Pool,
  log: Log,
): Promise<RunningGroup> {
  let stopped = false
  let current: QueueRun | null = null

  const startRun = async (): Promise<void> => {
    const queueRun = newRun()
    current = queueRun

    queueRun.runner = await run({
      pgPool: pool,
      taskList: workerGroup.tasks,
      noHandleSignals: true,
      events: eventsOf(queueRun, { life: heartbeat, log, renew: replaceRun }) as never,
      logger: new Logger(() => () => {}),
      preset: { worker: { ...libraryOptions, concurrentJobs: workerGroup.concurrency } },
    })

    const onEnd = (error?: unknown) => replaceRun(queueRun, error)
    void queueRun.runner.promise.then(onEnd, onEnd)
    if (stopped || current !== queueRun) void queueRun.runner.stop().catch(() => {})
  }

  /** Replaces a run by a new one, which takes over its unfinished jobs. */
  const replaceRun: ReplaceRun = (queueRun, error) => {
    if (stopped || current !== queueRun) return

    current = null
    log.error({ err: error }, 'the worker ended; starting it again')
    void queueRun.runner?.stop().catch(() => {})
    void releaseJobs(queueRun, heartbeat)
    restartLater()
  }

  const restartLater = (): void => {
    const restart = () => {
      if (stopped) return
      startRun().catch((error: unknown) => {
        log.error({ err: error }, 'the worker cannot start; trying again')
        restartLater()
      })
    }
    setTimeout(restart, restartMs).unref()
  }

  await startRun()

  return {
    async wakeUp(afterMs) {
      const queueRun = current
      if (!queueRun?.runner || !hasIdled(queueRun, workerGroup, afterMs)) return

      const isDue = isJobDue(pool, Object.keys(workerGroup.tasks), afterMs)
      if ((await withTimeout(dueQueryMs, isDue)) && hasIdled(queueRun, workerGroup, afterMs))
        replaceRun(queueRun, new Error('jobs are due and none is taken'))
    },
    async stop() {
      stopped = true
      await current?.runner?.stop().catch(() => {})
    },
  }
}

const newRun = (): QueueRun => ({
  id: '',
  busy: 0,
  takenAt: performance.now(),
  isUnsure: false,
  runner: null,
})

const hasIdled = (
  { busy, takenAt }: QueueRun,
  { concurrency }: WorkerGroup,
  afterMs: number,
): boolean => busy < concurrency && performance.now() - takenAt > afterMs

type RunContext = { life: WorkerHeartbeat; log: Log; renew: ReplaceRun }

/** Handlers of the library's events for a run. */
function eventsOf(
  queueRun: QueueRun,
  { life: heartbeat, log, renew: replaceRun }: RunContext,
): EventEmitter {
  const renewIfUnsure = () => {
    if (queueRun.isUnsure) replaceRun(queueRun, new Error('the database did not answer'))
  }
  const events = new EventEmitter()

  events.on('pool:create', ({ workerPool }: PoolCreated) => {
    queueRun.id = workerPool.id
    heartbeat.hold(queueRun.id)
  })

  events.on('job:start', () => {
    queueRun.busy++
    queueRun.takenAt = performance.now()
    renewIfUnsure()
  })

  events.on('job:complete', () => {
    queueRun.busy--
  })
  events.on('worker:getJob:empty', renewIfUnsure)
  events.on('worker:getJob:error', () => {
    queueRun.isUnsure = true
  })

  events.on('job:error', ({ job, error }: JobFailed) =>
    log.warn(
      { job: job.id, task: job.task_identifier, attempts: job.attempts, err: error },
      'job failed; it will be tried again',
    ),
  )

  // The library ends its pool then, but may wait for ever for its own end.
  events.on('pool:fatalError', ({ error }: { error: unknown }) => replaceRun(queueRun, error))

  return events
}

/** Releases the jobs of an ended run, once they are finished or took too long. */
async function releaseJobs(queueRun: QueueRun, heartbeat: WorkerHeartbeat): Promise<void> {
  const deadline = performance.now() + releaseMs
  while (queueRun.busy > 0 && performance.now() < deadline)
    await new Promise((done) => setTimeout(done, 250).unref())
  heartbeat.leave(queueRun.id)
}

/** Whether a job of these kinds was due for this long and not taken. */
async function isJobDue(pool: Pool, tasks: readonly string[], forMs: number): Promise<boolean> {
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
