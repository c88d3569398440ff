import type { TaskList } from 'graphile-worker'
import { accountJobs } from '../domains/accounts/accounts.jobs.ts'
import { communityJobs } from '../domains/discord-roles/roles.jobs.ts'
import { chatJobs } from '../domains/discord-shop/chat.jobs.ts'
import { fulfilmentJobs } from '../domains/fulfilment/fulfilment.jobs.ts'
import { licenceJobs } from '../domains/licences/licences.jobs.ts'
import { notificationJobs } from '../domains/notifications/notifications.jobs.ts'
import { paymentJobs } from '../domains/payments/settlement/settlement.jobs.ts'
import { stockJobs } from '../domains/stock/stock.jobs.ts'
import { ticketJobs } from '../domains/tickets/tickets.jobs.ts'
import type { App } from '../platform/app.ts'
import { isPatient, type JobName, type Jobs } from '../platform/jobs.ts'

type JobHandlers = { [N in JobName]: (app: App, payload: Jobs[N]) => Promise<void> }

const handlers: JobHandlers = {
  ...accountJobs,
  ...chatJobs,
  ...communityJobs,
  ...fulfilmentJobs,
  ...licenceJobs,
  ...notificationJobs,
  ...paymentJobs,
  ...stockJobs,
  ...ticketJobs,
}

/** The queue's task list: each job's name and what it calls, at leisure where nobody waits for it. */
export const taskList = (app: App): TaskList =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => {
      const run = (payload: unknown) =>
        (handle as (app: App, payload: unknown) => Promise<void>)(app, payload)
      return [
        name,
        isPatient(name as JobName)
          ? (payload: unknown) => app.leisure.turn(() => run(payload))
          : run,
      ]
    }),
  )
