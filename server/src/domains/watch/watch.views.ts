import type { ServicePart } from '@chaveiro/contracts/service-states'

import type { App } from '../../platform/app.ts'
import { lastMailTrouble } from './mail-trouble.queries.ts'
import { alertsNow, countNow, partsNow, single } from './watch.queries.ts'

const counted = [
  'jobs_due_oldest_seconds',
  'jobs_dead',
  'mails_waiting',
  'mails_waiting_oldest_seconds',
  'payments_attention',
  'payments_attention_cents',
  'payments_attention_oldest_seconds',
  'units_waiting',
  'units_waiting_oldest_seconds',
  'backup_last_timestamp_seconds',
]

/** So many of its intervals and seconds late, a task of the clock is told. */
const late = { intervals: 3, seconds: 600 }

/** How the shop does, as the system page shows it (P531). */
export async function figuresNow(app: App) {
  const [figures, parts, alerts, lastError] = await Promise.all([
    countNow(app, counted),
    partsNow(app),
    alertsNow(app),
    lastMailTrouble(app),
  ])

  const of = (name: string) => Math.round(single(figures, name))
  const cents = (currency: string) =>
    figures.get('payments_attention_cents')?.find(({ labels }) => labels.currency === currency)
      ?.n ?? 0
  const backup = single(figures, 'backup_last_timestamp_seconds')
  const { totalCount, idleCount, waitingCount } = app.pool

  return {
    requests: app.processMetrics.recent.read(),

    database: {
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
      size: app.config.databasePool,
    },

    queue: { oldestSeconds: of('jobs_due_oldest_seconds'), dead: of('jobs_dead') },
    lateTasks: lateTasks(app),
    mails: {
      waiting: of('mails_waiting'),
      oldestSeconds: of('mails_waiting_oldest_seconds'),
      ...(lastError ? { lastError } : {}),
    },

    money: {
      payments: of('payments_attention'),
      brlCents: cents('BRL'),
      usdCents: cents('USD'),
      oldestSeconds: of('payments_attention_oldest_seconds'),
    },

    units: { waiting: of('units_waiting'), oldestSeconds: of('units_waiting_oldest_seconds') },
    parts: parts.map(({ part, state, measuredAt }) => ({
      part: part as ServicePart,
      state,
      measuredAt: measuredAt.toISOString(),
    })),
    backupAt: backup ? new Date(backup * 1000).toISOString() : null,
    alertsBy: app.config.shopAlerts,
    alerts: alerts.map(({ name, since }) => ({ name, since: since.toISOString() })),
  }
}

function lateTasks({ processMetrics: figures }: App): string[] {
  const now = Date.now() / 1000
  return [...figures.tasks()]
    .filter(
      ([, { everySeconds, doneAt }]) => now - doneAt > everySeconds * late.intervals + late.seconds,
    )
    .map(([name]) => name)
}
