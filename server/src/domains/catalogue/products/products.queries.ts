import type { shopCategory, shopProduct } from '@chaveiro/contracts/catalogue'
import { defaultLanguage, type Language } from '@chaveiro/contracts/limits'
import { uuid } from '@chaveiro/contracts/shared'
import { and, count, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { isInShop } from '../../../db/on-sale.ts'
import { columns, readAs, rowsOf, value, type RowOf } from '../../../db/rows.ts'
import {
  categories,
  products,
  productSlugs,
  productTexts,
  productVariants,
  reviewTotals,
  siteSettings,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { toWire } from '../../../platform/text/money.ts'
import {
  hasVariantOnSale,
  offersOfProduct,
  stockLevel,
  variantsOnSale,
  withLeadingVariant,
  type ShopVariant,
} from '../variants/variants.queries.ts'

export type ShopProduct = z.infer<typeof shopProduct>
export type ShopCategory = z.infer<typeof shopCategory>

/**
 * Whether the shop shows a product: the product and its category are active, and a variant is on
 * sale.
 */
export const onSale = sql`${isInShop} and ${hasVariantOnSale}`

const ownTextColumns = { name: products.name, description: products.description }
const englishName = sql`coalesce(${productTexts.name}, ${products.name})`

/** English name and description, or the untranslated ones where a translation is missing (L060). */
const englishTexts = {
  name: readAs(products.name, englishName),
  description: readAs(
    products.description,
    sql`coalesce(${productTexts.summary}, ${products.description})`,
  ),
}

const shopColumns = {
  id: products.id,
  ownName: products.name,
  slug: productSlugs.slug,
  priceCents: productVariants.priceCents,
  currency: products.currency,
  image: products.image,
  provider: productVariants.provider,
  status: products.status,
  isFeatured: products.isFeatured,
  discordRoleId: productVariants.discordRoleId,
  sellerType: productVariants.sellerType,
  level: productVariants.level,
  compareAtCents: productVariants.compareAtCents,
  validityDays: productVariants.validityDays,
  maxPerOrder: productVariants.maxQuantity,
  categoryId: categories.id,
  categoryName: categories.name,
  categoryNameEn: categories.nameEn,
  categoryColor: categories.color,
  reviews: value(sql`coalesce(${reviewTotals.n}, 0)`, z.int()),
  stars: value(sql`coalesce(${reviewTotals.stars}, 0)`, z.int()),
  free: value(sql`offers.free`, z.int()),
  variantCount: value(sql`offers.n`, z.int()),
  least: readAs(
    productVariants.priceCents,
    sql`coalesce(offers.least, ${productVariants.priceCents})`,
  ),
  most: readAs(
    productVariants.priceCents,
    sql`coalesce(offers.most, ${productVariants.priceCents})`,
  ),
}

const columnsByLanguage = {
  'pt-BR': columns({ ...shopColumns, ...ownTextColumns }),
  'en-US': columns({ ...shopColumns, ...englishTexts }),
}

type Row = RowOf<(typeof columnsByLanguage)[Language]>

const textColumns = {
  'pt-BR': sql``,
  'en-US': sql`left join ${productTexts}
    on ${productTexts.productId} = ${products.id} and ${productTexts.language} = 'en-US'`,
}

/** The rating totals of a product, unless reviews are switched off. */
const withReviews = sql`left join ${reviewTotals} on ${reviewTotals.productId} = ${products.id}
  and not exists (select 1 from ${siteSettings}
    where ${siteSettings.values} ->> 'reviewsMode' = 'off')`

const nameColumns = { 'pt-BR': sql`${products.name}`, 'en-US': englishName }

async function selectRows(
  app: App,
  where: SQL,
  language: Language = defaultLanguage,
  order: SQL = sql`${nameColumns[language]} collate "pt-BR-x-icu", ${products.id}`,
): Promise<Row[]> {
  const listColumns = columnsByLanguage[language]
  return rowsOf(
    app,
    listColumns,
    sql`select ${listColumns}
    from ${products} join ${categories} on ${categories.id} = ${products.categoryId}
      join ${productSlugs} on ${productSlugs.productId} = ${products.id} and ${productSlugs.isCurrent}
      ${textColumns[language]}
      ${withReviews} ${withLeadingVariant} ${offersOfProduct}
    where ${where} order by ${order}`,
  )
}

/**
 * Products in the form of shop pages, in a language, on sale or not. Each product has the fields of
 * its leading variant, and the price range and best stock level of all variants on sale.
 */
export const shownProducts = async (
  ...asked: Parameters<typeof selectRows>
): Promise<ShopProduct[]> => (await selectRows(...asked)).map(shopView)

const selectOnSale = (app: App, where: SQL, language?: Language): Promise<ShopProduct[]> =>
  shownProducts(app, sql`${onSale} and ${where}`, language)

/**
 * The language of lists and details: the reader's language if any product is translated into that
 * language, else the default. So a shop without translations caches each reply only once.
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

const shopView = (row: Row): ShopProduct => ({
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
  discordRoleId: row.discordRoleId,

  category: {
    id: row.categoryId,
    _id: row.categoryId,
    name: row.categoryName,
    nameEn: row.categoryNameEn,
    color: row.categoryColor,
  },

  stock: stockLevel(row.free),
  metadata: {
    sellerType: row.sellerType,
    level: row.level,
    expiration: row.validityDays ?? 0,
  },
  maxPerOrder: row.maxPerOrder,
  priceFrom: toWire(row.least),
  priceTo: toWire(row.most),
  variantCount: row.variantCount,
  compareAtPrice:
    row.variantCount > 1 || row.compareAtCents === null ? null : toWire(row.compareAtCents),
  rating: row.reviews
    ? { average: Math.round((row.stars * 10) / row.reviews) / 10, count: row.reviews }
    : null,
})

export const featuredProducts = (app: App, language?: Language): Promise<ShopProduct[]> =>
  selectOnSale(app, sql`${products.isFeatured}`, language)

export const productsOfCategories = (
  app: App,
  categoryIds: readonly string[],
  language?: Language,
): Promise<ShopProduct[]> =>
  selectOnSale(app, sql`${products.categoryId} in ${categoryIds}`, language)

/**
 * A product on sale with its variants on sale, found by its id or by its present or an earlier
 * slug.
 */
export async function productOnSale(
  app: App,
  idOrSlug: string,
  language?: Language,
): Promise<(ShopProduct & { variants: ShopVariant[] }) | null> {
  const id = uuid.safeParse(idOrSlug).success
    ? idOrSlug
    : sql`(select s.product_id from product_slugs s where s.slug = ${idOrSlug})`
  const [product] = await selectOnSale(app, sql`${products.id} = ${id}`, language)

  return product ? { ...product, variants: await variantsOnSale(app, product, language) } : null
}

/**
 * A product on sale by the id of one of its variants. The first variant has the id of the product
 * (L001).
 */
export const productOfVariant = async (app: App, variantId: string): Promise<ShopProduct | null> =>
  (
    await selectOnSale(
      app,
      sql`${products.id} = (select v.product_id from product_variants v where v.id = ${variantId})`,
    )
  )[0] ?? null

/**
 * Products on sale by their ids, in this order, with descriptions in a language. Names stay
 * untranslated, since search finds products by the untranslated name (L060).
 */
export async function productsFound(
  app: App,
  ids: readonly string[],
  language: Language,
): Promise<ShopProduct[]> {
  if (!ids.length) return []

  const foundRows = await selectRows(
    app,
    sql`${onSale} and ${inArray(products.id, [...ids])}`,
    language,
  )
  const viewById = new Map(
    foundRows.map((row) => [row.id, shopView({ ...row, name: row.ownName })]),
  )

  return ids.flatMap((id) => viewById.get(id) ?? [])
}

export async function activeCategories(app: App): Promise<ShopCategory[]> {
  const categoryRows = await app.db
    .select({
      id: categories.id,
      name: categories.name,
      nameEn: categories.nameEn,
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
        hasVariantOnSale,
      ),
    )
    .where(eq(categories.active, true))
    .groupBy(categories.id)
    .orderBy(sql`${categories.name} collate "pt-BR-x-icu"`)
  return categoryRows.map((row) => ({ ...row, _id: row.id }))
}
