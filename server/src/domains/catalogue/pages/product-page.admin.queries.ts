import type { adminProductPage } from '@chaveiro/contracts/admin/product-page'
import type { Language } from '@chaveiro/contracts/limits'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'

import {
  productImages,
  productRelated,
  products,
  productSlugs,
  productTexts,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'

export type AdminPage = z.infer<typeof adminProductPage>

/**
 * The page of a product with all fields that staff edit; null for an unknown or deleted product.
 */
export async function adminPageOf(app: App, id: string): Promise<AdminPage | null> {
  const [product] = await app.db
    .select({ version: products.version, slug: productSlugs.slug })
    .from(products)
    .innerJoin(
      productSlugs,
      and(eq(productSlugs.productId, products.id), eq(productSlugs.isCurrent, true)),
    )
    .where(and(eq(products.id, id), isNull(products.deletedAt)))

  if (!product) return null

  const [texts, images, related] = await Promise.all([
    app.db.select().from(productTexts).where(eq(productTexts.productId, id)),
    app.db
      .select({
        url: productImages.url,
        altPt: productImages.altPt,
        altEn: productImages.altEn,
        width: productImages.width,
        height: productImages.height,
      })
      .from(productImages)
      .where(eq(productImages.productId, id))
      .orderBy(asc(productImages.position)),
    app.db
      .select({ id: products.id, _id: products.id, name: products.name, status: products.status })
      .from(productRelated)
      .innerJoin(products, eq(products.id, productRelated.relatedId))
      .where(and(eq(productRelated.productId, id), isNull(products.deletedAt)))
      .orderBy(asc(productRelated.position)),
  ])

  const sourcesIn = (language: Language) =>
    textSources(texts.find((row) => row.language === language))
  const { name: _, summary: __, ...own } = sourcesIn('pt-BR')

  return {
    id,
    _id: id,
    ...product,
    texts: { 'pt-BR': own, 'en-US': sourcesIn('en-US') },
    images,
    related,
  }
}

const emptySources = {
  name: '',
  summary: '',
  body: '',
  requirements: '',
  includes: '',
  guide: '',
  seoTitle: '',
  seoDescription: '',
}

const textSources = (row: typeof productTexts.$inferSelect | undefined): typeof emptySources => ({
  ...emptySources,
  ...(row && {
    name: row.name ?? '',
    summary: row.summary ?? '',
    body: row.body,
    requirements: row.requirements,
    includes: row.includes,
    guide: row.guide,
    seoTitle: row.seoTitle ?? '',
    seoDescription: row.seoDescription ?? '',
  }),
})
