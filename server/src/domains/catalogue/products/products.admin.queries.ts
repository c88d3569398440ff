import type { adminCategory } from '@chaveiro/contracts/admin/categories'
import type { adminProduct } from '@chaveiro/contracts/admin/product-shape'
import type { ProductNumbers, products as contract } from '@chaveiro/contracts/admin/products'
import { defaultCategory } from '@chaveiro/contracts/product-limits'
import type { ProductStatus } from '@chaveiro/contracts/states'
import {
  and,
  count,
  countDistinct,
  eq,
  gt,
  isNull,
  or,
  sql,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import { z } from 'zod'

import { columns, countIf, oneRow, value } from '../../../db/rows.ts'
import { categories, products, productVariants } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { allOf, contains } from '../../../platform/lists/filters.ts'
import { toWire } from '../../../platform/text/money.ts'
import { leadingVariant, lowestPrice, withLeadingVariant } from '../variants/variants.queries.ts'
import { withFigures, type Figures } from './products.figures.queries.ts'

// Products and categories for the back office. The shop's queries are in products.queries.ts.

export type AdminProduct = z.infer<typeof adminProduct>
export type ListedProduct = AdminProduct & Figures
export type AdminCategory = z.infer<typeof adminCategory>
type Query = z.infer<typeof contract.list.query>
export type ProductFilters = Omit<Query, 'page' | 'limit' | 'sort'>

const bothDirections = (column: SQLWrapper) => ({
  up: sql`${column}, ${products.id}`,
  down: sql`${column} desc, ${products.id} desc`,
})

const byName = bothDirections(sql`${products.name} collate "pt-BR-x-icu"`)

const [byPrice, byCreation, byChange] = [
  bothDirections(sql`coalesce(${lowestPrice}, ${productVariants.priceCents})`),
  bothDirections(products.createdAt),
  bothDirections(products.updatedAt),
]

const sortOrders: Record<Query['sort'], SQL> = {
  name: byName.up,
  '-name': byName.down,
  price: byPrice.up,
  '-price': byPrice.down,
  createdAt: byCreation.up,
  '-createdAt': byCreation.down,
  updatedAt: byChange.up,
  '-updatedAt': byChange.down,
}

const productFilter = ({ search, status, provider, category }: ProductFilters): SQL =>
  allOf([
    isNull(products.deletedAt),
    search && or(contains(products.name, search), contains(products.description, search)),
    status && eq(products.status, status),
    provider && eq(productVariants.provider, provider),
    category && sql`(${categories.id}::text = ${category} or ${categories.name} = ${category})`,
  ])

const selectProducts = (app: App) =>
  app.db
    .select({
      product: products,
      variant: productVariants,
      least: sql<number | null>`${lowestPrice}`.mapWith(Number),
      variantCount: sql<number>`(select count(*) from product_variants v
        where v.product_id = ${products.id} and v.deleted_at is null)`.mapWith(Number),
      category: { name: categories.name, color: categories.color },
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(productVariants, eq(productVariants.id, leadingVariant))

type Row = Awaited<ReturnType<typeof selectProducts>>[number]

const adminView = ({ product, variant, least, variantCount, category }: Row): AdminProduct => ({
  id: product.id,
  _id: product.id,
  name: product.name,
  description: product.description,
  price: toWire(variant.priceCents),
  priceFrom: toWire(least ?? variant.priceCents),
  variantCount,
  currency: product.currency,
  provider: variant.provider,
  status: product.status,
  category: { id: product.categoryId, _id: product.categoryId, ...category },
  discordRoleId: variant.discordRoleId,
  isFeatured: product.isFeatured,
  image: product.image,
  metadata: {
    sellerType: variant.sellerType,
    level: variant.level,
    expiration: variant.validityDays ?? 0,
  },
  maxPerOrder: variant.maxQuantity,
  version: product.version,
  createdAt: product.createdAt.toISOString(),
  updatedAt: product.updatedAt.toISOString(),
})

/**
 * A page of products with the count of all matching products. It also returns the number of
 * categories in use, which ignores the filters (Q84).
 */
export async function listProducts(
  app: App,
  { page, limit, sort, ...filters }: Query,
): Promise<{ products: ListedProduct[]; total: number; distinctCategories: number }> {
  const condition = productFilter(filters)

  const countColumns = columns({
    total: value(
      sql`(select count(*) from ${products} ${withLeadingVariant}
        join ${categories} on ${categories.id} = ${products.categoryId} where ${condition})`,
      z.int(),
    ),
    distinctCategories: value(
      sql`(select count(distinct ${products.categoryId}) from ${products} where ${products.deletedAt} is null)`,
      z.int(),
    ),
  })

  const [counts, rows] = await Promise.all([
    oneRow(app, countColumns, sql`select ${countColumns}`),
    selectProducts(app)
      .where(condition)
      .orderBy(sortOrders[sort])
      .limit(limit)
      .offset((page - 1) * limit),
  ])

  return { products: await withFigures(app, rows.map(adminView)), ...counts }
}

/** A batch of an export: the matching products after `last`. */
export const productsAfter = async (
  app: App,
  filters: ProductFilters,
  last: ListedProduct | null,
  limit: number,
): Promise<ListedProduct[]> => {
  const productRows = await selectProducts(app)
    .where(and(productFilter(filters), last ? gt(products.id, last.id) : undefined))
    .orderBy(products.id)
    .limit(limit)

  return withFigures(app, productRows.map(adminView), 'all')
}

/** A product with all fields for staff; null for an unknown or deleted product. */
export async function adminProductOf(app: App, id: string): Promise<AdminProduct | null> {
  const [row] = await selectProducts(app).where(
    and(eq(products.id, id), isNull(products.deletedAt)),
  )
  return row ? adminView(row) : null
}

/**
 * All categories, or only one, each with its number of products. The default category comes first,
 * the others by name.
 */
export async function listCategories(app: App, id: string | null = null): Promise<AdminCategory[]> {
  const categoryRows = await app.db
    .select({ category: categories, productCount: count(products.id) })
    .from(categories)
    .leftJoin(products, and(eq(products.categoryId, categories.id), isNull(products.deletedAt)))
    .where(id ? eq(categories.id, id) : undefined)
    .groupBy(categories.id)
    .orderBy(
      sql`${categories.name} <> ${defaultCategory}`,
      sql`${categories.name} collate "pt-BR-x-icu"`,
    )

  return categoryRows.map(({ category, productCount }) => ({
    ...category,
    _id: category.id,
    productCount,
    isDefault: category.name === defaultCategory,
    createdAt: category.createdAt.toISOString(),
    updatedAt: category.updatedAt.toISOString(),
  }))
}

/** The number of products by status, and the number of categories that contain products. */
export async function productNumbers(app: App): Promise<ProductNumbers> {
  const countWithStatus = (status: ProductStatus) => countIf(eq(products.status, status))

  const [numbers] = await app.db
    .select({
      totalProducts: count(),
      activeProducts: countWithStatus('active'),
      maintenanceProducts: countWithStatus('maintenance'),
      discontinuedProducts: countWithStatus('discontinued'),
      inactiveProducts: countWithStatus('inactive'),
      featuredProducts: countIf(eq(products.isFeatured, true)),
      totalCategories: countDistinct(products.categoryId),
    })
    .from(products)
    .where(isNull(products.deletedAt))

  return numbers!
}
