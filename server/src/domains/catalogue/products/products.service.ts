import type { products as contract } from '@chaveiro/contracts/admin/products'
import { uuid } from '@chaveiro/contracts/shared'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { categories, products } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { emptyPublicCache } from '../../../platform/public-cache.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { changeOf, recordAudit, type Actor } from '../../audit/audit.service.ts'
import { productRoleChanged } from '../../discord-roles/roles.service.ts'
import { queueCuts } from '../uploads/uploads.cuts.service.ts'
import { adminProductOf, type AdminProduct } from './products.admin.queries.ts'

type NewProduct = z.infer<typeof contract.create.body>
type Changes = z.infer<typeof contract.update.body>
type Given = Partial<Omit<NewProduct, 'metadata'>> & { metadata?: Partial<NewProduct['metadata']> }

/** Create a product and empty the public cache. Throws product.category. */
export function createProduct(app: App, input: NewProduct, actor: Actor): Promise<AdminProduct> {
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const id = newId(now.getTime())
    const { name, description, provider } = input
    await tx.db.insert(products).values({
      ...(await columnsOf(tx, input)),
      id,
      name,
      description,
      provider,
      priceCents: cents(input.price),
      categoryId: await categoryId(tx, input.category),
      createdAt: now,
      updatedAt: now,
    })
    return recordChange(tx, actor, 'product.created', { id, before: null })
  })
}

/**
 * Change some fields of a product. With the version the editor read, a change that somebody else
 * made meanwhile throws product.changed with the current product in its reply; without one, the
 * last change wins.
 */
export function updateProduct(
  app: App,
  id: string,
  { version, ...input }: Changes,
  actor: Actor,
): Promise<AdminProduct> {
  return changeProduct(app, id, actor, async (tx, before) => {
    if (version !== undefined && version !== before.version)
      throw fail('product.changed', {}, { product: before, current: before })
    return columnsOf(tx, input)
  })
}

/** Toggle the featured flag. */
export const toggleFeatured = (app: App, id: string, actor: Actor): Promise<AdminProduct> =>
  changeProduct(app, id, actor, async (_tx, before) => ({ isFeatured: !before.isFeatured }))

/**
 * Remove a product from the shop and all lists for good. Orders keep their own copy, unsold keys
 * stay in stock (Q43).
 */
export function removeProduct(app: App, id: string, actor: Actor): Promise<void> {
  return inTransaction(app, async (tx) => {
    const before = await lockProduct(tx, id)
    const now = tx.clock.now()
    await tx.db
      .update(products)
      .set({ deletedAt: now, updatedAt: now, version: before.version + 1 })
      .where(eq(products.id, id))
    await emptyPublicCache(tx.db)
    await recordAudit(tx, {
      action: 'product.deleted',
      targetType: 'product',
      targetId: id,
      details: changeOf(before, null),
      ...actor,
    })
  })
}

type Columns = Partial<typeof products.$inferInsert>

function changeProduct(
  app: App,
  id: string,
  actor: Actor,
  columns: (tx: App, before: AdminProduct) => Promise<Columns>,
): Promise<AdminProduct> {
  return inTransaction(app, async (tx) => {
    const before = await lockProduct(tx, id)
    await tx.db
      .update(products)
      .set({
        ...(await columns(tx, before)),
        updatedAt: tx.clock.now(),
        version: sql`${products.version} + 1`,
      })
      .where(eq(products.id, id))
    return recordChange(tx, actor, 'product.updated', { id, before })
  })
}

async function lockProduct(tx: App, id: string): Promise<AdminProduct> {
  const [locked] = await tx.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
    .for('update')
  if (!locked) throw fail('product.not_found')
  return (await adminProductOf(tx, id))!
}

async function recordChange(
  tx: App,
  actor: Actor,
  action: string,
  { id, before }: { id: string; before: AdminProduct | null },
): Promise<AdminProduct> {
  const after = (await adminProductOf(tx, id))!
  if (before && before.discordRoleId !== after.discordRoleId) await productRoleChanged(tx, id)
  if (before?.image !== after.image) await queueCuts(tx, after.image)
  await emptyPublicCache(tx.db)
  await recordAudit(tx, {
    action,
    targetType: 'product',
    targetId: id,
    details: changeOf(before, after),
    ...actor,
  })
  return after
}

/** The columns of the fields that were given; what was not given is left out. */
async function columnsOf(
  tx: App,
  { price, category, metadata, ...fields }: Given,
): Promise<Columns> {
  const columns: Columns = {
    ...fields,
    priceCents: price === undefined ? undefined : cents(price),
    categoryId: category === undefined ? undefined : await categoryId(tx, category),
    sellerType: metadata?.sellerType,
    level: metadata?.level,
    expirationDays: metadata?.expiration,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function categoryName(category: NewProduct['category']): string {
  if (typeof category === 'string') return category
  return '_id' in category ? category._id : category.id
}

const cents = (price: number): number => Math.round(price * 100)

/**
 * The category of an id, an exact name or a list's object (Q42), locked against deletion until the
 * transaction ends.
 */
async function categoryId(tx: App, category: NewProduct['category']): Promise<string> {
  const wanted = categoryName(category)
  const [found] = await tx.db
    .select({ id: categories.id })
    .from(categories)
    .where(uuid.safeParse(wanted).success ? eq(categories.id, wanted) : eq(categories.name, wanted))
    .for('key share')
  if (!found) throw fail('product.category')
  return found.id
}
