import { and, eq, inArray, isNotNull } from 'drizzle-orm'

import { stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import type { StockKey } from './stock.admin.service.ts'

/**
 * Revoke the used keys of a refunded order with their licences. Revoked keys are never sold again
 * (Q37).
 */
export async function revokeUsedKeys(tx: App, ids: readonly string[]): Promise<void> {
  if (ids.length)
    await tx.db
      .update(stockKeys)
      .set({ status: 'revoked', updatedAt: tx.clock.now() })
      .where(and(inArray(stockKeys.id, [...ids]), eq(stockKeys.status, 'used')))
}

/** Restore keys that were revoked, together with their licences. */
export async function restoreUsedKeys(tx: App, ids: readonly string[]): Promise<void> {
  if (ids.length)
    await tx.db
      .update(stockKeys)
      .set({ status: 'used', updatedAt: tx.clock.now() })
      .where(
        and(
          inArray(stockKeys.id, [...ids]),
          eq(stockKeys.status, 'revoked'),
          isNotNull(stockKeys.unitId),
        ),
      )
}

/**
 * Revoke a delivered key that another key replaces. The revoked key leaves its unit, and is still
 * treated as sold.
 */
export async function retireKey(tx: App, key: StockKey, actor: Actor): Promise<void> {
  await tx.db
    .update(stockKeys)
    .set({ status: 'revoked', unitId: null, handledBy: actor.actorId, updatedAt: tx.clock.now() })
    .where(eq(stockKeys.id, key.id))

  await recordAudit(tx, {
    action: 'stock.status',
    targetType: 'stock',
    targetId: key.id,
    details: { before: { status: key.status }, after: { status: 'revoked' }, replaced: true },
    ...actor,
  })
}
