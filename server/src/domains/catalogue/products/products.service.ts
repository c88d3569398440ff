import type { products as contract } from '@chaveiro/contracts/admin/products'
import type { Currency } from '@chaveiro/contracts/limits'
import { uuid } from '@chaveiro/contracts/shared'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'

import { categories, products, productVariants } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail, invalid } from '../../../platform/errors.ts'
import { setEachState, type BulkRow } from '../../../platform/lists/bulk.ts'
import { emptyPublicCache } from '../../../platform/load/public-cache.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { changeOf, recordAudit, type Actor } from '../../audit/audit.service.ts'
import { assertNothingPlanned } from '../prices/prices.service.ts'
import { queueCuts } from '../uploads/uploads.cuts.service.ts'
import { notePrices } from '../variants/price-history.service.ts'
import { lockIfPresent, lockProductRow } from '../variants/product-lock.service.ts'
import type { Variant } from '../variants/variants.admin.queries.ts'
import { firstPrice, lockVariants, writeVariant } from '../variants/variants.service.ts'
import { adminProductOf, type AdminProduct } from './products.admin.queries.ts'

type NewProduct = z.infer<typeof contract.create.body>
type Changes = z.infer<typeof contract.update.body>
type GivenFields = Partial<Omit<NewProduct, 'metadata'>> & {
  metadata?: Partial<NewProduct['metadata']>
}

/**
 * Create a product with its first variant and empty the public cache. Throws product.category and
 * variant.delivery.
 */
export function createProduct(app: App, input: NewProduct, actor: Actor): Promise<AdminProduct> {
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const id = newId(now.getTime())
    const { name, description } = input
    const baseColumns = { id, createdAt: now, updatedAt: now }

    await tx.db.insert(products).values({
      ...(await productColumns(tx, input)),
      ...baseColumns,
      name,
      description,
      categoryId: await categoryId(tx, input.category),
    })

    // A licence server needs a validity to create a key.
    if (input.provider === 'keyauth' && input.metadata.expiration === null)
      throw fail('variant.delivery', { fields: ['validityDays'] }, { fields: ['validityDays'] })

    // The first variant has the id of the product (L001).
    const firstVariant = { ...baseColumns, productId: id, priceCents: centsFromWire(input.price) }
    await tx.db
      .insert(productVariants)
      .values({ ...variantColumns(input), ...firstVariant, position: 0 })
    await notePrices(tx, firstPrice(firstVariant, actor))

    return recordChange(tx, actor, 'product.created', { id, before: null })
  })
}

/**
 * Change some fields of a product. Throws product.changed, with the current product in the reply,
 * if the product changed since `version`; without a version the last change wins. Price, delivery,
 * validity, role and limit are written to the leading variant.
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

    await changeLeading(tx, id, input, actor)
    const { currency } = input
    if (currency && currency !== before.currency) await changeCurrency(tx, id, { currency, actor })

    return productColumns(tx, input)
  })
}

/**
 * Record each variant's price again, since the same number is another price in the new currency.
 * Throws price.currency.
 */
async function changeCurrency(
  tx: App,
  id: string,
  { currency, actor }: { currency: Currency; actor: Actor },
): Promise<void> {
  await assertNothingPlanned(tx, id)
  const lockedVariants = await lockVariants(tx, id)
  const cause = 'currency' as const
  await notePrices(
    tx,
    ...lockedVariants.map((row) => ({ ...firstPrice(row, actor), currency, cause })),
  )
}

/** Apply those fields of a product that belong to its leading variant. */
async function changeLeading(tx: App, id: string, input: GivenFields, actor: Actor): Promise<void> {
  const columns = variantColumns(input)
  if (!Object.keys(columns).length) return

  const lockedVariants = await lockVariants(tx, id)
  const leading = lockedVariants.find((variant) => variant.active) ?? lockedVariants[0]!

  await writeVariant(tx, leading, staysForLife(leading, columns), {
    actor,
    quantities: ['maxPerOrder'],
  })
}

/**
 * The API shows a permanent validity as 0 days, so 0 leaves a permanent variant unchanged. For
 * another variant 0 throws request.invalid: a validity must not become permanent by accident.
 */
function staysForLife(leading: Variant, columns: VariantColumns): VariantColumns {
  if (columns.validityDays !== 0) return columns
  if (leading.validityDays !== null) throw invalid(['metadata.expiration'])

  return { ...columns, validityDays: null }
}

/** Set the status of many products: all of them, or none when one fails (P409). */
export const setStatuses = (
  app: App,
  rows: readonly BulkRow<AdminProduct['status']>[],
  actor: Actor,
) =>
  changeEach(app, rows, {
    stateOf: ({ status }) => status,
    change: (tx, id, status) => updateProduct(tx, id, { status }, actor),
  })

/**
 * Move many products to a category: all of them, or none when one fails. Throws product.category.
 */
export const setCategories = (app: App, rows: readonly BulkRow<string>[], actor: Actor) =>
  changeEach(app, rows, {
    stateOf: ({ category }) => category.id,
    change: (tx, id, category) => updateProduct(tx, id, { category }, actor),
  })

type Change<S> = {
  stateOf(product: AdminProduct): S
  change(tx: App, id: string, to: S): Promise<AdminProduct>
}

function changeEach<S>(app: App, rows: readonly BulkRow<S>[], { stateOf, change }: Change<S>) {
  const bulkState = (product: AdminProduct) => ({
    name: product.name,
    state: stateOf(product),
    version: String(product.version),
  })

  return setEachState(
    app,
    rows,
    async (tx, id) =>
      (await lockIfPresent(tx, id)) ? bulkState((await adminProductOf(tx, id))!) : null,
    async (tx, id, to) => bulkState(await change(tx, id, to)),
  )
}

/** Toggle the featured flag. */
export const toggleFeatured = (app: App, id: string, actor: Actor): Promise<AdminProduct> =>
  changeProduct(app, id, actor, async (_tx, before) => ({ isFeatured: !before.isFeatured }))

/**
 * Remove a product permanently from the shop and all lists. Orders have a copy of the product, and
 * unsold keys stay in stock (Q43).
 */
export function removeProduct(app: App, id: string, actor: Actor): Promise<void> {
  return inTransaction(app, async (tx) => {
    const lockedRow = await lockProduct(tx, id)
    const now = tx.clock.now()

    await tx.db
      .update(products)
      .set({ deletedAt: now, updatedAt: now, version: lockedRow.version + 1 })
      .where(eq(products.id, id))

    await emptyPublicCache(tx.db)

    await recordAudit(tx, {
      action: 'product.deleted',
      targetType: 'product',
      targetId: id,
      details: changeOf(auditView(lockedRow), null),
      ...actor,
    })
  })
}

type ProductColumns = Partial<typeof products.$inferInsert>

function changeProduct(
  app: App,
  id: string,
  actor: Actor,
  columns: (tx: App, before: AdminProduct) => Promise<ProductColumns>,
): Promise<AdminProduct> {
  return inTransaction(app, async (tx) => {
    const lockedRow = await lockProduct(tx, id)

    await tx.db
      .update(products)
      .set({
        ...(await columns(tx, lockedRow)),
        updatedAt: tx.clock.now(),
        version: sql`${products.version} + 1`,
      })
      .where(eq(products.id, id))

    return recordChange(tx, actor, 'product.updated', { id, before: lockedRow })
  })
}

async function lockProduct(tx: App, id: string): Promise<AdminProduct> {
  await lockProductRow(tx, id)
  return (await adminProductOf(tx, id))!
}

/**
 * The fields of a product for the audit trail. Fields computed from variants are left out, since
 * changes of variants have entries of their own.
 */
const auditView = ({ priceFrom: _priceFrom, variantCount: _variantCount, ...own }: AdminProduct) =>
  own

async function recordChange(
  tx: App,
  actor: Actor,
  action: string,
  { id, before }: { id: string; before: AdminProduct | null },
): Promise<AdminProduct> {
  const changedProduct = (await adminProductOf(tx, id))!
  if (before?.image !== changedProduct.image) await queueCuts(tx, changedProduct.image)
  await emptyPublicCache(tx.db)

  await recordAudit(tx, {
    action,
    targetType: 'product',
    targetId: id,
    details: changeOf(before && auditView(before), auditView(changedProduct)),
    ...actor,
  })

  return changedProduct
}

/** The columns of the submitted fields; missing fields change nothing. */
async function productColumns(
  tx: App,
  { name, description, currency, status, isFeatured, image, category }: GivenFields,
): Promise<ProductColumns> {
  return definedColumns({
    name,
    description,
    currency,
    status,
    isFeatured,
    image,
    categoryId: category === undefined ? undefined : await categoryId(tx, category),
  })
}

type VariantColumns = Partial<typeof productVariants.$inferInsert>

const variantColumns = ({
  price,
  provider,
  discordRoleId,
  maxPerOrder,
  metadata,
}: GivenFields): VariantColumns =>
  definedColumns({
    priceCents: price === undefined ? undefined : centsFromWire(price),
    provider,
    discordRoleId,
    maxQuantity: maxPerOrder,
    sellerType: metadata?.sellerType,
    level: metadata?.level,
    validityDays: metadata?.expiration,
  })

const definedColumns = <C extends object>(columns: C): Partial<C> =>
  Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Partial<C>

function categoryName(category: NewProduct['category']): string {
  if (typeof category === 'string') return category
  return '_id' in category ? category._id : category.id
}

const centsFromWire = (price: number): number => Math.round(price * 100)

/**
 * The id of a category that is given as id, exact name or object (Q42). The category is locked
 * against deletion until the transaction ends.
 */
async function categoryId(tx: App, category: NewProduct['category']): Promise<string> {
  const categoryText = categoryName(category)

  const [found] = await tx.db
    .select({ id: categories.id })
    .from(categories)
    .where(
      uuid.safeParse(categoryText).success
        ? eq(categories.id, categoryText)
        : eq(categories.name, categoryText),
    )
    .for('key share')

  if (!found) throw fail('product.category')

  return found.id
}
