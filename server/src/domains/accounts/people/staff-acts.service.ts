import { eq } from 'drizzle-orm'

import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Principal } from '../../../platform/http/mount.ts'
import type { Actor } from '../../audit/audit.service.ts'
import { lockAdmins, userById, type User } from './people.queries.ts'

/**
 * A member of staff who changes another account: their session, and their name in the audit trail.
 */
export type Staff = { principal: Principal; actor: Actor }

/**
 * Lock the admins and the user to change, and return that user. Refuses the caller and the last
 * admin (Q15, D026). `keepsAdmin` is for changes after which an admin is still an admin. Admins and
 * developers have the same rights over each other (Q127). Throws account.self, account.not_found,
 * account.last_admin and auth.forbidden.
 */
export async function lockOther(
  tx: App,
  { principal }: Staff,
  userId: string,
  keepsAdmin = false,
): Promise<User> {
  if (principal.userId === userId) throw fail('account.self')

  const lockedAdmins = await lockAdmins(tx)
  const user = await lockUser(tx, userId)
  if (!keepsAdmin && lockedAdmins.length === 1 && lockedAdmins[0] === userId)
    throw fail('account.last_admin')

  // The caller may have been banned or demoted while they waited for the lock.
  const callerNow = await userById(tx, principal.userId)
  if (!callerNow || callerNow.isBanned || callerNow.role !== principal.role)
    throw fail('auth.forbidden')

  return user
}

/**
 * Lock a user until the transaction ends, and read them under the lock. Throws account.not_found.
 */
export async function lockUser(tx: App, userId: string): Promise<User> {
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const user = await userById(tx, userId)
  if (!user) throw fail('account.not_found')

  return user
}
