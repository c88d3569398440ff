import { and, eq, isNull } from 'drizzle-orm'

import { passwordResets } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { dropChallenges } from '../two-factor/challenges.service.ts'

/**
 * Void open recovery links, unfinished logins and mailed codes: each could be used to undo a new
 * password or a new mail.
 */
export async function dropRecoveries(tx: App, userId: string): Promise<void> {
  await tx.db
    .update(passwordResets)
    .set({ usedAt: tx.clock.now() })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
  await dropChallenges(tx, userId)
}
