import type { Task, TaskList } from 'graphile-worker'

import { accountJobs } from '../domains/accounts/accounts.jobs.ts'
import { catalogueJobs } from '../domains/catalogue/catalogue.jobs.ts'
import { communityJobs } from '../domains/discord-roles/roles.jobs.ts'
import { chatJobs } from '../domains/discord-shop/chat.jobs.ts'
import { fulfilmentJobs } from '../domains/fulfilment/fulfilment.jobs.ts'
import { licenceJobs } from '../domains/licences/licences.jobs.ts'
import { notificationJobs } from '../domains/notifications/notifications.jobs.ts'
import { paymentJobs } from '../domains/payments/payments.jobs.ts'
import { reviewJobs } from '../domains/reviews/reviews.jobs.ts'
import { stockJobs } from '../domains/stock/stock.jobs.ts'
import { ticketJobs } from '../domains/tickets/tickets.jobs.ts'
import { watchJobs } from '../domains/watch/watch.jobs.ts'
import type { App } from '../platform/app.ts'
import { withSpan } from '../platform/observe/spans.ts'
import { isPatient, type TracedPayload, type JobName, type Jobs } from '../platform/queue/jobs.ts'
import type { WorkerGroup } from '../platform/queue/worker-group.ts'

type JobHandlers = { [N in JobName]: (app: App, payload: Jobs[N]) => Promise<void> }

const handlers: JobHandlers = {
  ...accountJobs,
  ...catalogueJobs,
  ...chatJobs,
  ...communityJobs,
  ...fulfilmentJobs,
  ...licenceJobs,
  ...notificationJobs,
  ...watchJobs,
  ...paymentJobs,
  ...reviewJobs,
  ...stockJobs,
  ...ticketJobs,
}

/** The handler of each job, by name. */
export const taskList = (app: App): TaskList =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (jobPayload: unknown) => {
        const { traceparent, ...payload } = jobPayload as TracedPayload
        return measureJob(app, { job: name, traceparent }, () =>
          (handle as (app: App, payload: object) => Promise<void>)(app, payload),
        )
      },
    ]),
  )

type JobRun = { job: string; traceparent: string | undefined }

async function measureJob(
  app: App,
  { job, traceparent }: JobRun,
  run: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  let isDone = false

  try {
    await withSpan({ name: `job ${job}`, kind: 'consumer', parent: traceparent }, run)
    isDone = true
  } finally {
    app.processMetrics.job({ job, isDone, seconds: (performance.now() - startedAt) / 1000 })
  }
}

/**
 * The worker groups of a process. Urgent jobs run in parallel. Patient jobs run one after the other
 * in the background, so that ten thousand patient jobs delay no urgent job.
 */
export function workerGroups(app: App): WorkerGroup[] {
  const namedTasks = Object.entries(taskList(app))
  const urgentTasks = namedTasks.filter(([name]) => !isPatient(name as JobName))

  const patientTasks = namedTasks
    .filter(([name]) => isPatient(name as JobName))
    .map(([name, run]) => [
      name,
      (...taskArguments: Parameters<Task>) =>
        app.backgroundWork.turn(async () => run!(...taskArguments)),
    ])

  return [
    { tasks: Object.fromEntries(urgentTasks), concurrency: 4 },
    { tasks: Object.fromEntries(patientTasks), concurrency: 4 },
  ]
}
