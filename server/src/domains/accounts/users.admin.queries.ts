import type { userFilter } from '@chaveiro/contracts/admin/users'
import { and, asc, count, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'

import { countIf } from '../../db/rows.ts'
import { sessions, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { likePattern } from '../../platform/lists/filters.ts'
import type { User } from './people/people.queries.ts'

export type UserFilter = z.infer<z.ZodObject<typeof userFilter>>
type Page = { page: number; limit: number }

/**
 * Search finds any part of name, email or chat id, in any case (Q35). This expression must equal
 * the expression of the index users_search, or PostgreSQL reads the whole table.
 */
const searchText = sql`lower((name || E'\n' || email || E'\n' || coalesce(discord_id, '')) collate "pt-BR-x-icu")`

function userConditions({
  search,
  role,
  banned,
}: Pick<UserFilter, 'search' | 'role' | 'banned'>): SQL {
  return and(
    isNull(users.deletedAt),
    search ? sql`${searchText} like ${likePattern(search)}` : undefined,
    role && eq(users.role, role),
    banned && eq(users.isBanned, banned === 'true'),
  )!
}

const sortColumns = {
  createdAt: users.createdAt,
  name: users.name,
  email: users.email,
  lastLoginAt: users.lastLoginAt,
} as const

/** A page of the users that match, with their count; newest first by default. */
export async function listUsers(
  app: App,
  filter: UserFilter & Page,
): Promise<{ rows: User[]; total: number }> {
  const condition = userConditions(filter)
  const descending =
    (filter.order ?? (filter.sort === 'name' || filter.sort === 'email' ? 'asc' : 'desc')) ===
    'desc'
  const sortColumn = sortColumns[filter.sort]
  const direction = descending ? desc : asc

  const sortOrder =
    filter.sort === 'lastLoginAt'
      ? sql`${sortColumn} ${sql.raw(descending ? 'desc nulls last' : 'asc nulls first')}`
      : direction(sortColumn)

  const userRows = await app.db
    .select()
    .from(users)
    .where(condition)
    .orderBy(sortOrder, direction(users.id))
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)

  return { rows: userRows, total: await app.db.$count(users, condition) }
}

/**
 * A batch of an export: the matching users after `last`, newest first. An export ignores the sort
 * order of the list.
 */
export const usersAfter = (
  app: App,
  filter: UserFilter,
  last: User | null,
  limit: number,
): Promise<User[]> =>
  app.db
    .select()
    .from(users)
    .where(
      and(
        userConditions(filter),
        last
          ? sql`(${users.createdAt}, ${users.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)

export async function countUsers(app: App) {
  const countWithRole = (role: User['role']) => countIf(eq(users.role, role))

  const [numbers] = await app.db
    .select({
      total: count(),
      clients: countWithRole('client'),
      admins: countWithRole('admin'),
      developers: countWithRole('developer'),
      banned: countIf(eq(users.isBanned, true)),
    })
    .from(users)
    .where(isNull(users.deletedAt))

  return numbers!
}

/**
 * The open sessions of a user, the last used first, at most 50. The conditions must match
 * isOverSession.
 */
export const openSessions = (app: App, userId: string) =>
  app.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        sql`${sessions.expiresAt} > ${app.clock.now().toISOString()}::timestamptz`,
        sql`${sessions.createdAt} > ${app.clock.now().toISOString()}::timestamptz
          - make_interval(days => ${app.config.sessionDays})`,
      ),
    )
    .orderBy(desc(sql`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`))
    .limit(50)
