import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'
import { eq, gt, lt, or } from 'drizzle-orm'

import { operationMarks, shopAlerts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { takeLease } from '../../platform/database/lease.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { countNow, partsNow, single } from './watch.queries.ts'
import { nextOf, wrongNow, type Seen } from './watch.rules.ts'
import { waysToTell } from './watch.tell.ts'

const everySeconds = 50

/** Provider states older than this count as unknown. */
const partSeconds = 600

/**
 * Look once a minute, in one process of all, whether something is wrong with the shop; tell the
 * admins once when it lasts, and once when it is well again (P530).
 */
export async function watchShop(app: App): Promise<void> {
  if (app.config.shopAlerts === 'off') return

  const now = app.clock.now()
  if (!(await takeMinute(app, now))) return

  const wrong = wrongNow(await look(app, now))
  await inTransaction(app, (tx) => note(tx, wrong, now))
}

/** Take this minute. One taken by a clock that was ahead counts for an hour at most. */
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

async function look(app: App, now: Date): Promise<Seen> {
  const names = [
    'jobs_due_oldest_seconds',
    'jobs_dead',
    'payments_overdue',
    'payments_attention_oldest_seconds',
    'units_waiting_oldest_seconds',
    'backup_last_timestamp_seconds',
  ]

  const [counted, parts, { failing }] = await Promise.all([
    countNow(app, names),
    partsNow(app),
    app.health.check(),
  ])

  const backup = single(counted, 'backup_last_timestamp_seconds')
  const known = secondsAfter(now, -partSeconds)

  return {
    isDiskFull: failing.includes('disk'),
    jobSeconds: single(counted, 'jobs_due_oldest_seconds'),
    deadJobs: single(counted, 'jobs_dead'),
    overduePayments: single(counted, 'payments_overdue'),
    moneySeconds: single(counted, 'payments_attention_oldest_seconds'),
    unitSeconds: single(counted, 'units_waiting_oldest_seconds'),
    // Who never made one by the tool makes them in another way, or was told at the set-up.
    backupSeconds: backup ? now.getTime() / 1000 - backup : 0,
    partsDown: parts
      .filter(({ state, measuredAt }) => state === 'down' && measuredAt > known)
      .map(({ part }) => part),
  }
}

async function note(tx: App, wrong: readonly ShopAlert[], now: Date): Promise<void> {
  if (wrong.length)
    await tx.db
      .insert(shopAlerts)
      .values(wrong.map((name) => ({ name, seenAt: now })))
      .onConflictDoNothing()

  const rows = await tx.db.select().from(shopAlerts).orderBy(shopAlerts.name).for('update')

  for (const row of rows) {
    const name = row.name as ShopAlert
    const mine = eq(shopAlerts.name, name)
    const next = nextOf(row, wrong.includes(name), now)

    if (next === 'tell wrong') {
      await tx.db.update(shopAlerts).set({ toldAt: now }).where(mine)
      await tell(tx, { name, since: row.seenAt, until: null })
    }

    if (next === 'tell well') await tell(tx, { name, since: row.seenAt, until: row.wellAt })
    if (next === 'tell well' || next === 'passed') await tx.db.delete(shopAlerts).where(mine)
    if (next === 'well since now') await tx.db.update(shopAlerts).set({ wellAt: now }).where(mine)
    if (next === 'wrong again') await tx.db.update(shopAlerts).set({ wellAt: null }).where(mine)
  }
}

async function tell(
  tx: App,
  { name, since, until }: { name: ShopAlert; since: Date; until: Date | null },
): Promise<void> {
  tx.log.warn({ alert: name, since, until }, until ? 'the shop is well again' : 'the shop is ill')
  for (const way of waysToTell(tx, name, until !== null))
    await enqueue(tx, 'shop.alert', {
      name,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      way,
      tries: 0,
    })
}
