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

/** A page of the audit trail, newest or oldest first, and the number of lines that match. */
export async function auditTrail(
  app: App,
  filter: AuditFilter,
  page: Page,
): Promise<{ rows: AuditRow[]; total: number }> {
  const where = await conditions(app, filter)
  return where ? paged(app, where, page) : { rows: [], total: 0 }
}

/**
 * The matching lines of the trail after the last one seen, some at a time: for exports of any
 * length.
 */
export async function auditAfter(
  app: App,
  filter: AuditFilter,
  last: AuditRow | null,
  limit: number,
): Promise<AuditRow[]> {
  const where = await conditions(app, filter)
  if (!where) return []

  const after = last
    ? sql`(${auditLog.createdAt}, ${auditLog.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
    : undefined

  return app.db
    .select()
    .from(auditLog)
    .where(and(where, after))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit)
}

/** What security looks at; the same list as in the partial index of migration 0007. */
const securityActions = sql`${auditLog.action} in ('login.failed', 'request.blocked',
  'session.reuse', 'user.banned', 'user.unbanned', 'ban.created', 'ban.removed')`

export const securityTrail = (app: App, page: Page) => paged(app, securityActions, page)

async function paged(
  app: App,
  where: SQL | undefined,
  { page, limit, sort }: Page,
): Promise<{ rows: AuditRow[]; total: number }> {
  const rows = await app.db
    .select()
    .from(auditLog)
    .where(where)
    .orderBy(sortOrder(sort, { createdAt: auditLog.createdAt }, auditLog))
    .limit(limit)
    .offset((page - 1) * limit)

  const total = await app.db.$count(auditLog, where)

  return { rows, total }
}

/**
 * The filter as conditions that indexes serve. Names of actions and people are looked up first,
 * since there are few; null when none of them exists.
 */
async function conditions(app: App, filter: AuditFilter): Promise<SQL | null> {
  const parts: (SQL | undefined)[] = withinDays(
    app,
    auditLog.createdAt,
    filter.startDate,
    filter.endDate,
  )

  if (filter.action) {
    const actions = (await actionNames(app)).filter((name) =>
      name.toLowerCase().includes(filter.action!.toLowerCase()),
    )
    if (!actions.length) return null

    parts.push(inArray(auditLog.action, actions))
  }

  if (filter.actionName) parts.push(eq(auditLog.action, filter.actionName))

  if (filter.userName) {
    const byName = await actorsNamed(app, filter.userName)
    const system = ['sistema', 'system'].some((name) => name === filter.userName!.toLowerCase())
    if (!byName && !system) return null

    parts.push(byName ?? isNull(auditLog.actorId))
  }

  return and(...parts) ?? sql`true`
}

/**
 * All actions in the trail, found by skipping from one to the next along the index instead of
 * reading every line.
 */
async function actionNames(app: App): Promise<string[]> {
  const row = columns({ action: readAs(auditLog.action, sql`names.action`) })
  const { action } = auditLog

  const rows = await rowsOf(
    app,
    row,
    sql`with recursive names as (
      (select ${action} from ${auditLog} order by ${action} limit 1)
      union all
      select (select ${action} from ${auditLog} where ${action} > names.action order by ${action} limit 1)
        from names where names.action is not null)
    select ${row} from names where names.action is not null`,
  )

  return rows.map((one) => one.action)
}

async function actorsNamed(app: App, name: string): Promise<SQL | undefined> {
  const rows = await app.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        // The same expression as in the trigram index users_search.
        contains(
          sql`(${users.name} || E'\\n' || ${users.email} || E'\\n' || coalesce(${users.discordId}, ''))`,
          name,
        ),
        contains(users.name, name),
      ),
    )
    .limit(500)

  return rows.length
    ? inArray(
        auditLog.actorId,
        rows.map((row) => row.id),
      )
    : undefined
}

/** A line of the trail, as sent. */
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
