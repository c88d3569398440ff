import { and, inArray, lt, sql, type SQL } from 'drizzle-orm'

import { auditLog, consents, payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { dropPartition, partitionsOf } from '../../platform/database/partitions.ts'
import { monthsBefore } from '../../platform/time/clock.ts'
import { peopleToForget } from '../books/deleted-customers.queries.ts'
import { openMoney } from '../books/open-money.queries.ts'

/**
 * Who came in or tried to, from which address: the log of accesses that Marco Civil (art. 15) wants
 * kept for six months, and LGPD no longer than it is needed.
 */
const accessActions = [
  'login',
  'login.failed',
  'login.code_sent',
  'logout',
  'password.forgot',
  'request.blocked',
  'session.ended',
  'session.reuse',
  'session.step_up',
  'user.code_sent',
  'user.logged_out',
]

/** Accesses to the shop, but for those of a person whose money is contested. */
export const oldAccesses: Clearing = {
  what: 'logins, codes and refusals, with their addresses',
  table: auditLog,
  kept: ({ retention }) => `${retention.accessMonths} months`,
  due: (app) =>
    and(
      inArray(auditLog.action, accessActions),
      lt(auditLog.createdAt, monthsBefore(app.clock.now(), app.config.retention.accessMonths)),
      sql`not exists (select 1 from ${payments} p where p.user_id = ${auditLog.actorId}
        and ${openMoney(sql`p`)})`,
    )!,
}

const lastKept = (app: App): Date => monthsBefore(app.clock.now(), app.config.retention.auditMonths)

/** Lines of the trail beyond its time, but for those about money that is not settled. */
export const oldLines: Clearing = {
  what: 'all other lines of the trail',
  table: auditLog,
  kept: ({ retention }) => `${retention.auditMonths} months`,
  due: (app) => and(lt(auditLog.createdAt, lastKept(app)), isSettled())!,
}

const isSettled = (): SQL => sql`
  not exists (select 1 from ${payments} p where ${auditLog.targetType} = 'payment'
    and p.id = ${auditLog.targetId} and ${openMoney(sql`p`)})
  and not exists (select 1 from ${payments} p where p.order_id = (
      case when ${auditLog.targetType} = 'order' and ${auditLog.targetId} ~ '^[0-9a-f-]{36}$'
        then ${auditLog.targetId}::uuid end)
    and ${openMoney(sql`p`)})`

/** Months of the trail that nobody needs any more, each with whether something open is in it. */
export async function oldMonths(app: App): Promise<{ name: string; isHeld: boolean }[]> {
  const last = lastKept(app)
  const over = (await partitionsOf(app, 'audit_log')).filter(
    ({ upto }) => upto !== null && upto <= last,
  )
  const found: { name: string; isHeld: boolean }[] = []

  for (const { name, upto } of over) {
    const { rows } = await app.db.execute<{ held: boolean }>(
      sql`select exists (select 1 from ${payments} p where p.created_at < ${upto!.toISOString()}
        and ${openMoney(sql`p`)}) as held`,
    )
    found.push({ name, isHeld: rows[0]!.held })
  }

  return found
}

/** Drop the months of the trail that are over, each as a whole; answers those that went. */
export async function dropOldMonths(app: App): Promise<string[]> {
  const dropped: string[] = []
  for (const { name, isHeld } of await oldMonths(app))
    if (!isHeld && (await dropPartition(app, 'audit_log', name))) dropped.push(name)
  if (dropped.length) app.log.info({ partitions: dropped }, 'months of the trail were dropped')

  return dropped
}

/** What people accepted whose accounts were deleted so long ago that nobody can claim anything. */
export const oldConsents: Clearing = {
  what: 'of people whose accounts were deleted',
  table: consents,
  kept: ({ retentionYears }) => `${retentionYears} years after the account`,
  due: (app) => sql`${consents.userId} in ${peopleToForget(app)}`,
}
