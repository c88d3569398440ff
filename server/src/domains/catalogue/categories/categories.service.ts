import type { categories as contract } from '@chaveiro/contracts/admin/categories'
import { defaultCategory } from '@chaveiro/contracts/product-limits'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { categories, products } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { emptyPublicCache } from '../../../platform/load/public-cache.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { changeOf, recordAudit, type Actor } from '../../audit/audit.service.ts'
import { listCategories, type AdminCategory } from '../products/products.admin.queries.ts'
import { queueCuts } from '../uploads/uploads.cuts.service.ts'

type NewCategory = z.infer<typeof contract.create.body>
type Changes = z.infer<typeof contract.update.body>

/** Create a category. Names are compared without case; throws category.name_taken. */
export function createCategory(app: App, input: NewCategory, actor: Actor): Promise<AdminCategory> {
  return withUniqueName(
    input.name,
    inTransaction(app, async (tx) => {
      const now = tx.clock.now()
      const id = newId(now.getTime())
      await tx.db.insert(categories).values({ ...input, id, createdAt: now, updatedAt: now })

      return recordChange(tx, actor, 'category.created', { id, before: null })
    }),
  )
}

/**
 * Change some fields of a category. Throws category.name_taken, and category.default for a new name
 * of the default category, which receives the products of deleted categories (Q42).
 */
export function updateCategory(
  app: App,
  id: string,
  input: Changes,
  actor: Actor,
): Promise<AdminCategory> {
  return withUniqueName(
    input.name ?? '',
    inTransaction(app, async (tx) => {
      const lockedRow = await lockCategory(tx, id)
      if (lockedRow.isDefault && input.name !== undefined && input.name !== lockedRow.name)
        throw fail('category.default', { name: lockedRow.name })

      const columnValues = Object.fromEntries(
        Object.entries(input).filter(([, value]) => value !== undefined),
      )

      await tx.db
        .update(categories)
        .set({ ...columnValues, updatedAt: tx.clock.now() })
        .where(eq(categories.id, id))

      return recordChange(tx, actor, 'category.updated', { id, before: lockedRow })
    }),
  )
}

/**
 * Delete a category. Its products, including deleted ones, move to the default category (Q43).
 * Returns how many products that are not deleted moved.
 */
export function removeCategory(app: App, id: string, actor: Actor): Promise<number> {
  return inTransaction(app, async (tx) => {
    const lockedRow = await lockCategory(tx, id)
    if (lockedRow.isDefault) throw fail('category.default', { name: lockedRow.name })

    const [general] = await tx.db
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.name, defaultCategory))
      .for('key share')

    const movedRows = await tx.db
      .update(products)
      .set({
        categoryId: general!.id,
        updatedAt: tx.clock.now(),
        version: sql`${products.version} + 1`,
      })
      .where(and(eq(products.categoryId, id), isNull(products.deletedAt)))
      .returning({ id: products.id })

    await tx.db.update(products).set({ categoryId: general!.id }).where(eq(products.categoryId, id))
    await tx.db.delete(categories).where(eq(categories.id, id))
    await emptyPublicCache(tx.db)

    await recordAudit(tx, {
      action: 'category.deleted',
      targetType: 'category',
      targetId: id,
      details: {
        ...changeOf(lockedRow, null),
        movedProducts: movedRows.map((product) => product.id),
      },
      ...actor,
    })

    return movedRows.length
  })
}

async function lockCategory(tx: App, id: string): Promise<AdminCategory> {
  const [locked] = await tx.db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, id))
    .for('update')

  if (!locked) throw fail('category.not_found')

  return (await listCategories(tx, id))[0]!
}

async function recordChange(
  tx: App,
  actor: Actor,
  action: string,
  { id, before }: { id: string; before: AdminCategory | null },
): Promise<AdminCategory> {
  const changedCategory = (await listCategories(tx, id))[0]!
  if (before?.image !== changedCategory.image) await queueCuts(tx, changedCategory.image)
  await emptyPublicCache(tx.db)

  await recordAudit(tx, {
    action,
    targetType: 'category',
    targetId: id,
    details: changeOf(before, changedCategory),
    ...actor,
  })

  return changedCategory
}

// The unique index decides: with a check before the insert, two concurrent requests could use the
// same name.
async function withUniqueName<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isDuplicate(error)) throw fail('category.name_taken', { name })
    throw error
  }
}
