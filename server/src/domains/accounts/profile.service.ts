import { and, eq, isNull } from 'drizzle-orm'

import { users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import type { User } from './people/people.queries.ts'

/**
 * Change the caller's own name. The audit trail records the change without the name, since the
 * trail remains after the account is erased.
 */
export async function renameOwn(app: App, actor: Actor, name: string): Promise<User> {
  return inTransaction(app, async (tx) => {
    const [after] = await tx.db
      .update(users)
      .set({ name })
      .where(and(eq(users.id, actor.actorId!), isNull(users.deletedAt)))
      .returning()

    if (!after) throw fail('auth.required')

    await recordAudit(tx, {
      ...actor,
      actorName: name,
      action: 'user.renamed',
      targetType: 'user',
      targetId: after.id,
    })

    return after
  })
}
