import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'

import { sessions, twoFactors, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'

export type User = typeof users.$inferSelect

/** Whether a user's password, or its absence, is unchanged since the user was read. */
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

/** A session and its user as stored now, and whether a second factor is active. */
export async function sessionWithUser(app: App, sessionId: string) {
  const [sessionRow] = await app.db
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
  return sessionRow ?? null
}

export const bannedUsers = (app: App): Promise<User[]> =>
  app.db
    .select()
    .from(users)
    .where(and(eq(users.isBanned, true), isNull(users.deletedAt)))
    .orderBy(users.bannedAt)
    .limit(1000)

/**
 * Whether this IP address logged in to the account of this email in the last 90 days. The query
 * takes the same time for an unknown email.
 */
export async function isFamiliarAddress(app: App, email: string, ip: string): Promise<boolean> {
  const windowStart = secondsAfter(app.clock.now(), -90 * 86_400)

  const [row] = await app.db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(users.email, email), eq(sessions.ip, ip), gt(sessions.createdAt, windowStart)))
    .limit(1)

  return row !== undefined
}

/**
 * The admins who can log in, locked until the transaction ends. When two admins remove each other
 * at the same time, the second transaction sees the first removal.
 */
export async function lockAdmins(tx: App): Promise<string[]> {
  const adminRows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isBanned, false), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('update')
  return adminRows.map(({ id }) => id)
}

export const countAdmins = (app: App): Promise<number> =>
  app.db.$count(
    users,
    and(eq(users.role, 'admin'), eq(users.isBanned, false), isNull(users.deletedAt)),
  )

/** Whether a second factor is active for an account. */
export async function hasTwoFactor(app: App, userId: string): Promise<boolean> {
  const [row] = await app.db
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  return row !== undefined
}
