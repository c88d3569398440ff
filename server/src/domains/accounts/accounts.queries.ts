import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { payments, sessions, twoFactors, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/clock.ts'

export type User = typeof users.$inferSelect

export async function userByEmail(app: App, email: string): Promise<User | null> {
  const [user] = await app.db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return user ?? null
}

export async function userById(app: App, id: string): Promise<User | null> {
  const [user] = await app.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return user ?? null
}

/** A session with its user as they stand now, and whether a second factor is set up. */
export async function sessionWithUser(app: App, sessionId: string) {
  const [row] = await app.db
    .select({
      session: sessions,
      user: users,
      twoFactor: sql<boolean>`${twoFactors.confirmedAt} is not null`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(sessions.id, sessionId))
  return row ?? null
}

export const bannedUsers = (app: App): Promise<User[]> =>
  app.db
    .select()
    .from(users)
    .where(and(eq(users.isBanned, true), isNull(users.deletedAt)))
    .orderBy(users.bannedAt)
    .limit(1000)

/** Whether somebody has logged in to the account of this email from this address in the last 90 days; asked for unknown emails too, at the same price. */
export async function isFamiliarAddress(app: App, email: string, ip: string): Promise<boolean> {
  const since = secondsAfter(app.clock.now(), -90 * 86_400)
  const [row] = await app.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(users.email, email), eq(sessions.ip, ip), gt(sessions.createdAt, since)))
    .limit(1)
  return row !== undefined
}

/** The admins who can act, locked until the transaction ends: two who remove each other at the same moment do so one after the other. */
export async function lockAdmins(tx: App): Promise<string[]> {
  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isBanned, false), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('update')
  return rows.map(({ id }) => id)
}

export async function countAdmins(app: App): Promise<number> {
  const [row] = await app.db
    .select({ n: sql<number>`count(*)::int` })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isBanned, false), isNull(users.deletedAt)))
  return row?.n ?? 0
}

type DashboardRow = { orders: number; active: number; paid: string }

/** Figures of a customer: the orders that his page lists (Q115), licences in force, money of completed payments in reais (Q49, Q69). */
export async function dashboardFigures(
  app: App,
  userId: string,
): Promise<{ totalOrders: number; activeLicences: number; paidCents: number }> {
  const {
    rows: [row],
  } = await app.db.execute<DashboardRow>(sql`
    select (select count(*)::int from orders where user_id = ${userId} and deleted_at is null) as orders,
      (select count(*)::int from licences where user_id = ${userId} and status = 'active' and (expires_at is null or expires_at > ${app.clock.now()})) as active,
      (select coalesce(sum(case currency when 'BRL' then amount_cents else round(amount_cents * usd_rate) end), 0)::bigint from payments where user_id = ${userId} and status = 'completed' and attention is distinct from 'duplicate') as paid`)
  return { totalOrders: row!.orders, activeLicences: row!.active, paidCents: Number(row!.paid) }
}

export type RecentUnit = {
  id: string
  name: string
  status: 'active' | 'expired' | 'revoked' | null
  unitStatus: string
  licenceId: string | null
  keyCipher: Buffer | null
  boughtAt: Date
  expiresAt: Date | null
}

/** The newest units of a customer, with their licence when they have one. */
export async function recentUnits(app: App, userId: string, limit: number): Promise<RecentUnit[]> {
  const { rows } = await app.db.execute<{
    id: string
    name: string
    status: RecentUnit['status']
    unit_status: string
    licence_id: string | null
    key_cipher: Buffer | null
    bought_at: string
    expires_at: string | null
  }>(sql`
    select u.id, l.name, c.status, u.status as unit_status, c.id as licence_id, c.key_cipher, u.created_at as bought_at, c.expires_at
    from orders o join order_units u on u.order_id = o.id join order_lines l on l.id = u.line_id left join licences c on c.unit_id = u.id
    where o.user_id = ${userId} and o.status in ('completed', 'refunded') order by u.created_at desc, u.id desc limit ${limit}`)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status,
    unitStatus: row.unit_status,
    licenceId: row.licence_id,
    keyCipher: row.key_cipher,
    boughtAt: new Date(row.bought_at),
    expiresAt: row.expires_at ? new Date(row.expires_at) : null,
  }))
}

export const recentPayments = (app: App, userId: string, limit: number) =>
  app.db
    .select({
      id: payments.id,
      status: payments.status,
      amountCents: payments.amountCents,
      currency: payments.currency,
      method: payments.method,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.createdAt))
    .limit(limit)
