import { and, eq, isNull } from 'drizzle-orm'

import { products } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'

/**
 * Lock a product until the transaction ends. Every change of a product or its variants takes this
 * lock first. Throws product.not_found.
 */
export async function lockProductRow(tx: App, id: string): Promise<void> {
  if (!(await lockIfPresent(tx, id))) throw fail('product.not_found')
}

/** Lock a product unless it is deleted; returns whether it exists. */
export async function lockIfPresent(tx: App, id: string): Promise<boolean> {
  const [lockedRow] = await tx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
    .for('update')
  return lockedRow !== undefined
}
