import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'

import { columns, readAs, rowsOf } from '../../db/rows.ts'
import { auditLog, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { contains } from '../../platform/lists/filters.ts'
import { sortOrder } from '../../platform/lists/sort.ts'
import { withinDays } from '../../platform/time/store-calendar.ts'

export type AuditRow = typeof auditLog.$inferSelect

export type AuditFilter = {
  action?: string | undefined
  actionName?: string | undefined
  userName?: string | undefined
  startDate?: string | undefined
  endDate?: string | undefined
}

type Page = { page: number; limit: number; sort?: 'createdAt' | '-createdAt' | undefined }

/** A page of the audit log, newest or oldest first, and the number of matching entries. */
export async function auditTrail(
  app: App,
  filter: AuditFilter,
  page: Page,
): Promise<{ rows: AuditRow[]; total: number }> {
  const condition = await conditions(app, filter)
  return condition ? selectPage(app, condition, page) : { rows: [], total: 0 }
}

/** The next matching entries after `last`, for exports of any length. */
export async function auditAfter(
  app: App,
  filter: AuditFilter,
  last: AuditRow | null,
  limit: number,
): Promise<AuditRow[]> {
  const condition = await conditions(app, filter)
  if (!condition) return []

  const isAfterLast = last
    ? sql`(${auditLog.createdAt}, ${auditLog.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
    : undefined

  return app.db
    .select()
    .from(auditLog)
    .where(and(condition, isAfterLast))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit)
}

/**
 * Actions of the security log. The partial index has the same list; otherwise PostgreSQL would not
 * use it.
 */
const securityActions = sql`${auditLog.action} in ('login.failed', 'request.blocked',
  'session.reuse', 'user.banned', 'user.unbanned', 'ban.created', 'ban.removed')`

export const securityTrail = (app: App, page: Page) => selectPage(app, securityActions, page)

async function selectPage(
  app: App,
  condition: SQL | undefined,
  { page, limit, sort }: Page,
): Promise<{ rows: AuditRow[]; total: number }> {
  const auditRows = await app.db
    .select()
    .from(auditLog)
    .where(condition)
    .orderBy(sortOrder(sort, { createdAt: auditLog.createdAt }, auditLog))
    .limit(limit)
    .offset((page - 1) * limit)

  const totalCount = await app.db.$count(auditLog, condition)

  return { rows: auditRows, total: totalCount }
}

/**
 * The filter as conditions that can use indexes. The few distinct action names and matching users
 * are read first. Returns null when no entry can match.
 */
async function conditions(app: App, filter: AuditFilter): Promise<SQL | null> {
  const conditionParts: (SQL | undefined)[] = withinDays(
    app,
    auditLog.createdAt,
    filter.startDate,
    filter.endDate,
  )

  if (filter.action) {
    const matchingActions = (await actionNames(app)).filter((name) =>
      name.toLowerCase().includes(filter.action!.toLowerCase()),
    )
    if (!matchingActions.length) return null

    conditionParts.push(inArray(auditLog.action, matchingActions))
  }

  if (filter.actionName) conditionParts.push(eq(auditLog.action, filter.actionName))

  if (filter.userName) {
    const isByActor = await actorsNamed(app, filter.userName)
    const isSystem = ['sistema', 'system'].some((name) => name === filter.userName!.toLowerCase())
    if (!isByActor && !isSystem) return null

    conditionParts.push(isByActor ?? isNull(auditLog.actorId))
  }

  return and(...conditionParts) ?? sql`true`
}

/**
 * All distinct actions in the audit log. A recursive query jumps from one action to the next in the
 * index, instead of reading all entries.
 */
async function actionNames(app: App): Promise<string[]> {
  const actionColumns = columns({ action: readAs(auditLog.action, sql`names.action`) })
  const { action } = auditLog

  const actionRows = await rowsOf(
    app,
    actionColumns,
    sql`with recursive names as (
      (select ${action} from ${auditLog} order by ${action} limit 1)
      union all
      select (select ${action} from ${auditLog} where ${action} > names.action order by ${action} limit 1)
        from names where names.action is not null)
    select ${actionColumns} from names where names.action is not null`,
  )

  return actionRows.map((row) => row.action)
}

async function actorsNamed(app: App, name: string): Promise<SQL | undefined> {
  const actorRows = await app.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        // PostgreSQL uses the trigram index users_search only for this exact expression.
        contains(
          sql`(${users.name} || E'\\n' || ${users.email} || E'\\n' || coalesce(${users.discordId}, ''))`,
          name,
        ),
        contains(users.name, name),
      ),
    )
    .limit(500)

  return actorRows.length
    ? inArray(
        auditLog.actorId,
        actorRows.map((row) => row.id),
      )
    : undefined
}

/** An audit entry as the API returns it. */
export const entryView = (row: AuditRow) => ({
  id: row.id,
  _id: row.id,
  action: row.action,
  details: row.details,
  createdAt: row.createdAt.toISOString(),
  ip: row.ip,
  performedBy: row.actorId
    ? { id: row.actorId, _id: row.actorId, name: row.actorName ?? '' }
    : null,
  target:
    row.targetType && row.targetId
      ? { type: row.targetType, id: row.targetId, name: null as string | null }
      : null,
})
