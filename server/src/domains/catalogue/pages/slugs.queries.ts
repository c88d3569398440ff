import { lengths } from '@chaveiro/contracts/lengths'
import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import { categories, products, productSlugs } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { onSale } from '../products/products.queries.ts'

/** The form of a slug. Ids match this pattern too, so a URL may contain a slug or an id. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * The present slug of a product, found by its present or an earlier slug in any case. Null for an
 * unknown slug or a deleted product. Only existing slugs are cached, so that invented ones cannot
 * fill the cache.
 */
export async function presentSlug(app: App, asked: string): Promise<string | null> {
  const lowerCaseSlug = asked.toLowerCase()
  if (lowerCaseSlug.length > lengths.slug || !slugPattern.test(lowerCaseSlug)) return null

  return app.publicCache.hold(
    `slug:${lowerCaseSlug}`,
    async () => {
      const presentRow = alias(productSlugs, 'now')

      const [found] = await app.db
        .select({ slug: presentRow.slug })
        .from(productSlugs)
        .innerJoin(
          presentRow,
          and(eq(presentRow.productId, productSlugs.productId), presentRow.isCurrent),
        )
        .innerJoin(products, eq(products.id, productSlugs.productId))
        .where(and(eq(productSlugs.slug, lowerCaseSlug), sql`${products.deletedAt} is null`))

      return found?.slug ?? null
    },
    (found) => found !== null,
  )
}

/**
 * Maximum number of products in a sitemap: a sitemap may have 50,000 URLs, and the shop has other
 * pages too.
 */
const maxProducts = 49_000

/** The slugs of all products on sale and the time of their last change, for the sitemap. */
export const slugsOnSale = (app: App): Promise<{ slug: string; changedAt: Date }[]> =>
  app.db
    .select({ slug: productSlugs.slug, changedAt: products.updatedAt })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(productSlugs, and(eq(productSlugs.productId, products.id), productSlugs.isCurrent))
    .where(onSale)
    .orderBy(asc(productSlugs.slug))
    .limit(maxProducts)
