import { soldAs } from '@chaveiro/contracts/sold-as'
import { eq, sql } from 'drizzle-orm'

import { products, productVariants } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/** What a variant is sold as and the number of its unsold keys, reserved ones included. */
export async function unsoldOf(
  app: App,
  variantId: string,
): Promise<{ name: string; left: number } | null> {
  const [row] = await app.db
    .select({
      product: products.name,
      variant: productVariants.name,
      left: sql`(select count(*)::int from stock_keys k
        where k.variant_id = product_variants.id and k.status in ('available', 'reserved'))`.mapWith(
        Number,
      ),
    })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(eq(productVariants.id, variantId))
  return row ? { name: soldAs(row.product, row.variant), left: row.left } : null
}
