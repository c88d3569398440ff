import type { shopCategory, shopProduct } from '@chaveiro/contracts/catalogue'
import { lowStock } from '@chaveiro/contracts/limits'
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { App } from '../../../platform/app.ts'
import { toWire } from '../../../platform/money.ts'

export type ShopProduct = z.infer<typeof shopProduct>
export type ShopCategory = z.infer<typeof shopCategory>
type Row = {
  id: string
  name: string
  description: string
  price_cents: string
  currency: 'BRL' | 'USD'
  image: string | null
  provider: 'stock' | 'keyauth' | 'manual'
  status: 'active'
  is_featured: boolean
  seller_type: string
  level: number
  expiration_days: number
  max_per_order: number
  category_id: string
  category_name: string
  category_color: string
  free: number
}

export const onSale = sql`p.status = 'active' and p.deleted_at is null and c.active`

/** Whether something of a product can be had now: a free key, or any number of what is not taken from stock. */
export const isInStock = sql`(p.provider <> 'stock' or exists (select 1 from stock_keys s where s.product_id = p.id and s.status = 'available'))`

/** Products on sale; free keys are counted only as far as the shop tells them apart, so a full shelf costs no more than a small one. */
async function select(app: App, where: SQL): Promise<ShopProduct[]> {
  const { rows } = await app.db.execute<Row>(sql`
    select p.id, p.name, p.description, p.price_cents, p.currency, p.image, p.provider, p.status, p.is_featured, p.seller_type, p.level, p.expiration_days, p.max_per_order,
      c.id as category_id, c.name as category_name, c.color as category_color, k.free
    from products p join categories c on c.id = p.category_id
      cross join lateral (select count(*)::int as free from (select 1 from stock_keys s where p.provider = 'stock' and s.product_id = p.id and s.status = 'available' limit ${lowStock + 1}) few) k
    where ${onSale} and ${where} order by p.name collate "pt-BR-x-icu", p.id`)
  return rows.map(shown)
}

/** What is not kept in stock never runs low. */
function stockLevel({ provider, free }: Row): ShopProduct['stock'] {
  if (provider !== 'stock' || free > lowStock) return 'in'
  return free > 0 ? 'low' : 'out'
}

const shown = (row: Row): ShopProduct => ({
  id: row.id,
  _id: row.id,
  name: row.name,
  description: row.description,
  price: toWire(Number(row.price_cents)),
  currency: row.currency,
  image: row.image,
  provider: row.provider,
  status: row.status,
  isFeatured: row.is_featured,
  category: {
    id: row.category_id,
    _id: row.category_id,
    name: row.category_name,
    color: row.category_color,
  },
  stock: stockLevel(row),
  metadata: { sellerType: row.seller_type, level: row.level, expiration: row.expiration_days },
  maxPerOrder: row.max_per_order,
})

export const featuredProducts = (app: App): Promise<ShopProduct[]> =>
  select(app, sql`p.is_featured`)
export const productsOfCategories = (
  app: App,
  categoryIds: readonly string[],
): Promise<ShopProduct[]> => select(app, sql`p.category_id in ${categoryIds}`)
export const productOnSale = async (app: App, id: string): Promise<ShopProduct | null> =>
  (await select(app, sql`p.id = ${id}`))[0] ?? null

/** Products on sale by their ids, in the order given. */
export async function productsByIds(app: App, ids: readonly string[]): Promise<ShopProduct[]> {
  if (!ids.length) return []
  const found = new Map(
    (await select(app, sql`p.id in ${ids}`)).map((product) => [product.id, product]),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}

export async function activeCategories(app: App): Promise<ShopCategory[]> {
  const { rows } = await app.db.execute<{
    id: string
    name: string
    description: string
    image: string | null
    color: string
    n: number
  }>(sql`
    select c.id, c.name, c.description, c.image, c.color, count(p.id)::int as n from categories c left join products p on p.category_id = c.id and p.status = 'active' and p.deleted_at is null
    where c.active group by c.id order by c.name collate "pt-BR-x-icu"`)
  return rows.map((row) => ({
    id: row.id,
    _id: row.id,
    name: row.name,
    description: row.description,
    image: row.image,
    color: row.color,
    productCount: row.n,
  }))
}
