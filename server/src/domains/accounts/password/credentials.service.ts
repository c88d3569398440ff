import { and, eq } from 'drizzle-orm'

import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { samePassword, userById, type User } from '../people/people.queries.ts'
import { checkPassword, hashPassword, nobodysHash } from './password-hash.ts'

/**
 * The stored user if the password is theirs, else null. The check takes the same time for an
 * unknown user (R022) and for a user without a password (P140). A hash from before passwords were
 * normalised is replaced (Q118). Of concurrent logins one replaces the hash, and the others check
 * the new hash.
 */
export async function userKnowing(
  app: App,
  user: User | null,
  password: string,
): Promise<User | null> {
  const checkResult = await checkPassword(user?.passwordHash ?? (await nobodysHash), password)
  if (!user?.passwordHash || !checkResult) return null
  if (checkResult === 'fits') return user

  const passwordHash = await hashPassword(password)

  const [renewed] = await inTransaction(app, (tx) =>
    tx.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), samePassword(user)))
      .returning(),
  )

  if (renewed) return renewed

  const currentUser = await userById(app, user.id)

  return currentUser?.passwordHash &&
    (await checkPassword(currentUser.passwordHash, password)) === 'fits'
    ? currentUser
    : null
}
