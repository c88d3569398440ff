import { and, eq, inArray } from 'drizzle-orm'
import { stockKeys } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/** Used keys of a refunded order are revoked with their licences, never sold again (Q37). */
export async function revokeUsedKeys(tx: App, ids: readonly string[]): Promise<void> {
  if (ids.length) await tx.db.update(stockKeys).set({ status: 'revoked', updatedAt: tx.clock.now() }).where(and(inArray(stockKeys.id, [...ids]), eq(stockKeys.status, 'used')))
}
