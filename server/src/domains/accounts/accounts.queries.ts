import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { columns, oneRow, value } from '../../db/rows.ts'
import {
  licences,
  orderLines,
  orders,
  orderUnits,
  payments,
  sessions,
  twoFactors,
  users,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/clock.ts'

export type User = typeof users.$inferSelect

/** That somebody's password, or that there is none, is still what was read. */
export const samePassword = (user: User) =>
  sql`${users.passwordHash} is not distinct from ${user.passwordHash}`

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

/** A session with its user, both as they are now, and whether a second factor is set up. */
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
    .execute()
  return row ?? null
}

export const bannedUsers = (app: App): Promise<User[]> =>
  app.db
    .select()
    .from(users)
    .where(and(eq(users.isBanned, true), isNull(users.deletedAt)))
    .orderBy(users.bannedAt)
    .limit(1000)

/**
 * Whether somebody has logged in to the account of this email from this address in the last 90
 * days; asked for unknown emails too, at the same price.
 */
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

/**
 * The admins who can log in, locked until the transaction ends: two who remove each other at the
 * same moment do so one after the other.
 */
export async function lockAdmins(tx: App): Promise<string[]> {
  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isBanned, false), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('update')
  return rows.map(({ id }) => id)
}

export const countAdmins = (app: App): Promise<number> =>
  app.db.$count(
    users,
    and(eq(users.role, 'admin'), eq(users.isBanned, false), isNull(users.deletedAt)),
  )

/**
 * Figures of a customer: the orders that their page lists (Q115), active licences, money of
 * completed payments in reais (Q49, Q69).
 */
export function dashboardFigures(
  app: App,
  userId: string,
): Promise<{ totalOrders: number; activeLicences: number; paidCents: number }> {
  const row = columns({
    totalOrders: value(
      sql`(select count(*) from ${orders}
        where ${orders.userId} = ${userId} and ${orders.deletedAt} is null)`,
      z.int(),
    ),
    activeLicences: value(
      sql`(select count(*) from ${licences} where ${licences.userId} = ${userId} and ${licences.status} = 'active'
        and (${licences.expiresAt} is null or ${licences.expiresAt} > ${app.clock.now()}))`,
      z.int(),
    ),
    paidCents: value(
      sql`(select coalesce(sum(case ${payments.currency} when 'BRL' then ${payments.amountCents}
          else round(${payments.amountCents} * ${payments.usdRate}) end), 0)::bigint from ${payments}
        where ${payments.userId} = ${userId} and ${payments.status} = 'completed'
          and ${payments.reviewReason} is distinct from 'duplicate')`,
      z.int(),
    ),
  })
  return oneRow(app, row, sql`select ${row}`)
}

/** The newest units of a customer, with their licence when they have one. */
export const recentUnits = (app: App, userId: string, limit: number) =>
  app.db
    .select({
      id: orderUnits.id,
      name: orderLines.name,
      status: licences.status,
      unitStatus: orderUnits.status,
      licenceId: licences.id,
      keyCipher: licences.keyCipher,
      boughtAt: orderUnits.createdAt,
      expiresAt: licences.expiresAt,
    })
    .from(orders)
    .innerJoin(orderUnits, eq(orderUnits.orderId, orders.id))
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .leftJoin(licences, eq(licences.unitId, orderUnits.id))
    .where(and(eq(orders.userId, userId), inArray(orders.status, ['completed', 'refunded'])))
    .orderBy(desc(orderUnits.createdAt), desc(orderUnits.id))
    .limit(limit)
export type RecentUnit = Awaited<ReturnType<typeof recentUnits>>[number]

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
