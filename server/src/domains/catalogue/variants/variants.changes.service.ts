import { eq, sql } from 'drizzle-orm'

import { products } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { emptyPublicCache } from '../../../platform/load/public-cache.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'

/**
 * Finish a change of a product's variants: increment its version, empty the public cache, and
 * record the change in the audit trail.
 */
export async function recordProductChange(
  tx: App,
  actor: Actor,
  { productId, ...entry }: { action: string; productId: string; details: Record<string, unknown> },
): Promise<void> {
  await tx.db
    .update(products)
    .set({ updatedAt: tx.clock.now(), version: sql`${products.version} + 1` })
    .where(eq(products.id, productId))

  await emptyPublicCache(tx.db)
  await recordAudit(tx, { targetType: 'product', targetId: productId, ...entry, ...actor })
}
