import { and, eq, isNull } from 'drizzle-orm'

import { passwordResets } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { dropChallenges } from '../two-factor/challenges.service.ts'

/** A new password or mail makes open recovery links, half-done logins and mailed codes void. */
export async function dropRecoveries(tx: App, userId: string): Promise<void> {
  await tx.db
    .update(passwordResets)
    .set({ usedAt: tx.clock.now() })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
  await dropChallenges(tx, userId)
}
