import { and, eq } from 'drizzle-orm'

import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { samePassword, userById, type User } from '../people/people.queries.ts'
import { checkPassword, hashPassword, nobodysHash } from './password-hash.ts'

/**
 * The user, as they are now, if this is their password, else null; an unknown user costs the same
 * time (R022), and so does one who has set no password, whatever is given for it (P140). A hash made
 * before passwords were normalised is replaced (Q118): of several logins at once one replaces it,
 * the others find the new one.
 */
export async function userKnowing(
  app: App,
  user: User | null,
  password: string,
): Promise<User | null> {
  const verdict = await checkPassword(user?.passwordHash ?? (await nobodysHash), password)
  if (!user?.passwordHash || !verdict) return null
  if (verdict === 'fits') return user

  const passwordHash = await hashPassword(password)

  const [renewed] = await inTransaction(app, (tx) =>
    tx.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), samePassword(user)))
      .returning(),
  )

  if (renewed) return renewed

  const now = await userById(app, user.id)

  return now?.passwordHash && (await checkPassword(now.passwordHash, password)) === 'fits'
    ? now
    : null
}
