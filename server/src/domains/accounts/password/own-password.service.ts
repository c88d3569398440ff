import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { userById, type User } from '../people/people.queries.ts'
import { userKnowing } from './credentials.service.ts'

/**
 * Throw account.password_wrong unless this is the caller's own password. Required before anything
 * that a stolen session alone must not do.
 */
export async function assertPassword(
  app: App,
  principal: Principal,
  password: string,
  caller: Caller,
): Promise<void> {
  if (!(await isOwnPassword(app, principal, password, caller))) throw fail('account.password_wrong')
}

/** Whether an account has a password; one created by a mailed code has none (Q117). */
export const hasPassword = async (app: App, userId: string): Promise<boolean> =>
  Boolean((await userById(app, userId))?.passwordHash)

/** Whether this is the caller's own password; wrong ones count like failed logins. */
export const isOwnPassword = async (
  app: App,
  principal: Principal,
  password: string,
  caller: Caller,
): Promise<boolean> => (await ownerOfPassword(app, principal, password, caller)) !== null

/**
 * The caller's row if this is their password, else null. Wrong ones count against the account, so
 * that a stolen session does not help guessing.
 */
export async function ownerOfPassword(
  app: App,
  principal: Principal,
  password: string,
  caller: Caller,
): Promise<User | null> {
  await app.limits.check('login', principal.userId)
  const user = await userKnowing(app, await userById(app, principal.userId), password)
  // Again after the slow hash, as at login: concurrent guesses must not exceed the limit.
  await app.limits.check('login', principal.userId)
  if (user) return user

  app.log.info({ userId: principal.userId, ip: caller.ip }, 'a wrong current password')
  await app.limits.count('login', principal.userId)

  return null
}
