import { eq } from 'drizzle-orm'

import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Principal } from '../../../platform/http/mount.ts'
import type { Actor } from '../../audit/audit.service.ts'
import { lockAdmins, userById, type User } from './people.queries.ts'

/** A member of staff who acts: their session, and how the audit trail names them. */
export type Staff = { principal: Principal; actor: Actor }

/**
 * The user to be changed, under a lock on the admins: never oneself, never the last admin (Q15,
 * D026). Admins and developers may do the same to each other (Q127). Changes of people come one after
 * the other, so two admins who remove each other leave one.
 */
export async function lockOther(
  tx: App,
  { principal }: Staff,
  userId: string,
  keepsAdmin = false,
): Promise<User> {
  if (principal.userId === userId) throw fail('account.self')

  const admins = await lockAdmins(tx)
  const user = await lockUser(tx, userId)
  if (!keepsAdmin && admins.length === 1 && admins[0] === userId) throw fail('account.last_admin')

  // The caller may have been banned or demoted while they waited for the lock.
  const asking = await userById(tx, principal.userId)
  if (!asking || asking.isBanned || asking.role !== principal.role) throw fail('auth.forbidden')

  return user
}

export async function lockUser(tx: App, userId: string): Promise<User> {
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const user = await userById(tx, userId)
  if (!user) throw fail('account.not_found')

  return user
}
