import { Counter, Gauge, Histogram, Registry } from 'prom-client'

import { createRecent, type Recent } from './recent.ts'

/** How a call of a provider ended: a definite no is an answer, what nobody knows is a failure. */
export type CallOutcome = 'ok' | 'refused' | 'failed'

/**
 * What one process counts of its own work, for Prometheus and for the system page. A label is always
 * one of few words that the code knows: no address, no id, nothing of a person.
 */
export type Figures = {
  registry: Registry
  /** Requests of the last minutes, for who has no Prometheus. */
  recent: Recent
  request(call: { route: string; method: string; status: number; seconds: number }): void
  provider(call: { provider: string; call: string; outcome: CallOutcome; seconds: number }): void
  job(done: { job: string; isDone: boolean; seconds: number }): void
  mail(isSent: boolean): void
  /** A task of the clock begins to be run every so many seconds. */
  clock(task: string, everySeconds: number): void
  task(done: { task: string; isDone: boolean }): void
  /** Seconds since each task of the clock ended well. */
  tasks(): ReadonlyMap<string, { everySeconds: number; doneAt: number }>
}

/** What a process tells of itself and, where it is the one, of the shop. */
export type Told = {
  contentType: string
  /** As Prometheus reads it. Answers within some two seconds whatever hangs. */
  read(): Promise<string>
  /** The same, gathered into the registry for who sends it elsewhere. */
  gather(): Promise<void>
}

/** From a page that is kept in memory to a provider that is waited for. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const jobBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60]

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** 2xx, 4xx …: which of them it was stands in the log. */
const classOf = (status: number): string => `${Math.floor(status / 100)}xx`
const nowSeconds = (): number => Date.now() / 1000

/** The figures of a process, all at nothing. */
export function createFigures(): Figures {
  const registry = new Registry()
  const recent = createRecent()
  const tasks = new Map<string, { everySeconds: number; doneAt: number }>()
  const { requests, calls, jobs, mails, failedTasks } = instruments(registry)
  taskGauges(registry, tasks)

  return {
    registry,
    recent,
    tasks: () => tasks,
    request({ route, method, status, seconds }) {
      const verb = methods.has(method) ? method : 'other'
      requests.observe({ method: verb, route, status: classOf(status) }, seconds)
      recent.add(`${verb} ${route}`, { isError: status >= 500, seconds })
    },
    provider({ provider, call, outcome, seconds }) {
      calls.observe({ provider, call, outcome }, seconds)
    },
    job({ job, isDone, seconds }) {
      jobs.observe({ job, outcome: isDone ? 'done' : 'failed' }, seconds)
    },
    mail: (isSent) => mails.inc({ outcome: isSent ? 'sent' : 'failed' }),
    clock(task, everySeconds) {
      tasks.set(task, { everySeconds, doneAt: nowSeconds() })
      failedTasks.inc({ task }, 0)
    },
    task({ task, isDone }) {
      const known = tasks.get(task)
      if (isDone && known) known.doneAt = nowSeconds()
      if (!isDone) failedTasks.inc({ task })
    },
  }
}

function instruments(registry: Registry) {
  const registers = [registry]

  const mails = new Counter({
    name: 'chaveiro_mails_total',
    help: 'Mails that this process handed to the mail server, and those that it did not take',
    labelNames: ['outcome'],
    registers,
  })

  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)

  return {
    mails,

    requests: new Histogram({
      name: 'chaveiro_http_request_duration_seconds',
      help: 'Requests by call (the template of its route), method and class of status',
      labelNames: ['method', 'route', 'status'],
      buckets: requestBuckets,
      registers,
    }),

    calls: new Histogram({
      name: 'chaveiro_provider_call_duration_seconds',
      help: 'Calls of providers; refused is a definite no, failed is no answer or one that says nothing',
      labelNames: ['provider', 'call', 'outcome'],
      buckets: callBuckets,
      registers,
    }),

    jobs: new Histogram({
      name: 'chaveiro_job_duration_seconds',
      help: 'Jobs that this process did or tried; a failed one is tried again',
      labelNames: ['job', 'outcome'],
      buckets: jobBuckets,
      registers,
    }),

    failedTasks: new Counter({
      name: 'chaveiro_clock_task_failures_total',
      help: 'Runs of a task of the clock that failed in this process',
      labelNames: ['task'],
      registers,
    }),
  }
}

/** When each task of the clock ended well in this process, how long ago, and how often it is to. */
function taskGauges(registry: Registry, tasks: ReturnType<Figures['tasks']>): void {
  type Kept = { everySeconds: number; doneAt: number }

  const told = (name: string, help: string, of: (task: Kept) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['task'],
      registers: [registry],
      collect() {
        for (const [task, kept] of tasks) this.set({ task }, of(kept))
      },
    })

  told(
    'chaveiro_clock_task_last_run_timestamp_seconds',
    'When a task of the clock last ended well in this process, or the process began',
    ({ doneAt }) => doneAt,
  )

  told('chaveiro_clock_task_age_seconds', 'How long ago that is', ({ doneAt }) =>
    Math.max(0, nowSeconds() - doneAt),
  )

  told(
    'chaveiro_clock_task_interval_seconds',
    'How long a task of the clock rests between two runs',
    ({ everySeconds }) => everySeconds,
  )
}
