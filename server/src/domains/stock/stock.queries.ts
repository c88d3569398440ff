import { eq, sql } from 'drizzle-orm'
import { products } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/** A product's name and the number of its unsold keys, reserved ones included. */
export async function unsoldOf(
  app: App,
  productId: string,
): Promise<{ name: string; left: number } | null> {
  const [product] = await app.db
    .select({
      name: products.name,
      left: sql`(select count(*)::int from stock_keys k
        where k.product_id = products.id and k.status in ('available', 'reserved'))`.mapWith(
        Number,
      ),
    })
    .from(products)
    .where(eq(products.id, productId))
  return product ?? null
}
