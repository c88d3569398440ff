import { Logger, run, type Runner, type TaskList } from 'graphile-worker'
import { EventEmitter } from 'node:events'
import type { Pool } from 'pg'

import type { Log } from '../observe/log.ts'
import { withTimeout } from '../time/timeout.ts'
import type { WorkerHeartbeat } from './heartbeat.ts'

/** Job kinds with their handlers, and how many of these jobs run in parallel. */
export type WorkerGroup = { tasks: TaskList; concurrency: number }

/**
 * The library calls a run of ours a pool: the id of this pool locks the jobs that the run takes.
 */
type PoolCreated = { workerPool: { id: string } }

type JobFailed = {
  job: { id: string; task_identifier: string; attempts: number }
  error: unknown
}

const libraryOptions = {
  pollInterval: 1000,
  // With a batch delay, even zero, a job whose outcome cannot be stored ends only the pool. Without
  // a batch delay, the library lets that error end the whole process.
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
}

/** Jobs of an ended run may finish within this time; then other runs may take them. */
const releaseMs = 60_000
const restartMs = 2_000
const dueQueryMs = 2_000

export type RunningGroup = {
  /**
   * Starts a new run if, for `afterMs`, a job was due and a worker was free, but no job was taken.
   */
  wakeUp(afterMs: number): Promise<void>
  stop(): Promise<void>
}

type QueueRun = {
  id: string
  /** Number of running jobs; `takenAt` is when the run last took a job. */
  busy: number
  takenAt: number
  /**
   * A query to the queue failed: the database may have locked jobs for this run, although the run
   * never received them.
   */
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
  let isStopped = false
  let currentRun: QueueRun | null = null

  const startQueueRun = async (): Promise<void> => {
    const queueRun = createRun()
    currentRun = queueRun

    queueRun.runner = await run({
      pgPool: pool,
      taskList: workerGroup.tasks,
      noHandleSignals: true,
      events: createRunEvents(queueRun, { heartbeat, log, replaceRun }) as never,
      logger: new Logger(() => () => {}),
      preset: { worker: { ...libraryOptions, concurrentJobs: workerGroup.concurrency } },
    })

    const handleEnd = (error?: unknown) => replaceRun(queueRun, error)
    void queueRun.runner.promise.then(handleEnd, handleEnd)
    if (isStopped || currentRun !== queueRun) void queueRun.runner.stop().catch(() => {})
  }

  /** Starts a new run, which takes over the unfinished jobs of this one. */
  const replaceRun: ReplaceRun = (queueRun, error) => {
    if (isStopped || currentRun !== queueRun) return

    currentRun = null
    log.error({ err: error }, 'worker ended; starting it again')
    void queueRun.runner?.stop().catch(() => {})
    void releaseJobs(queueRun, heartbeat)
    restartLater()
  }

  const restartLater = (): void => {
    const startAgain = () => {
      if (isStopped) return
      startQueueRun().catch((error: unknown) => {
        log.error({ err: error }, 'worker cannot start; trying again')
        restartLater()
      })
    }
    setTimeout(startAgain, restartMs).unref()
  }

  await startQueueRun()

  return {
    async wakeUp(afterMs) {
      const queueRun = currentRun
      if (!queueRun?.runner || !hasIdled(queueRun, workerGroup, afterMs)) return

      const dueJobCheck = hasDueJob(pool, Object.keys(workerGroup.tasks), afterMs)
      if ((await withTimeout(dueQueryMs, dueJobCheck)) && hasIdled(queueRun, workerGroup, afterMs))
        replaceRun(queueRun, new Error('jobs are due and none is taken'))
    },
    async stop() {
      isStopped = true
      await currentRun?.runner?.stop().catch(() => {})
    },
  }
}

const createRun = (): QueueRun => ({
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

type RunContext = { heartbeat: WorkerHeartbeat; log: Log; replaceRun: ReplaceRun }

/** Handlers of the library's events for a run. */
function createRunEvents(
  queueRun: QueueRun,
  { heartbeat, log, replaceRun }: RunContext,
): EventEmitter {
  const renewIfUnsure = () => {
    if (queueRun.isUnsure) replaceRun(queueRun, new Error('the database did not answer'))
  }
  const runEvents = new EventEmitter()

  runEvents.on('pool:create', ({ workerPool }: PoolCreated) => {
    queueRun.id = workerPool.id
    heartbeat.hold(queueRun.id)
  })

  runEvents.on('job:start', () => {
    queueRun.busy++
    queueRun.takenAt = performance.now()
    renewIfUnsure()
  })

  runEvents.on('job:complete', () => {
    queueRun.busy--
  })
  runEvents.on('worker:getJob:empty', renewIfUnsure)
  runEvents.on('worker:getJob:error', () => {
    queueRun.isUnsure = true
  })

  runEvents.on('job:error', ({ job, error }: JobFailed) =>
    log.warn(
      { job: job.id, task: job.task_identifier, attempts: job.attempts, err: error },
      'job failed; it will be tried again',
    ),
  )

  // After this error the library ends the pool, but ending the pool may hang for ever.
  runEvents.on('pool:fatalError', ({ error }: { error: unknown }) => replaceRun(queueRun, error))

  return runEvents
}

/** Releases the jobs of an ended run once they are finished, or after a timeout. */
async function releaseJobs(queueRun: QueueRun, heartbeat: WorkerHeartbeat): Promise<void> {
  const releaseDeadline = performance.now() + releaseMs
  while (queueRun.busy > 0 && performance.now() < releaseDeadline)
    await new Promise((done) => setTimeout(done, 250).unref())
  heartbeat.leave(queueRun.id)
}

/** Whether a job of these kinds has been due for `forMs` without being taken. */
async function hasDueJob(pool: Pool, tasks: readonly string[], forMs: number): Promise<boolean> {
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
