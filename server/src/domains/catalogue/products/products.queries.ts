import type { shopCategory, shopProduct } from '@chaveiro/contracts/catalogue'
import { defaultLanguage, lowStock, type Language } from '@chaveiro/contracts/limits'
import { uuid } from '@chaveiro/contracts/shared'
import { and, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { columns, readAs, rowsOf, value, type RowOf } from '../../../db/rows.ts'
import {
  categories,
  products,
  productSlugs,
  productTexts,
  stockKeys,
} from '../../../db/tables/index.ts'
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

const plainTexts = { name: products.name, description: products.description }
const englishName = sql`coalesce(${productTexts.name}, ${products.name})`
/** What a product is called in English, or else its own name and description (L060). */
const englishTexts = {
  name: readAs(products.name, englishName),
  description: readAs(
    products.description,
    sql`coalesce(${productTexts.summary}, ${products.description})`,
  ),
}
const shown = {
  id: products.id,
  slug: productSlugs.slug,
  priceCents: products.priceCents,
  currency: products.currency,
  image: products.image,
  provider: products.provider,
  status: products.status,
  isFeatured: products.isFeatured,
  sellerType: products.sellerType,
  level: products.level,
  expirationDays: products.expirationDays,
  maxPerOrder: products.maxPerOrder,
  categoryId: categories.id,
  categoryName: categories.name,
  categoryColor: categories.color,
  free: value(sql`k.free`, z.int()),
}
const listed = {
  'pt-BR': columns({ ...shown, ...plainTexts }),
  'en-US': columns({ ...shown, ...englishTexts }),
}
type Row = RowOf<(typeof listed)[Language]>
const texts = {
  'pt-BR': sql``,
  'en-US': sql`left join ${productTexts}
    on ${productTexts.productId} = ${products.id} and ${productTexts.language} = 'en-US'`,
}
const names = { 'pt-BR': sql`${products.name}`, 'en-US': englishName }

/**
 * Products, on sale or not, as the shop shows them in a language. Free keys are counted only as far
 * as the shop distinguishes their number, so a full stock costs no more than a small one.
 */
export async function shownProducts(
  app: App,
  where: SQL,
  language: Language = defaultLanguage,
  order: SQL = sql`${names[language]} collate "pt-BR-x-icu", ${products.id}`,
): Promise<ShopProduct[]> {
  const list = listed[language]
  const rows = await rowsOf(
    app,
    list,
    sql`select ${list}
    from ${products} join ${categories} on ${categories.id} = ${products.categoryId}
      join ${productSlugs} on ${productSlugs.productId} = ${products.id} and ${productSlugs.isCurrent}
      ${texts[language]}
      cross join lateral (select count(*) as free from (
        ${free} and ${products.provider} = 'stock' limit ${lowStock + 1}) few) k
    where ${where} order by ${order}`,
  )
  return rows.map(toView)
}

const select = (app: App, where: SQL, language?: Language): Promise<ShopProduct[]> =>
  shownProducts(app, sql`${onSale} and ${where}`, language)

/**
 * The language in which lists and details are answered: the reader's, as soon as any product has a
 * name or description in it, so that without one nothing is kept twice.
 */
export async function languageShown(app: App, wanted: Language): Promise<Language> {
  if (wanted === defaultLanguage) return wanted
  const isTranslated = await app.publicCache.hold('translated', async () => {
    const [one] = await app.db
      .select({ id: productTexts.productId })
      .from(productTexts)
      .where(
        and(
          eq(productTexts.language, wanted),
          sql`num_nonnulls(${productTexts.name}, ${productTexts.summary}) > 0`,
        ),
      )
      .limit(1)
    return one !== undefined
  })
  return isTranslated ? wanted : defaultLanguage
}

/** A product that is not sold from stock never runs low. */
function stockLevel({ provider, free }: Row): ShopProduct['stock'] {
  if (provider !== 'stock' || free > lowStock) return 'in'
  return free > 0 ? 'low' : 'out'
}

const toView = (row: Row): ShopProduct => ({
  id: row.id,
  _id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  price: toWire(row.priceCents),
  currency: row.currency,
  image: row.image,
  provider: row.provider,
  status: row.status,
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

export const featuredProducts = (app: App, language?: Language): Promise<ShopProduct[]> =>
  select(app, sql`${products.isFeatured}`, language)
export const productsOfCategories = (
  app: App,
  categoryIds: readonly string[],
  language?: Language,
): Promise<ShopProduct[]> => select(app, sql`${products.categoryId} in ${categoryIds}`, language)

/** A product on sale by its id, or by a slug that it has or had. */
export async function productOnSale(
  app: App,
  idOrSlug: string,
  language?: Language,
): Promise<ShopProduct | null> {
  const id = uuid.safeParse(idOrSlug).success
    ? idOrSlug
    : sql`(select s.product_id from product_slugs s where s.slug = ${idOrSlug})`
  return (await select(app, eq(products.id, id), language))[0] ?? null
}

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
