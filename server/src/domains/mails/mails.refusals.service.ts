import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'

import { mailRefusals, mailsSent, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { secondsAfter } from '../../platform/time/clock.ts'

// Addresses that refuse mails (F221). The person and staff see the refusal: otherwise a missing
// receipt would look like the shop's fault.

const keptDays = 90
const indexUse = 'mail receiver'
const normalised = (email: string): string => email.trim().toLowerCase()

export type Refusal = { reply: string; source: 'refused' | 'returned' }

/** Records that an address refuses mails. */
export async function noteRefusal(app: App, email: string, refusal: Refusal): Promise<void> {
  const now = { ...refusal, refusedAt: app.clock.now() }
  await app.db
    .insert(mailRefusals)
    .values({ email: normalised(email), ...now })
    .onConflictDoUpdate({ target: mailRefusals.email, set: now })
}

/**
 * Deletes the refusal of an address whose server accepted a mail. The refusal of a returned mail
 * stays, since the server had accepted that mail too.
 */
export async function forgetRefused(app: App, email: string): Promise<void> {
  await app.db
    .delete(mailRefusals)
    .where(and(eq(mailRefusals.email, normalised(email)), eq(mailRefusals.source, 'refused')))
}

/** Deletes the refusal of an address whose account is deleted. */
export async function forgetAddress(tx: App, email: string): Promise<void> {
  await tx.db.delete(mailRefusals).where(eq(mailRefusals.email, normalised(email)))
}

/** SQL for the time when a person's address last refused a mail; null without a refusal. */
export const refusedSinceOf = (app: App, userId: string) =>
  // Raw SQL: inside a select list the query builder leaves out table names.
  sql<Date | null>`(select r.refused_at from mail_refusals r join users u on u.email = r.email
    where u.id = ${userId} and r.refused_at > ${oldestRefusal(app)})`.mapWith(
    mailRefusals.refusedAt,
  )

/** The time when a person's address last refused a mail; null without a refusal. */
export async function refusedSince(app: App, userId: string): Promise<Date | null> {
  const [row] = await app.db
    .select({ at: mailRefusals.refusedAt })
    .from(mailRefusals)
    .innerJoin(users, eq(users.email, mailRefusals.email))
    .where(and(eq(users.id, userId), gt(mailRefusals.refusedAt, oldestRefusal(app))))
  return row?.at ?? null
}

const oldestRefusal = (app: App): Date => secondsAfter(app.clock.now(), -keptDays * 86_400)

/** The blind index of a receiver's email, to check whether a returned mail was sent to them. */
export const addressPrint = (app: App, email: string): Buffer =>
  app.vault.index(normalised(email), indexUse)

/**
 * Whether the mail with this id was sent to an address. A report of a returned mail counts only
 * when its id and address belong together.
 */
export async function wasSentTo(app: App, id: string, email: string): Promise<boolean> {
  const [sentMail] = await app.db
    .select({ print: mailsSent.toIndex })
    .from(mailsSent)
    .where(and(eq(mailsSent.id, id), isNotNull(mailsSent.sentAt)))

  const addressPrints = app.vault.indexes(normalised(email), indexUse)

  return Boolean(sentMail?.print && addressPrints.some((print) => print.equals(sentMail.print!)))
}

export const oldRefusals: Clearing = {
  what: 'which addresses take no mail',
  table: mailRefusals,
  period: () => `${keptDays} days`,
  due: (app) => lt(mailRefusals.refusedAt, oldestRefusal(app)),
}
