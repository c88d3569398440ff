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
import { dropTwoFactor, noticeOf } from './two-factor/two-factor.service.ts'

/** How a mail to the admins names a person: enough to find them. */
export const namedForMail = (user: User): string => `${user.name} (${maskedPersonal(user.email)})`

/**
 * Change name, email or chat id. The audit trail keeps them masked, since it outlives the account.
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
    const before = await lockUser(tx, userId)
    const relinked = input.discordId !== undefined && input.discordId !== before.discordId

    const set = {
      ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
      ...(relinked ? { discordName: null, discordProvenAt: null } : {}),
      // Nobody has proven a mail that staff typed.
      ...(input.email === undefined || input.email === before.email ? {} : { emailProvenAt: null }),
    }

    if (!Object.keys(set).length) return before

    const [after] = await tx.db.update(users).set(set).where(eq(users.id, userId)).returning()

    const entry = {
      ...staff.actor,
      action: 'user.updated',
      targetType: 'user',
      targetId: userId,
      details: maskedChange(before, after!),
    }

    if (after!.email === before.email) await recordAudit(tx, entry)
    else await noteNewMail(tx, entry, before, after!)
    if (relinked) await rolesChanged(tx, [userId])

    return after!
  }).catch((error) => {
    if (isDuplicate(error, 'users_discord')) throw fail('chat.taken')
    if (isDuplicate(error)) throw fail('account.email_taken')

    throw error
  })
}

/**
 * The trail, all admins and the old mail are told of another mail that staff gave an account. A code
 * or link mailed to the old one must not open the account any more.
 */
async function noteNewMail(tx: App, entry: AuditEntry, before: User, after: User): Promise<void> {
  const to = maskedPersonal(after.email)
  await recordPowerAct(tx, entry, 'email', `${namedForMail(before)} → ${to}`)

  await queueNotice(tx, before, {
    name: 'mailChangedByShop',
    email: before.email,
    values: { to, at: tx.clock.now() },
  })

  await tx.db.delete(passwordResets).where(eq(passwordResets.userId, before.id))
  await dropChallenges(tx, before.id)
}

function maskedChange(before: User, after: User): object {
  const personal = (user: User) => ({
    name: user.name,
    email: user.email,
    discordId: user.discordId,
  })

  const change = changeOf(personal(before), personal(after))

  const masked = (side: object | undefined) =>
    Object.fromEntries(
      Object.entries(side ?? {}).map(([field, value]) => [
        field,
        value === null ? null : maskedPersonal(String(value)),
      ]),
    )

  return { before: masked(change.before), after: masked(change.after) }
}

/**
 * Change a role and end the sessions, so that nothing opens with the old role any more.
 */
export async function changeRole(
  app: App,
  staff: Staff,
  userId: string,
  role: Role,
): Promise<User> {
  return inTransaction(app, async (tx) => {
    const before = await lockOther(tx, staff, userId, role === 'admin')
    if (before.isBanned) throw fail('account.is_banned')
    if (before.role === role) return before

    const [after] = await tx.db.update(users).set({ role }).where(eq(users.id, userId)).returning()
    await endSessionsOf(tx, userId, 'role change')

    await recordPowerAct(
      tx,
      {
        ...staff.actor,
        action: 'user.role',
        targetType: 'user',
        targetId: userId,
        details: changeOf({ role: before.role }, { role }),
      },
      'role',
      `${namedForMail(before)}: ${before.role} → ${role}`,
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
    const before = await lockOther(tx, staff, userId)

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
          { isBanned: before.isBanned, banReason: before.banReason },
          { isBanned: true, banReason: reason },
        ),
      },
    })

    return banned!
  })
}

/**
 * Ban several users with one reason, each in a transaction of its own; answers who was banned, and
 * who was not and why.
 */
export async function banUsers(
  app: App,
  staff: Staff,
  userIds: readonly string[],
  reason: string,
): Promise<{ banned: string[]; refused: { id: string; failure: Failure }[] }> {
  const done = { banned: [] as string[], refused: [] as { id: string; failure: Failure }[] }

  for (const id of new Set(userIds)) {
    try {
      await banUser(app, staff, id, reason)
      done.banned.push(id)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      done.refused.push({ id, failure: error })
    }
  }

  return done
}

/** Lift a ban. It takes effect at the next call (Q13), and what was held is delivered (Q114). */
export async function unbanUser(app: App, staff: Staff, userId: string): Promise<User> {
  return inTransaction(app, async (tx) => {
    const before = await lockUser(tx, userId)
    if (!before.isBanned) return before

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
        { isBanned: true, banReason: before.banReason },
        { isBanned: false, banReason: null },
      ),
    })

    return after!
  })
}

/** Remove the second factor of somebody who lost it, and end their sessions. */
export async function resetTwoFactor(app: App, staff: Staff, userId: string): Promise<User> {
  return inTransaction(app, async (tx) => {
    const user = await lockOther(tx, staff, userId, true)
    if (!(await dropTwoFactor(tx, userId))) throw fail('two_factor.not_enabled')

    await endSessionsOf(tx, userId, 'second factor reset')
    await noticeOf(tx, userId, 'taken')

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
