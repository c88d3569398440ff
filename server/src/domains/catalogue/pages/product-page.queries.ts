import type { productPage } from '@chaveiro/contracts/catalogue'
import { defaultLanguage, type Language } from '@chaveiro/contracts/limits'
import { richText, type RichText } from '@chaveiro/contracts/rich-text'
import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value, type RowOf } from '../../../db/rows.ts'
import {
  categories,
  productImages,
  productRelated,
  products,
  productSlugs,
  productTexts,
  productVariants,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { onSale, shownProducts, type ShopProduct } from '../products/products.queries.ts'
import {
  toShopVariant,
  variantsOfProduct,
  withLeadingVariant,
} from '../variants/variants.queries.ts'

type Page = z.infer<typeof productPage>

const writtenText = z.object({
  language: z.string(),
  trees: z.record(z.string(), z.unknown()),
  seoTitle: z.string().nullable(),
  seoDescription: z.string().nullable(),
})

type WrittenText = z.infer<typeof writtenText>

const imageShape = z.object({
  url: z.string(),
  altPt: z.string(),
  altEn: z.string(),
  width: z.int(),
  height: z.int(),
})

/** Rows of another table as a single column: an array, empty when there are no rows. */
const rowsAsList = <T>(statement: ReturnType<typeof sql>, shape: z.ZodType<T, T>) =>
  value(sql`coalesce((${statement}), '[]')`, z.array(shape))

const pageColumns = columns({
  id: products.id,
  slug: value(
    sql`(select c.slug from product_slugs c where c.product_id = ${products.id} and c.is_current)`,
    z.string(),
  ),
  categoryId: products.categoryId,
  isAvailable: value(sql`(${onSale})`, z.boolean()),
  provider: productVariants.provider,
  validityDays: productVariants.validityDays,
  chatRole: value(sql`(${productVariants.discordRoleId} is not null)`, z.boolean()),
  variants: variantsOfProduct,

  // Only buyers with a licence may read the guide, so this query leaves it out (L054).
  texts: rowsAsList(
    sql`select jsonb_agg(jsonb_build_object('language', ${productTexts.language},
        'trees', ${productTexts.trees} - 'guide', 'seoTitle', ${productTexts.seoTitle},
        'seoDescription', ${productTexts.seoDescription}))
      from ${productTexts} where ${productTexts.productId} = ${products.id}`,
    writtenText,
  ),

  images: rowsAsList(
    sql`select jsonb_agg(jsonb_build_object('url', ${productImages.url}, 'altPt', ${productImages.altPt},
        'altEn', ${productImages.altEn}, 'width', ${productImages.width}, 'height', ${productImages.height})
        order by ${productImages.position})
      from ${productImages} where ${productImages.productId} = ${products.id}`,
    imageShape,
  ),

  related: rowsAsList(
    sql`select jsonb_agg(${productRelated.relatedId} order by ${productRelated.position})
      from ${productRelated} where ${productRelated.productId} = ${products.id}`,
    z.string(),
  ),
})

type PageRow = RowOf<typeof pageColumns>

/**
 * The page of a slug in a language; null for an unknown slug or a deleted product. It takes at most
 * three queries.
 */
export async function productPageOf(
  app: App,
  slug: string,
  language: Language,
): Promise<Page | null> {
  const [row] = await rowsOf(
    app,
    pageColumns,
    sql`select ${pageColumns} from ${productSlugs}
      join ${products} on ${products.id} = ${productSlugs.productId}
      join ${categories} on ${categories.id} = ${products.categoryId}
      ${withLeadingVariant}
      where ${productSlugs.slug} = ${slug} and ${products.deletedAt} is null`,
  )

  if (!row) return null

  const cards = await loadCards(app, row, language)
  const product = cards.get(row.id)
  // Null if the product was deleted between the two queries.
  if (!product) return null

  const chosenCards = row.related.flatMap((id) => cards.get(id) ?? [])

  return {
    success: true,
    product,
    variants: row.isAvailable ? row.variants.map(toShopVariant(product.currency, language)) : [],
    isAvailable: row.isAvailable,
    movedTo: row.slug === slug ? null : row.slug,
    images: row.images.map(({ altPt, altEn, ...picture }) => ({
      ...picture,
      alt: (language === 'en-US' && altEn) || altPt,
    })),
    ...localizedTexts(row.texts, language),
    delivered: {
      delivery: row.provider === 'manual' ? 'by_staff' : 'at_once',
      validityDays: row.validityDays,
      chatRole: row.chatRole,
    },
    related: chosenCards.length ? chosenCards : await sameCategory(app, row, language),
  }
}

/** The product and its related products on sale, by id. */
async function loadCards(
  app: App,
  { id, related }: PageRow,
  language: Language,
): Promise<Map<string, ShopProduct>> {
  const relatedOnSale = related.length
    ? sql`or (${onSale} and ${inArray(products.id, related)})`
    : sql``

  const cards = await shownProducts(
    app,
    sql`${products.deletedAt} is null and (${products.id} = ${id} ${relatedOnSale})`,
    language,
  )

  return new Map(cards.map((card) => [card.id, card]))
}

const sameCategory = (
  app: App,
  { id, categoryId }: PageRow,
  language: Language,
): Promise<ShopProduct[]> =>
  shownProducts(
    app,
    sql`${onSale} and ${products.categoryId} = ${categoryId} and ${products.id} <> ${id}`,
    language,
    sql`${products.isFeatured} desc, ${products.createdAt} desc, ${products.id} desc limit 4`,
  )

/** The texts of a page. A text that is missing in the reader's language is shown in pt-BR. */
function localizedTexts(
  texts: readonly WrittenText[],
  language: Language,
): Pick<Page, 'texts' | 'seo'> {
  const ownTexts = texts.find((one) => one.language === language)
  const fallbackTexts = texts.find((one) => one.language === defaultLanguage)
  const tree = (field: keyof Page['texts']) =>
    readTree(ownTexts?.trees[field]) ?? readTree(fallbackTexts?.trees[field])
  const lineOfField = (field: 'seoTitle' | 'seoDescription') =>
    ownTexts?.[field] ?? fallbackTexts?.[field] ?? null

  return {
    texts: {
      body: tree('body'),
      requirements: tree('requirements'),
      includes: tree('includes'),
    },
    seo: { title: lineOfField('seoTitle'), description: lineOfField('seoDescription') },
  }
}

/** A stored tree; null when it is missing, empty or invalid. */
function readTree(kept: unknown): RichText | null {
  const tree = richText.safeParse(kept).data
  return tree?.length ? tree : null
}
