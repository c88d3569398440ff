import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'

import { mailRefusals, mailsSent, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { secondsAfter } from '../../platform/time/clock.ts'

// Addresses that mails do not reach (F221): their people and staff are told, since a receipt that nobody
// gets looks like a shop that sent none.

const keptDays = 90
const receiver = 'mail receiver'
const plain = (email: string): string => email.trim().toLowerCase()

export type Refusal = { reply: string; source: 'refused' | 'returned' }

/** Note that an address takes no mail. */
export async function noteRefusal(app: App, email: string, refusal: Refusal): Promise<void> {
  const now = { ...refusal, refusedAt: app.clock.now() }
  await app.db
    .insert(mailRefusals)
    .values({ email: plain(email), ...now })
    .onConflictDoUpdate({ target: mailRefusals.email, set: now })
}

/**
 * Forget that an address was refused, since its server took a mail for it. One that came back was
 * taken too, so that says nothing.
 */
export async function forgetRefused(app: App, email: string): Promise<void> {
  await app.db
    .delete(mailRefusals)
    .where(and(eq(mailRefusals.email, plain(email)), eq(mailRefusals.source, 'refused')))
}

/** Forget an address whose account is deleted. */
export async function forgetAddress(tx: App, email: string): Promise<void> {
  await tx.db.delete(mailRefusals).where(eq(mailRefusals.email, plain(email)))
}

/** Since when mails do not reach a person; null where nothing is known against their address. */
export const refusedSinceOf = (app: App, userId: string) =>
  // Named by hand: within a list of sums the query builder leaves the tables' names out.
  sql<Date | null>`(select r.refused_at from mail_refusals r join users u on u.email = r.email
    where u.id = ${userId} and r.refused_at > ${daysAgo(app)})`.mapWith(mailRefusals.refusedAt)

/** The same, asked by itself. */
export async function refusedSince(app: App, userId: string): Promise<Date | null> {
  const [row] = await app.db
    .select({ at: mailRefusals.refusedAt })
    .from(mailRefusals)
    .innerJoin(users, eq(users.email, mailRefusals.email))
    .where(and(eq(users.id, userId), gt(mailRefusals.refusedAt, daysAgo(app))))
  return row?.at ?? null
}

const daysAgo = (app: App): Date => secondsAfter(app.clock.now(), -keptDays * 86_400)

/** The print of a mail's receiver, by which a mail that comes back is known as sent to them. */
export const printOf = (app: App, email: string): Buffer => app.vault.index(plain(email), receiver)

/** Whether a mail of this id was sent to an address: whoever says that it came back must know both. */
export async function wasSentTo(app: App, id: string, email: string): Promise<boolean> {
  const [sent] = await app.db
    .select({ print: mailsSent.toIndex })
    .from(mailsSent)
    .where(and(eq(mailsSent.id, id), isNotNull(mailsSent.sentAt)))

  const prints = app.vault.indexes(plain(email), receiver)

  return Boolean(sent?.print && prints.some((print) => print.equals(sent.print!)))
}

export const oldRefusals: Clearing = {
  what: 'which addresses take no mail',
  table: mailRefusals,
  kept: () => `${keptDays} days`,
  due: (app) => lt(mailRefusals.refusedAt, daysAgo(app)),
}
