import { eq, sql } from 'drizzle-orm'

import { roleGrants } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import { rolesChanged } from './roles.service.ts'

/**
 * Assigns or removes a role again at the request of staff, even if its state looks right. Throws
 * role.not_found and chat.unconfigured.
 */
export async function retryRole(app: App, id: string, actor: Actor): Promise<void> {
  if (!app.providers.chat) throw fail('chat.unconfigured')
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    const [grant] = await tx.db
      .update(roleGrants)
      .set({
        state: 'waiting',
        tries: 0,
        turn: sql`${roleGrants.turn} + 1`,
        nextAt: now,
        updatedAt: now,
      })
      .where(eq(roleGrants.id, id))
      .returning()

    if (!grant) throw fail('role.not_found')

    await recordAudit(tx, {
      action: 'role.retried',
      targetType: 'user',
      targetId: grant.userId,
      details: { roleId: grant.roleId, wanted: grant.wanted },
      ...actor,
    })

    await rolesChanged(tx, [grant.userId])
  })
}
