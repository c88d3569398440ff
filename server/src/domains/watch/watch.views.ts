import type { ServicePart } from '@chaveiro/contracts/service-states'

import type { App } from '../../platform/app.ts'
import { lastMailTrouble } from './mail-trouble.queries.ts'
import { alertsNow, countNow, partsNow, singleValue } from './watch.queries.ts'

const metricNames = [
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

/** A task of the clock is late after this many intervals plus seconds. */
const late = { intervals: 3, seconds: 600 }

/** The state of the shop for the system page (P531). */
export async function figuresNow(app: App) {
  const [figures, parts, alerts, lastError] = await Promise.all([
    countNow(app, metricNames),
    partsNow(app),
    alertsNow(app),
    lastMailTrouble(app),
  ])

  const secondsOf = (name: string) => Math.round(singleValue(figures, name))
  const cents = (currency: string) =>
    figures.get('payments_attention_cents')?.find(({ labels }) => labels.currency === currency)
      ?.n ?? 0
  const backup = singleValue(figures, 'backup_last_timestamp_seconds')
  const { totalCount, idleCount, waitingCount } = app.pool

  return {
    requests: app.processMetrics.recent.read(),

    database: {
      used: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
      size: app.config.databasePool,
    },

    queue: { oldestSeconds: secondsOf('jobs_due_oldest_seconds'), dead: secondsOf('jobs_dead') },
    lateTasks: lateTasks(app),
    mails: {
      waiting: secondsOf('mails_waiting'),
      oldestSeconds: secondsOf('mails_waiting_oldest_seconds'),
      ...(lastError ? { lastError } : {}),
    },

    money: {
      payments: secondsOf('payments_attention'),
      brlCents: cents('BRL'),
      usdCents: cents('USD'),
      oldestSeconds: secondsOf('payments_attention_oldest_seconds'),
    },

    units: {
      waiting: secondsOf('units_waiting'),
      oldestSeconds: secondsOf('units_waiting_oldest_seconds'),
    },
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
