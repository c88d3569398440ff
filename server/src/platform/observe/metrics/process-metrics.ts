import { Counter, Gauge, Histogram, Registry } from 'prom-client'

import { createRecentRequests, type RecentRequests } from './recent-requests.ts'

/**
 * Outcome of a call to a provider. A definite refusal is 'refused', an unknown outcome is 'failed'.
 */
export type CallOutcome = 'ok' | 'refused' | 'failed'

/**
 * Metrics of one process, for Prometheus and for the system page. Labels have few, fixed values: no
 * addresses, no ids, no personal data.
 */
export type ProcessMetrics = {
  registry: Registry
  /** Requests of the last minutes, for the system page of shops without Prometheus. */
  recent: RecentRequests
  request(call: { route: string; method: string; status: number; seconds: number }): void
  provider(call: { provider: string; call: string; outcome: CallOutcome; seconds: number }): void
  job(done: { job: string; isDone: boolean; seconds: number }): void
  mail(isSent: boolean): void
  /** Registers a scheduled task with its interval. */
  clock(task: string, everySeconds: number): void
  task(done: { task: string; isDone: boolean }): void
  /** Each scheduled task's interval and last success, in Unix time in seconds. */
  tasks(): ReadonlyMap<string, { everySeconds: number; doneAt: number }>
}

/** Metrics of this process. One process at a time also reports the metrics of the whole shop. */
export type MetricsExport = {
  contentType: string
  /**
   * The metrics in Prometheus's text format. Takes about two seconds at most, even if a part hangs.
   */
  read(): Promise<string>
  /** Updates the registry, for an exporter that reads the registry itself. */
  gather(): Promise<void>
}

/** Buckets in seconds, from a cached page to a slow provider. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const callBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const jobBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60]

const httpMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The status group, such as 2xx; the log has the exact status. */
const statusClassOf = (status: number): string => `${Math.floor(status / 100)}xx`
const nowSeconds = (): number => Date.now() / 1000

/** The metrics of a process, all at zero. */
export function createProcessMetrics(): ProcessMetrics {
  const registry = new Registry()
  const recentRequests = createRecentRequests()
  const clockTasks = new Map<string, { everySeconds: number; doneAt: number }>()
  const { requests, calls, jobs, mails, failedTasks } = createInstruments(registry)
  taskGauges(registry, clockTasks)

  return {
    registry,
    recent: recentRequests,
    tasks: () => clockTasks,
    request({ route, method, status, seconds }) {
      const methodLabel = httpMethods.has(method) ? method : 'other'
      requests.observe({ method: methodLabel, route, status: statusClassOf(status) }, seconds)
      recentRequests.add(`${methodLabel} ${route}`, { isError: status >= 500, seconds })
    },
    provider({ provider, call, outcome, seconds }) {
      calls.observe({ provider, call, outcome }, seconds)
    },
    job({ job, isDone, seconds }) {
      jobs.observe({ job, outcome: isDone ? 'done' : 'failed' }, seconds)
    },
    mail: (isSent) => mails.inc({ outcome: isSent ? 'sent' : 'failed' }),
    clock(task, everySeconds) {
      clockTasks.set(task, { everySeconds, doneAt: nowSeconds() })
      failedTasks.inc({ task }, 0)
    },
    task({ task, isDone }) {
      const knownTask = clockTasks.get(task)
      if (isDone && knownTask) knownTask.doneAt = nowSeconds()
      if (!isDone) failedTasks.inc({ task })
    },
  }
}

function createInstruments(registry: Registry) {
  const registers = [registry]

  const mailCounter = new Counter({
    name: 'chaveiro_mails_total',
    help: 'Mails that this process sent, or failed to send',
    labelNames: ['outcome'],
    registers,
  })

  for (const outcome of ['sent', 'failed']) mailCounter.inc({ outcome }, 0)

  return {
    mails: mailCounter,

    requests: new Histogram({
      name: 'chaveiro_http_request_duration_seconds',
      help: 'Requests by call (the template of its route), method and status class',
      labelNames: ['method', 'route', 'status'],
      buckets: requestBuckets,
      registers,
    }),

    calls: new Histogram({
      name: 'chaveiro_provider_call_duration_seconds',
      help: 'Provider calls; refused is a definite no, failed is no answer or an unclear one',
      labelNames: ['provider', 'call', 'outcome'],
      buckets: callBuckets,
      registers,
    }),

    jobs: new Histogram({
      name: 'chaveiro_job_duration_seconds',
      help: 'Jobs that this process ran; a failed one is tried again',
      labelNames: ['job', 'outcome'],
      buckets: jobBuckets,
      registers,
    }),

    failedTasks: new Counter({
      name: 'chaveiro_clock_task_failures_total',
      help: 'Failed runs of a scheduled task in this process',
      labelNames: ['task'],
      registers,
    }),
  }
}

/** Time of each scheduled task's last success in this process, its age, and its interval. */
function taskGauges(registry: Registry, tasks: ReturnType<ProcessMetrics['tasks']>): void {
  type TaskState = { everySeconds: number; doneAt: number }

  const taskGauge = (name: string, help: string, valueOf: (task: TaskState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['task'],
      registers: [registry],
      collect() {
        for (const [task, taskState] of tasks) this.set({ task }, valueOf(taskState))
      },
    })

  taskGauge(
    'chaveiro_clock_task_last_run_timestamp_seconds',
    'When a scheduled task last succeeded in this process, or the process began',
    ({ doneAt }) => doneAt,
  )

  taskGauge(
    'chaveiro_clock_task_age_seconds',
    'How long ago a scheduled task last succeeded in this process',
    ({ doneAt }) => Math.max(0, nowSeconds() - doneAt),
  )

  taskGauge(
    'chaveiro_clock_task_interval_seconds',
    'Interval between two runs of a scheduled task',
    ({ everySeconds }) => everySeconds,
  )
}
