import { and, eq, isNull } from 'drizzle-orm'

import { users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { recordAudit, recordPowerAct, type AuditEntry } from '../audit/audit.service.ts'
import { dropRecoveries } from './own-mail/recoveries.service.ts'
import { hashPassword } from './password/password-hash.ts'
import { passwordFault } from './password/password.rules.ts'
import { newPasswordColumns } from './password/password.rules.ts'
import { userByEmail, type User } from './people/people.queries.ts'
import { endSessionsOf } from './session/session.service.ts'
import { dropTwoFactor, queueFactorNotice } from './two-factor/two-factor.service.ts'
import { namedForMail } from './users.admin.service.ts'

// These commands serve an account whose owner can no longer log in. They require no proof of
// identity: a person with access to the machine's command line controls the shop anyway.

/** The account with this email address. Throws account.not_found. */
export async function accountByEmail(app: App, email: string): Promise<User> {
  const user = await userByEmail(app, email.trim().toLowerCase())
  if (!user) throw fail('account.not_found')

  return user
}

/**
 * Set a password from the command line. All sessions, open recovery links and mailed codes of the
 * user become void. Throws account.not_found and the errors of a refused password.
 */
export async function setPasswordByOperator(app: App, user: User, password: string): Promise<void> {
  const passwordError = passwordFault(password, 'reset', user.role)
  if (passwordError) throw passwordError

  const passwordHash = await hashPassword(password)

  await inTransaction(app, async (tx) => {
    await dropRecoveries(tx, user.id)

    const updatedRows = await tx.db
      .update(users)
      .set(newPasswordColumns(passwordHash))
      .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
      .returning({ id: users.id })

    if (!updatedRows.length) throw fail('account.not_found')

    await endSessionsOf(tx, user.id, 'password reset')
    await recordAudit(tx, auditEntryOf('password.reset', user))
  })
}

/**
 * Remove a user's second factor from the command line, end their sessions and mail all admins.
 * Throws account.not_found and two_factor.not_enabled.
 */
export async function dropTwoFactorByOperator(app: App, email: string): Promise<User> {
  const user = await accountByEmail(app, email)

  await inTransaction(app, async (tx) => {
    if (!(await dropTwoFactor(tx, user.id))) throw fail('two_factor.not_enabled')

    await endSessionsOf(tx, user.id, 'second factor reset')
    await queueFactorNotice(tx, user.id, 'taken')
    await recordPowerAct(
      tx,
      auditEntryOf('two_factor.reset', user),
      'two_factor',
      namedForMail(user),
    )
  })

  return user
}

const auditEntryOf = (action: string, { id }: User): AuditEntry => ({
  action,
  targetType: 'user',
  targetId: id,
  details: { from: 'command line' },
})
