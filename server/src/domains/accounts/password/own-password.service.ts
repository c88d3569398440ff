import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { userById, type User } from '../people/people.queries.ts'
import { userKnowing } from './credentials.service.ts'

/**
 * Throw account.password_wrong unless this is the caller's own password. Required for every change
 * that a stolen session must not make.
 */
export async function assertPassword(
  app: App,
  principal: Principal,
  password: string,
  caller: Caller,
): Promise<void> {
  if (!(await isOwnPassword(app, principal, password, caller))) throw fail('account.password_wrong')
}

/** Whether an account has a password; an account created by a mailed code has none (Q117). */
export const hasPassword = async (app: App, userId: string): Promise<boolean> =>
  Boolean((await userById(app, userId))?.passwordHash)

/** Whether this is the caller's own password; a wrong password counts like a failed login. */
export const isOwnPassword = async (
  app: App,
  principal: Principal,
  password: string,
  caller: Caller,
): Promise<boolean> => (await ownerOfPassword(app, principal, password, caller)) !== null

/**
 * The caller's row if this is their password, else null. Wrong passwords count against the account,
 * so that a stolen session cannot be used to guess.
 */
export async function ownerOfPassword(
  app: App,
  principal: Principal,
  password: string,
  caller: Caller,
): Promise<User | null> {
  await app.limits.check('login', principal.userId)
  const user = await userKnowing(app, await userById(app, principal.userId), password)
  // Check again after the slow hash, as at login: concurrent guesses must not exceed the limit.
  await app.limits.check('login', principal.userId)
  if (user) return user

  app.log.info({ userId: principal.userId, ip: caller.ip }, 'a wrong current password')
  await app.limits.count('login', principal.userId)

  return null
}
