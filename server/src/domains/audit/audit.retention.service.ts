import { and, inArray, lt, sql, type SQL } from 'drizzle-orm'

import { auditLog, consents, payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { dropPartition, partitionsOf } from '../../platform/database/partitions.ts'
import { monthsBefore } from '../../platform/time/clock.ts'
import { peopleToForget } from '../books/deleted-customers.queries.ts'
import { openMoney } from '../books/open-money.queries.ts'

/**
 * Actions of the access log: logins and attempts, with their IP addresses. Marco Civil (art. 15)
 * requires the shop to keep it for six months; LGPD forbids keeping more data than needed.
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

/**
 * Old entries of the access log, except those of users with a payment that is open, in review or
 * disputed.
 */
export const oldAccesses: Clearing = {
  what: 'logins, codes and refusals, with their addresses',
  table: auditLog,
  period: ({ retention }) => `${retention.accessMonths} months`,
  due: (app) =>
    and(
      inArray(auditLog.action, accessActions),
      lt(auditLog.createdAt, monthsBefore(app.clock.now(), app.config.retention.accessMonths)),
      sql`not exists (select 1 from ${payments} p where p.user_id = ${auditLog.actorId}
        and ${openMoney(sql`p`)})`,
    )!,
}

const lastKept = (app: App): Date => monthsBefore(app.clock.now(), app.config.retention.auditMonths)

/** Old audit entries, except those about a payment that is open, in review or disputed. */
export const oldLines: Clearing = {
  what: 'all other lines of the trail',
  table: auditLog,
  period: ({ retention }) => `${retention.auditMonths} months`,
  due: (app) => and(lt(auditLog.createdAt, lastKept(app)), isSettled())!,
}

const isSettled = (): SQL => sql`
  not exists (select 1 from ${payments} p where ${auditLog.targetType} = 'payment'
    and p.id = ${auditLog.targetId} and ${openMoney(sql`p`)})
  and not exists (select 1 from ${payments} p where p.order_id = (
      case when ${auditLog.targetType} = 'order' and ${auditLog.targetId} ~ '^[0-9a-f-]{36}$'
        then ${auditLog.targetId}::uuid end)
    and ${openMoney(sql`p`)})`

/**
 * Expired monthly partitions of the audit log. `isHeld` marks partitions that must stay, since an
 * earlier payment is still open.
 */
export async function oldMonths(app: App): Promise<{ name: string; isHeld: boolean }[]> {
  const lastKeptMonth = lastKept(app)
  const expiredPartitions = (await partitionsOf(app, 'audit_log')).filter(
    ({ upto }) => upto !== null && upto <= lastKeptMonth,
  )
  const expiredMonths: { name: string; isHeld: boolean }[] = []

  for (const { name, upto } of expiredPartitions) {
    const { rows } = await app.db.execute<{ held: boolean }>(
      sql`select exists (select 1 from ${payments} p where p.created_at < ${upto!.toISOString()}
        and ${openMoney(sql`p`)}) as held`,
    )
    expiredMonths.push({ name, isHeld: rows[0]!.held })
  }

  return expiredMonths
}

/** Drops expired monthly partitions of the audit log that are not held; returns their names. */
export async function dropOldMonths(app: App): Promise<string[]> {
  const droppedPartitions: string[] = []
  for (const { name, isHeld } of await oldMonths(app))
    if (!isHeld && (await dropPartition(app, 'audit_log', name))) droppedPartitions.push(name)
  if (droppedPartitions.length)
    app.log.info({ partitions: droppedPartitions }, 'months of the audit log dropped')

  return droppedPartitions
}

/** Consents of users whose accounts were deleted so long ago that no legal claim is possible. */
export const oldConsents: Clearing = {
  what: 'of people whose accounts were deleted',
  table: consents,
  period: ({ retentionYears }) => `${retentionYears} years after the account`,
  due: (app) => sql`${consents.userId} in ${peopleToForget(app)}`,
}
