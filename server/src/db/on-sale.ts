import { sql, type AnyColumn, type SQL } from 'drizzle-orm'

import { categories, products, productVariants } from './tables/index.ts'

// SQL conditions for what is on sale, in one place for all domains.

/** Whether a joined product is offered, regardless of its category and its variants. */
export const isOffered = sql<boolean>`(${products.status} = 'active'
  and ${products.deletedAt} is null)`

/** Whether a joined product is offered in its joined category, regardless of its variants. */
export const isInShop = sql<boolean>`(${isOffered} and ${categories.active})`

/** Whether a variant is sold; the argument is its alias in the statement. */
export const isSold = (variant: SQL | typeof productVariants): SQL<boolean> =>
  sql<boolean>`(${variant}.active and ${variant}.deleted_at is null)`

/**
 * Whether the variant of an order's line can be bought again. The statement must join product and
 * category.
 */
export const isSoldStill = (variantId: AnyColumn): SQL<boolean> =>
  sql<boolean>`(${isInShop} and exists (select 1 from product_variants v
    where v.id = ${variantId} and ${isSold(sql`v`)})) is true`
