import type { shopCategory, shopProduct } from '@chaveiro/contracts/catalogue'
import { lowStock } from '@chaveiro/contracts/limits'
import { and, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { columns, rowsOf, value, type RowOf } from '../../../db/rows.ts'
import { categories, products, stockKeys } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { toWire } from '../../../platform/money.ts'

export type ShopProduct = z.infer<typeof shopProduct>
export type ShopCategory = z.infer<typeof shopCategory>

export const onSale = sql`${products.status} = 'active' and ${products.deletedAt} is null and ${categories.active}`

const free = sql`select 1 from ${stockKeys}
  where ${stockKeys.productId} = ${products.id} and ${stockKeys.status} = 'available'`

/**
 * Whether a product can be bought now: a free key, or any number of what is not sold from stock.
 */
export const isInStock = sql`(${products.provider} <> 'stock' or exists (${free}))`

const listed = columns({
  id: products.id,
  name: products.name,
  description: products.description,
  priceCents: products.priceCents,
  currency: products.currency,
  image: products.image,
  provider: products.provider,
  isFeatured: products.isFeatured,
  sellerType: products.sellerType,
  level: products.level,
  expirationDays: products.expirationDays,
  maxPerOrder: products.maxPerOrder,
  categoryId: categories.id,
  categoryName: categories.name,
  categoryColor: categories.color,
  free: value(sql`k.free`, z.int()),
})
type Row = RowOf<typeof listed>

/**
 * Products on sale. Free keys are counted only as far as the shop distinguishes their number, so a
 * full stock costs no more than a small one.
 */
async function select(app: App, where: SQL): Promise<ShopProduct[]> {
  const rows = await rowsOf(
    app,
    listed,
    sql`select ${listed}
    from ${products} join ${categories} on ${categories.id} = ${products.categoryId}
      cross join lateral (select count(*) as free from (
        ${free} and ${products.provider} = 'stock' limit ${lowStock + 1}) few) k
    where ${onSale} and ${where} order by ${products.name} collate "pt-BR-x-icu", ${products.id}`,
  )
  return rows.map(toView)
}

/** A product that is not sold from stock never runs low. */
function stockLevel({ provider, free }: Row): ShopProduct['stock'] {
  if (provider !== 'stock' || free > lowStock) return 'in'
  return free > 0 ? 'low' : 'out'
}

const toView = (row: Row): ShopProduct => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  description: row.description,
  price: toWire(row.priceCents),
  currency: row.currency,
  image: row.image,
  provider: row.provider,
  status: 'active',
  isFeatured: row.isFeatured,
  category: {
    id: row.categoryId,
    _id: row.categoryId,
    name: row.categoryName,
    color: row.categoryColor,
  },
  stock: stockLevel(row),
  metadata: { sellerType: row.sellerType, level: row.level, expiration: row.expirationDays },
  maxPerOrder: row.maxPerOrder,
})

export const featuredProducts = (app: App): Promise<ShopProduct[]> =>
  select(app, sql`${products.isFeatured}`)
export const productsOfCategories = (
  app: App,
  categoryIds: readonly string[],
): Promise<ShopProduct[]> => select(app, sql`${products.categoryId} in ${categoryIds}`)
export const productOnSale = async (app: App, id: string): Promise<ShopProduct | null> =>
  (await select(app, eq(products.id, id)))[0] ?? null

/** Products on sale by their ids, in the order given. */
export async function productsByIds(app: App, ids: readonly string[]): Promise<ShopProduct[]> {
  if (!ids.length) return []
  const found = new Map(
    (await select(app, inArray(products.id, [...ids]))).map((product) => [product.id, product]),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}

export async function activeCategories(app: App): Promise<ShopCategory[]> {
  const rows = await app.db
    .select({
      id: categories.id,
      name: categories.name,
      description: categories.description,
      image: categories.image,
      color: categories.color,
      productCount: count(products.id),
    })
    .from(categories)
    .leftJoin(
      products,
      and(
        eq(products.categoryId, categories.id),
        eq(products.status, 'active'),
        isNull(products.deletedAt),
      ),
    )
    .where(eq(categories.active, true))
    .groupBy(categories.id)
    .orderBy(sql`${categories.name} collate "pt-BR-x-icu"`)
  return rows.map((row) => ({ ...row, _id: row.id }))
}
