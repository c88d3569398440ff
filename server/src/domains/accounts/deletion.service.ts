import { staffRoles } from '@chaveiro/contracts/limits'
import { and, eq, gt, isNull } from 'drizzle-orm'

import { chatArrivals, passwordResets, payments, sessions, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { purgeActorName, recordAudit, recordPowerAct } from '../audit/audit.service.ts'
import { deletedEmail, deletedName } from '../books/deleted-customers.queries.ts'
import { rolesChanged } from '../discord-roles/roles.service.ts'
import { forgetAddress } from '../mails/mails.refusals.service.ts'
import { forgetOwnNotifications } from '../notifications/own.service.ts'
import { anonymiseReviews } from '../reviews/reviews.service.ts'
import { eraseTickets } from '../tickets/support.erasure.service.ts'
import { eraseNotes } from './customers/customers.admin.service.ts'
import { dropKeptCpf } from './kept-cpf/kept-cpf.service.ts'
import type { User } from './people/people.queries.ts'
import { lockOther, type Staff } from './people/staff-acts.service.ts'
import { eraseViews } from './saved-views/saved-views.service.ts'
import { endSessionsOf } from './session/session.service.ts'
import { dropTwoFactor } from './two-factor/two-factor.service.ts'
import { namedForMail } from './users.admin.service.ts'

/**
 * Delete a user. Name, email, chat id, password, second factor, kept CPF (P234), recovery links and
 * sessions are erased. The audit trail and the reviews lose the name (L066). Tickets with their
 * files (P167), read marks of notifications (P217) and notes about the person (P342) are deleted.
 * Orders and payments stay for the books (Q15), with name and email for the years that the law
 * demands (Q114). The remaining row can neither log in nor be found, and the email is free again.
 */
export async function deleteUser(app: App, staff: Staff, userId: string): Promise<User> {
  return inTransaction(app, async (tx) => {
    const lockedUser = await lockOther(tx, staff, userId)
    const erasedUser = await erasePerson(tx, lockedUser)

    await recordPowerAct(
      tx,
      { ...staff.actor, ...deletionEntry(lockedUser) },
      'delete',
      namedForMail(lockedUser),
    )

    return erasedUser
  })
}

/**
 * Delete the caller's own account; the password was checked before. Staff are deleted by another
 * admin (Q15). Of two concurrent calls the second finds no account.
 */
export async function deleteOwn(app: App, userId: string, ip: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedUser = await lockCustomer(tx, userId)
    if (!lockedUser) throw fail('auth.required')

    await erasePerson(tx, lockedUser)
    await recordAudit(tx, { actorId: userId, ip, ...deletionEntry(lockedUser) })
  })
}

/**
 * Delete an account from the command line, when its owner or an authority asks for it (LGPD, art.
 * 18). The audit trail names the command line (P585). Throws account.not_found and
 * account.staff_stays.
 */
export async function deleteByOperator(app: App, userId: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedUser = await lockCustomer(tx, userId)
    if (!lockedUser) throw fail('account.not_found')

    await erasePerson(tx, lockedUser)
    await recordAudit(tx, deletionEntry(lockedUser, { from: 'command line' }))
  })
}

/**
 * Lock a customer; null when they do not exist. Throws for staff, whose role must be removed first.
 */
async function lockCustomer(tx: App, userId: string): Promise<User | null> {
  const [user] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')

  if (user && staffRoles.includes(user.role)) throw fail('account.staff_stays')

  return user ?? null
}

const deletionEntry = (deletedUser: User, moreDetails: object = {}) => ({
  action: 'user.deleted',
  targetType: 'user',
  targetId: deletedUser.id,
  details: {
    before: {
      role: deletedUser.role,
      isBanned: deletedUser.isBanned,
      createdAt: deletedUser.createdAt.toISOString(),
    },
    ...moreDetails,
  },
})

/**
 * Erase a locked user's personal data everywhere except in orders, payments and licences, which
 * belong to the books.
 */
async function erasePerson(tx: App, lockedUser: User): Promise<User> {
  const { id: userId } = lockedUser
  // Checkout and settlement lock the buyer too, so neither can add a charge or a payment between
  // these checks and the commit (Q114).
  if (await hasJustPaid(tx, userId)) throw fail('account.just_paid')
  if (await hasOpenCharge(tx, userId)) throw fail('account.charges_open')

  await endSessionsOf(tx, userId, 'deleted')
  await tx.db.delete(sessions).where(eq(sessions.userId, userId))
  await tx.db.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await dropTwoFactor(tx, userId)
  await dropKeptCpf(tx, userId)
  await eraseViews(tx, userId)
  await forgetAddress(tx, lockedUser.email)
  if (lockedUser.discordId)
    await tx.db.delete(chatArrivals).where(eq(chatArrivals.discordId, lockedUser.discordId))

  const [after] = await tx.db
    .update(users)
    .set({
      name: deletedName,
      email: deletedEmail(userId),
      passwordHash: '-',
      role: 'client',
      emailProvenAt: null,
      discordId: null,
      discordName: null,
      discordProvenAt: null,
      banReason: null,
      deletedAt: tx.clock.now(),
    })
    .where(eq(users.id, userId))
    .returning()

  await anonymiseReviews(tx, userId)
  await eraseTickets(tx, lockedUser)
  await eraseNotes(tx, userId)
  await forgetOwnNotifications(tx, userId)
  await rolesChanged(tx, [userId])
  await purgeActorName(tx, userId)

  return after!
}

// The page shows the buyer within this time that their order was paid.
const noticeSeconds = 60

/**
 * Whether a payment was settled so recently that the buyer may not have seen it. After a deletion
 * nobody could read the key of that order (F224).
 */
const hasJustPaid = async (tx: App, userId: string): Promise<boolean> =>
  (
    await tx.db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.userId, userId),
          gt(payments.receivedCents, 0),
          gt(payments.settledAt, secondsAfter(tx.clock.now(), -noticeSeconds)),
        ),
      )
      .limit(1)
  ).length > 0

const hasOpenCharge = async (tx: App, userId: string): Promise<boolean> =>
  (
    await tx.db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.userId, userId), eq(payments.status, 'pending')))
      .limit(1)
  ).length > 0
