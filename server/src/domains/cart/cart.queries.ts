import type { Currency } from '@chaveiro/contracts/limits'
import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import {
  cartItems,
  carts,
  categories,
  payments,
  products,
  productSlugs,
  stockKeys,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

export type Cart = typeof carts.$inferSelect
export type CartLine = {
  productId: string
  slug: string
  name: string
  image: string | null
  color: string
  unitCents: number
  currency: Currency
  quantity: number
  sellable: boolean
  provider: 'stock' | 'keyauth' | 'manual'
  sellerType: string
  level: number
  expirationDays: number
  maxPerOrder: number
}
/** A line as its buyer sees it; max: how many the order may hold now. */
export type SeenLine = CartLine & { max: number }
export type SeenCart = { cart: Cart; lines: SeenLine[] } | null
/** A product that can be added now, as its line would stand in the cart. */
export type Sellable = Omit<SeenLine, 'quantity'>

const open = ['active', 'abandoned'] as const
const isOpenCartOf = (userId: string, channel: Cart['channel']) =>
  and(eq(carts.userId, userId), eq(carts.channel, channel), inArray(carts.status, [...open]))

/** The id of a person's open cart, for a statement that is sent before anybody read it. */
export const openCartIdOf = (userId: string, channel: Cart['channel']): SQL =>
  sql`(select ${carts.id} from ${carts} where ${isOpenCartOf(userId, channel)})`

/** An open cart of a person by its id, locked until the transaction ends. */
export async function lockOpenCart(tx: App, cartId: string, userId: string): Promise<Cart | null> {
  const [cart] = await tx.db
    .select()
    .from(carts)
    .where(and(eq(carts.id, cartId), eq(carts.userId, userId), inArray(carts.status, [...open])))
    .for('update')
    .execute()
  return cart ?? null
}

const lineProduct = {
  productId: products.id,
  slug: sql<string>`(select s.slug from ${productSlugs} s
    where s.product_id = ${products.id} and s.is_current)`,
  name: products.name,
  image: products.image,
  unitCents: products.priceCents,
  currency: products.currency,
  status: products.status,
  provider: products.provider,
  sellerType: products.sellerType,
  level: products.level,
  expirationDays: products.expirationDays,
  maxPerOrder: products.maxPerOrder,
}
const lineCategory = { color: categories.color, active: categories.active }
type LineRow = {
  product: Omit<CartLine, 'color' | 'quantity' | 'sellable'> & {
    status: (typeof products.$inferSelect)['status']
  }
  category: { color: string; active: boolean }
  quantity: number
}
const offerOf = ({
  product: { status, ...product },
  category,
}: Omit<LineRow, 'quantity'>): Omit<CartLine, 'quantity'> => ({
  ...product,
  color: category.color,
  sellable: status === 'active' && category.active,
})
const lineOf = (row: LineRow): CartLine => ({ ...offerOf(row), quantity: row.quantity })

/**
 * Lines of a cart in the order they were added. Deleted products are left out, inactive ones stay
 * and cannot be sold (Q41, Q43).
 */
export async function linesOfCart(app: App, cartId: string | SQL): Promise<CartLine[]> {
  const rows = await app.db
    .select({
      product: lineProduct,
      category: lineCategory,
      quantity: cartItems.quantity,
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(cartItems.cartId, cartId), isNull(products.deletedAt)))
    .orderBy(asc(cartItems.addedAt), asc(products.id))
    .execute()
  return rows.map(lineOf)
}

/** The open cart of a person on the site, with the same lines; null when there is none. */
export async function readCart(app: App, userId: string): Promise<SeenCart> {
  const rows = await app.db
    .select({
      cart: carts,
      product: lineProduct,
      category: lineCategory,
      quantity: cartItems.quantity,
      max: mostOf(sql`${carts.id}`),
    })
    .from(carts)
    .leftJoin(cartItems, eq(cartItems.cartId, carts.id))
    .leftJoin(products, and(eq(products.id, cartItems.productId), isNull(products.deletedAt)))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(isOpenCartOf(userId, 'site'))
    .orderBy(asc(cartItems.addedAt), asc(products.id))
    .execute()
  if (!rows[0]) return null
  return {
    cart: rows[0].cart,
    lines: rows.flatMap(({ product, category, quantity, max }) =>
      product && category && quantity !== null
        ? [{ ...lineOf({ product, category, quantity }), max }]
        : [],
    ),
  }
}

const isForSale = sql`${products.status} = 'active' and ${products.deletedAt} is null
  and ${categories.active}`

/** Products that can be added now, by id, for a cart or for that of a visitor. */
export async function sellableProducts(
  app: App,
  ids: readonly string[],
  cartId: SQL | null,
): Promise<Map<string, Sellable>> {
  if (!ids.length) return new Map()
  const rows = await app.db
    .select({ product: lineProduct, category: lineCategory, max: mostOf(cartId) })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(sql`${products.id} = any(${sql.param(ids)})`, isForSale))
    .execute()
  return new Map(rows.map((row) => [row.product.productId, { ...offerOf(row), max: row.max }]))
}

/**
 * How many units of a joined product an order may hold now: at most the limit of one order (Q116)
 * and the stock left; 0 when it is not for sale. What the cart's own open payment reserves counts
 * as left, since the next payment of the cart replaces it.
 */
function mostOf(cartId: SQL | null): SQL<number> {
  const free = sql`select 1 from ${stockKeys}
    where ${stockKeys.productId} = ${products.id} and ${stockKeys.status} = 'available'
    limit ${products.maxPerOrder}`
  const held = sql`select count(*) from ${stockKeys}
    where ${stockKeys.productId} = ${products.id} and ${stockKeys.status} = 'reserved'
      and ${stockKeys.paymentId} in (select ${payments.id} from ${payments}
        where ${payments.cartId} = ${cartId} and ${payments.status} = 'pending')`
  return sql`case when not (${isForSale}) then 0
    when ${products.provider} = 'stock'
    then least(${products.maxPerOrder}, (select count(*) from (${free}) few) + (${held}))
    else ${products.maxPerOrder} end`.mapWith(Number)
}
