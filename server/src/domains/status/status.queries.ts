import { defaultCategory } from '@chaveiro/contracts/product-limits'
import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'

import { categories, products } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/**
 * All products of active categories with any status (Q41). The default category is left out while
 * it has no products.
 */
export async function statusOfProducts(app: App) {
  const productRows = await app.db
    .select({ category: categories.name, name: products.name, status: products.status })
    .from(categories)
    .leftJoin(products, and(eq(products.categoryId, categories.id), isNull(products.deletedAt)))
    .where(
      and(
        eq(categories.active, true),
        or(isNotNull(products.id), ne(categories.name, defaultCategory)),
      ),
    )
    .orderBy(
      sql`${categories.name} collate "pt-BR-x-icu"`,
      sql`${products.name} collate "pt-BR-x-icu"`,
    )

  const rowsByCategory = Map.groupBy(productRows, (row) => row.category)

  return [...rowsByCategory].map(([categoryName, categoryRows]) => ({
    categoryName,
    products: categoryRows.flatMap((row) =>
      row.name && row.status ? [{ name: row.name, status: row.status }] : [],
    ),
  }))
}
