import type { Role } from '@chaveiro/contracts/limits'
import { eq } from 'drizzle-orm'

import { passwordResets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../platform/database/transaction.ts'
import { fail, Failure } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { changeOf, recordAudit, recordPowerAct, type AuditEntry } from '../audit/audit.service.ts'
import { rolesChanged } from '../discord-roles/roles.service.ts'
import { queueNotice } from './people/notices.service.ts'
import type { User } from './people/people.queries.ts'
import { maskedPersonal } from './people/people.rules.ts'
import { lockOther, lockUser, type Staff } from './people/staff-acts.service.ts'
import { endSessionsOf } from './session/session.service.ts'
import { dropChallenges } from './two-factor/challenges.service.ts'
import { dropTwoFactor, queueFactorNotice } from './two-factor/two-factor.service.ts'

/** A user's name and masked email for mails to the admins: enough to find the account. */
export const namedForMail = (user: User): string => `${user.name} (${maskedPersonal(user.email)})`

/**
 * Change name, email or chat id. The audit trail stores these values masked, since it remains after
 * the account is erased.
 */
export async function updateUser(
  app: App,
  staff: Staff,
  userId: string,
  input: {
    name?: string | undefined
    email?: string | undefined
    discordId?: string | null | undefined
  },
): Promise<User> {
  return inTransaction(app, async (tx) => {
    const lockedUser = await lockUser(tx, userId)
    const isRelinked = input.discordId !== undefined && input.discordId !== lockedUser.discordId

    const changedFields = {
      ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
      ...(isRelinked ? { discordName: null, discordProvenAt: null } : {}),
      // The user has not proven an email that staff entered.
      ...(input.email === undefined || input.email === lockedUser.email
        ? {}
        : { emailProvenAt: null }),
    }

    if (!Object.keys(changedFields).length) return lockedUser

    const [after] = await tx.db
      .update(users)
      .set(changedFields)
      .where(eq(users.id, userId))
      .returning()

    const auditEntry = {
      ...staff.actor,
      action: 'user.updated',
      targetType: 'user',
      targetId: userId,
      details: maskedChange(lockedUser, after!),
    }

    if (after!.email === lockedUser.email) await recordAudit(tx, auditEntry)
    else await noteNewMail(tx, auditEntry, lockedUser, after!)
    if (isRelinked) await rolesChanged(tx, [userId])

    return after!
  }).catch((error) => {
    if (isDuplicate(error, 'users_discord')) throw fail('chat.taken')
    if (isDuplicate(error)) throw fail('account.email_taken')

    throw error
  })
}

/**
 * Record that staff changed an account's email, and notify all admins and the old address. Codes
 * and links mailed to the old address become void.
 */
async function noteNewMail(tx: App, entry: AuditEntry, before: User, after: User): Promise<void> {
  const maskedEmail = maskedPersonal(after.email)
  await recordPowerAct(tx, entry, 'email', `${namedForMail(before)} → ${maskedEmail}`)

  await queueNotice(tx, before, {
    name: 'mailChangedByShop',
    email: before.email,
    values: { to: maskedEmail, at: tx.clock.now() },
  })

  await tx.db.delete(passwordResets).where(eq(passwordResets.userId, before.id))
  await dropChallenges(tx, before.id)
}

function maskedChange(before: User, after: User): object {
  const personalFields = (user: User) => ({
    name: user.name,
    email: user.email,
    discordId: user.discordId,
  })

  const maskedDiff = changeOf(personalFields(before), personalFields(after))

  const maskSide = (side: object | undefined) =>
    Object.fromEntries(
      Object.entries(side ?? {}).map(([field, value]) => [
        field,
        value === null ? null : maskedPersonal(String(value)),
      ]),
    )

  return { before: maskSide(maskedDiff.before), after: maskSide(maskedDiff.after) }
}

/**
 * Change a role and end the sessions, so that no session keeps the old role. Throws the errors of
 * lockOther and account.is_banned.
 */
export async function changeRole(
  app: App,
  staff: Staff,
  userId: string,
  role: Role,
): Promise<User> {
  return inTransaction(app, async (tx) => {
    const lockedUser = await lockOther(tx, staff, userId, role === 'admin')
    if (lockedUser.isBanned) throw fail('account.is_banned')
    if (lockedUser.role === role) return lockedUser

    const [after] = await tx.db.update(users).set({ role }).where(eq(users.id, userId)).returning()
    await endSessionsOf(tx, userId, 'role change')

    await recordPowerAct(
      tx,
      {
        ...staff.actor,
        action: 'user.role',
        targetType: 'user',
        targetId: userId,
        details: changeOf({ role: lockedUser.role }, { role }),
      },
      'role',
      `${namedForMail(lockedUser)}: ${lockedUser.role} → ${role}`,
    )

    return after!
  })
}

/** Ban a user with a reason and end all sessions (Q13, Q15). */
export async function banUser(
  app: App,
  staff: Staff,
  userId: string,
  reason: string,
): Promise<User> {
  return inTransaction(app, async (tx) => {
    const lockedUser = await lockOther(tx, staff, userId)

    const [banned] = await tx.db
      .update(users)
      .set({ isBanned: true, banReason: reason, bannedAt: tx.clock.now() })
      .where(eq(users.id, userId))
      .returning()

    await endSessionsOf(tx, userId, 'banned')

    await recordAudit(tx, {
      ...staff.actor,
      action: 'user.banned',
      targetType: 'user',
      targetId: userId,
      details: {
        reason,
        ...changeOf(
          { isBanned: lockedUser.isBanned, banReason: lockedUser.banReason },
          { isBanned: true, banReason: reason },
        ),
      },
    })

    return banned!
  })
}

/**
 * Ban several users with one reason, each in its own transaction. Returns the ids of the banned
 * users, and the other ids with their error.
 */
export async function banUsers(
  app: App,
  staff: Staff,
  userIds: readonly string[],
  reason: string,
): Promise<{ banned: string[]; refused: { id: string; failure: Failure }[] }> {
  const banResult = { banned: [] as string[], refused: [] as { id: string; failure: Failure }[] }

  for (const id of new Set(userIds)) {
    try {
      await banUser(app, staff, id, reason)
      banResult.banned.push(id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      banResult.refused.push({ id, failure: error })
    }
  }

  return banResult
}

/**
 * Lift a ban, with effect from the user's next call (Q13). Orders held during the ban are delivered
 * (Q114).
 */
export async function unbanUser(app: App, staff: Staff, userId: string): Promise<User> {
  return inTransaction(app, async (tx) => {
    const lockedUser = await lockUser(tx, userId)
    if (!lockedUser.isBanned) return lockedUser

    const [after] = await tx.db
      .update(users)
      .set({ isBanned: false, banReason: null, bannedAt: null })
      .where(eq(users.id, userId))
      .returning()

    await endSessionsOf(tx, userId, 'unbanned')
    await enqueue(tx, 'buyer.back', { userId })

    await recordAudit(tx, {
      ...staff.actor,
      action: 'user.unbanned',
      targetType: 'user',
      targetId: userId,
      details: changeOf(
        { isBanned: true, banReason: lockedUser.banReason },
        { isBanned: false, banReason: null },
      ),
    })

    return after!
  })
}

/** Remove a user's lost second factor, and end their sessions. */
export async function resetTwoFactor(app: App, staff: Staff, userId: string): Promise<User> {
  return inTransaction(app, async (tx) => {
    const user = await lockOther(tx, staff, userId, true)
    if (!(await dropTwoFactor(tx, userId))) throw fail('two_factor.not_enabled')

    await endSessionsOf(tx, userId, 'second factor reset')
    await queueFactorNotice(tx, userId, 'taken')

    await recordPowerAct(
      tx,
      {
        ...staff.actor,
        action: 'two_factor.reset',
        targetType: 'user',
        targetId: userId,
      },
      'two_factor',
      namedForMail(user),
    )

    return user
  })
}
