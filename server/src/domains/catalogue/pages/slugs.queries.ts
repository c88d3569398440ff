import { lengths } from '@chaveiro/contracts/lengths'
import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import { categories, products, productSlugs } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { onSale } from '../products/products.queries.ts'

/** What a slug looks like, and an id too. */
export const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * The slug that a product has now, by one that it has or had, in any case; null for one of no
 * product and for that of a deleted one. Only those that are found are kept: made-up ones must not
 * fill the cache.
 */
export async function slugNow(app: App, asked: string): Promise<string | null> {
  const slug = asked.toLowerCase()
  if (slug.length > lengths.slug || !slugForm.test(slug)) return null

  return app.publicCache.hold(
    `slug:${slug}`,
    async () => {
      const now = alias(productSlugs, 'now')

      const [found] = await app.db
        .select({ slug: now.slug })
        .from(productSlugs)
        .innerJoin(now, and(eq(now.productId, productSlugs.productId), now.isCurrent))
        .innerJoin(products, eq(products.id, productSlugs.productId))
        .where(and(eq(productSlugs.slug, slug), sql`${products.deletedAt} is null`))

      return found?.slug ?? null
    },
    (found) => found !== null,
  )
}

/** How many products a sitemap lists: with the other pages it may hold 50,000 addresses. */
const most = 49_000

/** The slugs of all products on sale with the moment of their last change, for search engines. */
export const slugsOnSale = (app: App): Promise<{ slug: string; changedAt: Date }[]> =>
  app.db
    .select({ slug: productSlugs.slug, changedAt: products.updatedAt })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(productSlugs, and(eq(productSlugs.productId, products.id), productSlugs.isCurrent))
    .where(onSale)
    .orderBy(asc(productSlugs.slug))
    .limit(most)
