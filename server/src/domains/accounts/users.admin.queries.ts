import type { userFilter } from '@chaveiro/contracts/admin/users'
import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { sessions, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { likePattern } from '../../platform/list-filters.ts'
import type { User } from './accounts.queries.ts'

export type UserFilter = z.infer<z.ZodObject<typeof userFilter>>
type Page = { page: number; limit: number }

/** The very expression of the trigram index users_search: any part of name, email or chat id, in any case (Q35). */
const searched = sql`lower((name || E'\n' || email || E'\n' || coalesce(discord_id, '')) collate "pt-BR-x-icu")`

function conditions({ search, role, banned }: Pick<UserFilter, 'search' | 'role' | 'banned'>): SQL {
  return and(
    isNull(users.deletedAt),
    search ? sql`${searched} like ${likePattern(search)}` : undefined,
    role && eq(users.role, role),
    banned && eq(users.isBanned, banned === 'true'),
  )!
}

const columns = {
  createdAt: users.createdAt,
  name: users.name,
  email: users.email,
  lastLoginAt: users.lastLoginAt,
} as const

/** A page of users and how many the filter leaves; newest first unless asked otherwise. */
export async function listUsers(
  app: App,
  filter: UserFilter & Page,
): Promise<{ rows: User[]; total: number }> {
  const where = conditions(filter)
  const descending =
    (filter.order ?? (filter.sort === 'name' || filter.sort === 'email' ? 'asc' : 'desc')) ===
    'desc'
  const column = columns[filter.sort]
  const direction = descending ? desc : asc
  const order =
    filter.sort === 'lastLoginAt'
      ? sql`${column} ${sql.raw(descending ? 'desc nulls last' : 'asc nulls first')}`
      : direction(column)
  const rows = await app.db
    .select()
    .from(users)
    .where(where)
    .orderBy(order, direction(users.id))
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
  const [count] = await app.db
    .select({ n: sql<number>`count(*)::int` })
    .from(users)
    .where(where)
  return { rows, total: count!.n }
}

/** Users that the filter leaves from after the last one seen, newest first, whatever the list is sorted by: for exports. */
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
        conditions(filter),
        last
          ? sql`(${users.createdAt}, ${users.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)

export async function countUsers(app: App) {
  const {
    rows: [row],
  } = await app.db.execute<{
    total: number
    clients: number
    admins: number
    developers: number
    banned: number
  }>(sql`
    select count(*)::int as total, count(*) filter (where role = 'client')::int as clients, count(*) filter (where role = 'admin')::int as admins, count(*) filter (where role = 'developer')::int as developers,
      count(*) filter (where is_banned)::int as banned from users where deleted_at is null`)
  return row!
}

/** The sessions of a user that are open now, the one last used first. */
export const openSessions = (app: App, userId: string) =>
  app.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        sql`${sessions.expiresAt} > ${app.clock.now().toISOString()}::timestamptz`,
        sql`${sessions.createdAt} > ${app.clock.now().toISOString()}::timestamptz - make_interval(days => ${app.config.sessionDays})`,
      ),
    )
    .orderBy(desc(sql`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`))
    .limit(50)
