import { soldAs } from '@chaveiro/contracts/sold-as'
import { eq, sql } from 'drizzle-orm'

import { products, productVariants } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/**
 * The display name of a variant and the count of its unsold keys, reserved ones included; null for
 * an unknown variant.
 */
export async function unsoldKeys(
  app: App,
  variantId: string,
): Promise<{ name: string; image: string | null; left: number } | null> {
  const [variantRow] = await app.db
    .select({
      product: products.name,
      variant: productVariants.name,
      image: products.image,
      left: sql`(select count(*)::int from stock_keys k
        where k.variant_id = product_variants.id and k.status in ('available', 'reserved'))`.mapWith(
        Number,
      ),
    })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(eq(productVariants.id, variantId))
  return variantRow
    ? {
        name: soldAs(variantRow.product, variantRow.variant),
        image: variantRow.image,
        left: variantRow.left,
      }
    : null
}
