import { and, desc, eq, or } from 'drizzle-orm'
import { auditLog } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { newId } from '../../platform/ids.ts'

export type AuditEntry = { action: string; actorId?: string | null; actorName?: string | null; targetType?: string; targetId?: string; details?: object; ip?: string | null }

/** Write who did what into the trail, in the transaction that did it; no actor means the system, details never hold secrets (Q26). */
export async function recordAudit(tx: App, entry: AuditEntry): Promise<void> {
  const now = tx.clock.now()
  await tx.db.insert(auditLog).values({ id: newId(now.getTime()), createdAt: now, ...entry })
}

/** What a user did and what was done to him, newest first. */
export const historyOf = (app: App, userId: string, limit = 200) =>
  app.db.select().from(auditLog).where(or(eq(auditLog.actorId, userId), and(eq(auditLog.targetType, 'user'), eq(auditLog.targetId, userId)))).orderBy(desc(auditLog.createdAt)).limit(limit)
