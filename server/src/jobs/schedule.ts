import { purgeChatArrivals } from '../domains/accounts/discord-link/chat-login.service.ts'
import { purgeChatLinks } from '../domains/accounts/discord-link/discord-link.service.ts'
import { forgetUnusedCpfs } from '../domains/accounts/kept-cpf/kept-cpf.service.ts'
import { purgeChallenges } from '../domains/accounts/two-factor/challenges.service.ts'
import { abandonIdleCarts } from '../domains/cart/cart.service.ts'
import { applyDuePrices } from '../domains/catalogue/prices/prices.due.service.ts'
import { queueMissingCuts } from '../domains/catalogue/uploads/uploads.cuts.service.ts'
import { compareRoles, tryDueRoles } from '../domains/discord-roles/role-reconciliation.service.ts'
import { serveAllWaiting } from '../domains/fulfilment/delivery/deliver.service.ts'
import { grantAllWaiting } from '../domains/fulfilment/minting/mint.service.ts'
import { notifyExpiring } from '../domains/licences/licences.mail.ts'
import { markLicences } from '../domains/licences/licences.marks.service.ts'
import { purgeCustomersInLicences } from '../domains/licences/licences.retention.service.ts'
import { expireLicences } from '../domains/licences/licences.service.ts'
import { purgeViewed } from '../domains/notifications/own.service.ts'
import { forgetEnded } from '../domains/notifications/push/push.devices.service.ts'
import { purgeCustomersInOrders } from '../domains/orders/orders.retention.service.ts'
import { pollInfractions } from '../domains/payments/disputes/infractions.service.ts'
import { watchPixWebhook } from '../domains/payments/settlement/pix-webhook.service.ts'
import { readDeposits, sweepPayments } from '../domains/payments/settlement/sweep.service.ts'
import { purgeCustomersInPayments } from '../domains/payments/state/payments.retention.service.ts'
import { probeFailing } from '../domains/providers/providers.probe.service.ts'
import { inviteReviewers } from '../domains/reviews/reviews.mail.ts'
import { purgeOldBans } from '../domains/security/bans.service.ts'
import { forgetOldStates } from '../domains/status/history/count.service.ts'
import { measureServices } from '../domains/status/history/measure.service.ts'
import { watchStock } from '../domains/stock/stock-alerts.service.ts'
import { markStockKeys } from '../domains/stock/stock.marks.service.ts'
import { mergeStockCounts } from '../domains/stock/stock.service.ts'
import { readOpenChannels } from '../domains/tickets/live-chat.service.ts'
import { purgeWaitingFiles } from '../domains/tickets/support.files.service.ts'
import { writeVisits } from '../domains/visits/visits.service.ts'
import { watchShop } from '../domains/watch/watch.service.ts'
import type { App } from '../platform/app.ts'
import { clearDue } from './retention.ts'

/**
 * A scheduled task. last: runs once more when the process stops. web: also runs in a process
 * without a worker, because it writes counts of that process.
 */
type ClockTask = {
  name: string
  seconds: number
  run: () => Promise<unknown>
  last?: true
  web?: true
}

/** Scheduled tasks of every worker process; each may run in several processes at once. */
export const clockTasks = (app: App): ClockTask[] => [
  { name: 'sweep payments', seconds: app.config.sweepSeconds, run: () => sweepPayments(app) },
  {
    name: 'read deposits',
    seconds: Math.max(app.config.sweepSeconds, 5),
    run: () => readDeposits(app),
  },
  { name: 'read the channels of tickets', seconds: 5, run: () => readOpenChannels(app) },
  { name: 'probe failing providers', seconds: 5, run: () => probeFailing(app) },
  { name: 'apply due prices', seconds: 5, run: () => applyDuePrices(app) },
  { name: 'watch the PIX webhook', seconds: 15, run: () => watchPixWebhook(app) },
  { name: 'poll reports of fraud', seconds: 60, run: () => pollInfractions(app) },
  { name: 'serve waiting units', seconds: 30, run: () => serveAllWaiting(app) },
  { name: 'fold stock counts', seconds: 60, run: () => mergeStockCounts(app) },
  { name: 'ask for waiting units', seconds: 60, run: () => grantAllWaiting(app) },
  { name: 'watch the stock', seconds: 60, run: () => watchStock(app) },
  { name: 'look at the services', seconds: 60, run: () => measureServices(app) },
  { name: 'watch the shop', seconds: 60, run: () => watchShop(app) },
  { name: 'forget old states', seconds: 3600, run: () => forgetOldStates(app) },
  { name: 'expire licences', seconds: 300, run: () => expireLicences(app) },
  { name: 'mark stock keys', seconds: 300, run: () => markStockKeys(app) },
  { name: 'mark licences', seconds: 300, run: () => markLicences(app) },
  { name: 'try due roles', seconds: 15, run: () => tryDueRoles(app) },
  { name: 'compare roles', seconds: 300, run: () => compareRoles(app) },
  { name: 'tell expiring licences', seconds: 600, run: () => notifyExpiring(app) },
  { name: 'invite reviewers', seconds: 3600, run: () => inviteReviewers(app) },
  { name: 'forget login challenges', seconds: 600, run: () => purgeChallenges(app) },
  {
    name: 'forget customers deleted long ago',
    seconds: 86_400,
    run: async () => {
      await purgeCustomersInOrders(app)
      await purgeCustomersInLicences(app)
      await purgeCustomersInPayments(app)
    },
  },
  { name: 'forget unused CPFs', seconds: 86_400, run: () => forgetUnusedCpfs(app) },
  { name: 'forget chat links', seconds: 3600, run: () => purgeChatLinks(app) },
  { name: 'forget chat arrivals', seconds: 3600, run: () => purgeChatArrivals(app) },
  { name: 'forget bans', seconds: 3600, run: () => purgeOldBans(app) },
  { name: 'forget files never said', seconds: 3600, run: () => purgeWaitingFiles(app) },
  {
    name: 'forget viewed notifications',
    seconds: 3600,
    run: () => purgeViewed(app),
  },
  { name: 'forget ended devices', seconds: 600, run: () => forgetEnded(app) },
  { name: 'clear what is due', seconds: 3600, run: () => clearDue(app) },
  { name: 'cut missing pictures', seconds: 3600, run: () => queueMissingCuts(app) },
  { name: 'abandon idle carts', seconds: 600, run: () => abandonIdleCarts(app) },
  { name: 'write visits', seconds: 10, run: () => writeVisits(app), last: true, web: true },
]

/** Scheduled tasks of a process without a worker (--only=web). */
export const webTasks = (app: App): ClockTask[] => clockTasks(app).filter(({ web }) => web)

/** Milliseconds between the first runs of two tasks. */
const firstRunGapMs = 40

/**
 * Starts the scheduled tasks. Each task has one run at a time, and its interval begins at the end
 * of the last run. `stop` waits for runs in flight.
 */
export function startSchedule(app: App, tasks = clockTasks(app)): { stop(): Promise<void> } {
  let isStopped = false
  const sleeperWakes = new Set<() => void>()

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        sleeperWakes.delete(wake)
        resolve()
      }

      const timer = setTimeout(wake, ms)
      sleeperWakes.add(wake)
      if (isStopped) wake()
    })

  const runTask = ({ name, run }: ClockTask) =>
    run().then(
      () => app.processMetrics.task({ task: name, isDone: true }),
      (error: unknown) => {
        app.processMetrics.task({ task: name, isDone: false })
        app.log.error({ err: error, task: name }, 'clock task failed; it runs again')
      },
    )

  const taskLoops = tasks.map(async (task, place) => {
    app.processMetrics.clock(task.name, task.seconds)
    // Staggers the first runs: all at once would open twenty connections that are not needed later.
    await sleep(place * firstRunGapMs)

    while (!isStopped) {
      await runTask(task)
      await sleep(task.seconds * 1000)
    }

    if (task.last) await runTask(task)
  })

  return {
    async stop() {
      isStopped = true
      // The loop iterates over a copy, because each wake-up removes its entry from the set.
      for (const wake of Array.from(sleeperWakes)) wake()
      await Promise.all(taskLoops)
    },
  }
}
