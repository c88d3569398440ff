import { and, eq } from 'drizzle-orm'

import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { dropRecoveries } from '../own-mail/recoveries.service.ts'
import { ownerOfPassword } from '../password/own-password.service.ts'
import { hashPassword } from '../password/password-hash.ts'
import { newPasswordColumns, passwordFault } from '../password/password.rules.ts'
import { samePassword } from '../people/people.queries.ts'
import { endSessionsOf, openSession, type Tokens } from '../session/session.service.ts'

/**
 * Change the caller's own password. Every session and open recovery link becomes void, so that no
 * earlier token works; the caller continues in a new session (S216). Throws account.password_wrong
 * and the errors of a refused password.
 */
export async function changePassword(
  app: App,
  principal: Principal,
  input: { currentPassword: string; newPassword: string },
  caller: Caller,
): Promise<Tokens> {
  const user = await ownerOfPassword(app, principal, input.currentPassword, caller)
  if (!user) throw fail('account.password_wrong')

  const passwordError = passwordFault(input.newPassword, 'change', principal.role)
  if (passwordError) throw passwordError

  const passwordHash = await hashPassword(input.newPassword)

  return inTransaction(app, async (tx) => {
    const changedRows = await tx.db
      .update(users)
      .set(newPasswordColumns(passwordHash))
      .where(and(eq(users.id, principal.userId), samePassword(user)))
      .returning({ id: users.id })

    if (!changedRows.length) throw fail('account.password_wrong')

    await dropRecoveries(tx, principal.userId)
    await endSessionsOf(tx, principal.userId, 'password change')

    await recordAudit(tx, {
      action: 'password.changed',
      actorId: principal.userId,
      actorName: principal.name,
      targetType: 'user',
      targetId: principal.userId,
      ip: caller.ip,
    })

    return openSession(tx, user, caller)
  })
}
