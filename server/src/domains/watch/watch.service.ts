import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'
import { eq, gt, lt, or } from 'drizzle-orm'

import { operationMarks, shopAlerts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { takeLease } from '../../platform/database/lease.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { countNow, partsNow, singleValue } from './watch.queries.ts'
import { nextAlertStep, wrongNow, type Readings } from './watch.rules.ts'
import { waysToReport } from './watch.tell.ts'

const everySeconds = 50

/** Provider states older than this count as unknown. */
const partSeconds = 600

/**
 * Checks the shop once a minute, in one process only. Reports a lasting fault to admins once, and
 * its end once (P530).
 */
export async function watchShop(app: App): Promise<void> {
  if (app.config.shopAlerts === 'off') return

  const now = app.clock.now()
  if (!(await takeMinute(app, now))) return

  const raisedAlerts = wrongNow(await takeReadings(app, now))
  await inTransaction(app, (tx) => updateAlerts(tx, raisedAlerts, now))
}

/** Claims this minute. A claim by a clock that was ahead counts for an hour at most. */
const takeMinute = (app: App, at: Date): Promise<boolean> =>
  takeLease(app, {
    table: operationMarks,
    key: { column: operationMarks.name, value: 'watch' },
    time: { column: operationMarks.at, value: at },
    isFree: or(
      lt(operationMarks.at, secondsAfter(at, -everySeconds)),
      gt(operationMarks.at, secondsAfter(at, 3600)),
    )!,
  })

async function takeReadings(app: App, now: Date): Promise<Readings> {
  const metricNames = [
    'jobs_due_oldest_seconds',
    'jobs_dead',
    'payments_overdue',
    'payments_attention_oldest_seconds',
    'units_waiting_oldest_seconds',
    'backup_last_timestamp_seconds',
  ]

  const [metrics, parts, { failing }] = await Promise.all([
    countNow(app, metricNames),
    partsNow(app),
    app.health.check(),
  ])

  const lastBackupSeconds = singleValue(metrics, 'backup_last_timestamp_seconds')
  const freshSince = secondsAfter(now, -partSeconds)

  return {
    isDiskFull: failing.includes('disk'),
    jobSeconds: singleValue(metrics, 'jobs_due_oldest_seconds'),
    deadJobs: singleValue(metrics, 'jobs_dead'),
    overduePayments: singleValue(metrics, 'payments_overdue'),
    moneySeconds: singleValue(metrics, 'payments_attention_oldest_seconds'),
    unitSeconds: singleValue(metrics, 'units_waiting_oldest_seconds'),
    // Without a recorded backup there is no alert: the operator may use another tool, and the
    // set-up has already advised backups.
    backupSeconds: lastBackupSeconds ? now.getTime() / 1000 - lastBackupSeconds : 0,
    partsDown: parts
      .filter(({ state, measuredAt }) => state === 'down' && measuredAt > freshSince)
      .map(({ part }) => part),
  }
}

async function updateAlerts(tx: App, raisedAlerts: readonly ShopAlert[], now: Date): Promise<void> {
  if (raisedAlerts.length)
    await tx.db
      .insert(shopAlerts)
      .values(raisedAlerts.map((name) => ({ name, seenAt: now })))
      .onConflictDoNothing()

  const alertRows = await tx.db.select().from(shopAlerts).orderBy(shopAlerts.name).for('update')

  for (const row of alertRows) {
    const alertName = row.name as ShopAlert
    const isThisAlert = eq(shopAlerts.name, alertName)
    const nextStep = nextAlertStep(row, raisedAlerts.includes(alertName), now)

    if (nextStep === 'tell wrong') {
      await tx.db.update(shopAlerts).set({ toldAt: now }).where(isThisAlert)
      await queueReports(tx, { name: alertName, since: row.seenAt, until: null })
    }

    if (nextStep === 'tell well')
      await queueReports(tx, { name: alertName, since: row.seenAt, until: row.wellAt })
    if (nextStep === 'tell well' || nextStep === 'passed')
      await tx.db.delete(shopAlerts).where(isThisAlert)
    if (nextStep === 'well since now')
      await tx.db.update(shopAlerts).set({ wellAt: now }).where(isThisAlert)
    if (nextStep === 'wrong again')
      await tx.db.update(shopAlerts).set({ wellAt: null }).where(isThisAlert)
  }
}

async function queueReports(
  tx: App,
  { name, since, until }: { name: ShopAlert; since: Date; until: Date | null },
): Promise<void> {
  tx.log.warn({ alert: name, since, until }, until ? 'alert ended' : 'alert raised')
  for (const way of waysToReport(tx, name, until !== null))
    await enqueue(tx, 'shop.alert', {
      name,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      way,
      tries: 0,
    })
}
