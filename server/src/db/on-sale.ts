import { sql, type AnyColumn, type SQL } from 'drizzle-orm'

import { categories, products, productVariants } from './tables/index.ts'

// SQL conditions for what is on sale, in one place for all domains.

/** Whether a joined product is offered, whatever its category and its variants. */
export const isOffered = sql<boolean>`(${products.status} = 'active'
  and ${products.deletedAt} is null)`

/** Whether a joined product is offered in its joined category, whatever its variants. */
export const isInShop = sql<boolean>`(${isOffered} and ${categories.active})`

/** Whether a variant is sold, by the name that it has in the statement. */
export const isSold = (variant: SQL | typeof productVariants): SQL<boolean> =>
  sql<boolean>`(${variant}.active and ${variant}.deleted_at is null)`

/**
 * Whether what a line of an order is of can be bought again in its variant; its product and its
 * category are joined.
 */
export const isSoldStill = (variantId: AnyColumn): SQL<boolean> =>
  sql<boolean>`(${isInShop} and exists (select 1 from product_variants v
    where v.id = ${variantId} and ${isSold(sql`v`)})) is true`
