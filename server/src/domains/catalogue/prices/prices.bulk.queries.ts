import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import { pricePlans, products, productVariants } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'

/** The prices of some variants, or of all variants of some products. */
export const pricesOfMany = (
  app: App,
  by: { productIds: readonly string[] } | { variantIds: readonly string[] },
) =>
  app.db
    .select({
      id: productVariants.id,
      productId: productVariants.productId,
      name: sql<string>`concat_ws(' · ', ${products.name}, nullif(${productVariants.name}, ''))`,
      currency: products.currency,
      priceCents: productVariants.priceCents,
      compareAtCents: productVariants.compareAtCents,
      planned: sql<boolean>`exists (select 1 from ${pricePlans}
        where ${pricePlans.variantId} = ${productVariants.id} and ${pricePlans.state} = 'running')`,
      version: productVariants.version,
    })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(
      and(
        isNull(products.deletedAt),
        isNull(productVariants.deletedAt),
        'productIds' in by
          ? inArray(productVariants.productId, [...by.productIds])
          : inArray(productVariants.id, [...by.variantIds]),
      ),
    )
    .orderBy(
      sql`${products.name} collate "pt-BR-x-icu"`,
      products.id,
      productVariants.position,
      productVariants.id,
    )
