import type { Currency } from '@chaveiro/contracts/limits'
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'

import { isInShop, isSold } from '../../db/on-sale.ts'
import {
  cartItems,
  carts,
  categories,
  payments,
  products,
  productSlugs,
  productTexts,
  productVariants,
  stockKeys,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

export type Cart = typeof carts.$inferSelect

export type CartLine = {
  /** Its own id, the same while it stands in the cart. */
  lineId: string
  productId: string
  slug: string
  variantId: string
  name: string
  /** Empty where the product has one variant without a name. */
  variantName: string
  /** What both are called in English, where staff wrote it (L060). */
  nameEn: string | null
  variantNameEn: string | null
  image: string | null
  color: string
  unitCents: number
  compareAtCents: number | null
  currency: Currency
  quantity: number
  sellable: boolean
  provider: 'stock' | 'keyauth' | 'manual'
  sellerType: string
  level: number
  validityDays: number | null
  minPerOrder: number
  maxPerOrder: number
  /** How many one customer may ever buy; 0 is no limit. */
  perCustomer: number
  perCustomerSince: Date | null
}

/** A line as its buyer sees it; max: how many the order may hold now. */
export type SeenLine = CartLine & { max: number }
export type SeenCart = { cart: Cart; lines: SeenLine[] } | null

/** A variant as its line would stand in the cart; one that is not sellable now cannot be added. */
export type Offer = Omit<SeenLine, 'quantity' | 'lineId'>

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

/**
 * Whether product and variant are there, said as one condition of both: of either alone PostgreSQL
 * takes it, before it has counted a new shop's tables, to leave a handful of rows, begins with all
 * products and looks at each variant for each of them.
 */
const isThere = sql`coalesce(${products.deletedAt}, ${productVariants.deletedAt}) is null`

const lineProduct = {
  productId: products.id,
  slug: sql<string>`(select s.slug from ${productSlugs} s
    where s.product_id = ${products.id} and s.is_current)`,
  variantId: productVariants.id,
  name: products.name,
  variantName: productVariants.name,
  nameEn: sql<string | null>`(select t.name from ${productTexts} t
    where t.product_id = ${products.id} and t.language = 'en-US')`,
  variantNameEn: productVariants.nameEn,
  image: products.image,
  unitCents: productVariants.priceCents,
  compareAtCents: productVariants.compareAtCents,
  currency: products.currency,
  status: products.status,
  isActive: productVariants.active,
  provider: productVariants.provider,
  sellerType: productVariants.sellerType,
  level: productVariants.level,
  validityDays: productVariants.validityDays,
  minPerOrder: productVariants.minQuantity,
  maxPerOrder: productVariants.maxQuantity,
  perCustomer: productVariants.perCustomer,
  perCustomerSince: productVariants.perCustomerSince,
}

const lineCategory = { color: categories.color, active: categories.active }

type OfferRow = {
  product: Omit<CartLine, 'lineId' | 'color' | 'quantity' | 'sellable'> & {
    status: (typeof products.$inferSelect)['status']
    isActive: boolean
  }
  category: { color: string; active: boolean }
}

type LineRow = OfferRow & { item: Pick<CartLine, 'lineId' | 'quantity'> }

const offerOf = ({
  product: { status, isActive, ...product },
  category,
}: OfferRow): Omit<Offer, 'max'> => ({
  ...product,
  color: category.color,
  sellable: status === 'active' && isActive && category.active,
})

const lineOf = (row: LineRow): CartLine => ({ ...offerOf(row), ...row.item })
const item = { lineId: cartItems.id, quantity: cartItems.quantity }

/**
 * Lines of a cart in the order they were added. What was deleted is left out, what is inactive stays
 * and cannot be sold (Q41, Q43).
 */
export async function linesOfCart(app: App, cartId: string | SQL): Promise<CartLine[]> {
  const rows = await app.db
    .select({
      product: lineProduct,
      category: lineCategory,
      item,
    })
    .from(cartItems)
    .innerJoin(productVariants, eq(productVariants.id, cartItems.variantId))
    .innerJoin(products, eq(products.id, productVariants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(cartItems.cartId, cartId), isThere))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.variantId))
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
      item,
      max: mostOf(sql`${carts.id}`),
    })
    .from(carts)
    .leftJoin(cartItems, eq(cartItems.cartId, carts.id))
    .leftJoin(productVariants, eq(productVariants.id, cartItems.variantId))
    .leftJoin(products, and(eq(products.id, productVariants.productId), isThere))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(isOpenCartOf(userId, 'site'))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.variantId))
    .execute()

  if (!rows[0]) return null

  return {
    cart: rows[0].cart,
    lines: rows.flatMap(({ product, category, item, max }) =>
      // Each is there or not, with all of its columns.
      product?.productId && category && item
        ? [{ ...lineOf({ product, category, item } as LineRow), max }]
        : [],
    ),
  }
}

const isForSale = sql`${isInShop} and ${isSold(productVariants)}`

/**
 * All variants, sellable now or not, of the products that are meant by ids of products or variants,
 * each product's in the shop's order, for a cart or for that of a visitor.
 */
export async function offersOf(
  app: App,
  ids: readonly string[],
  cartId: SQL | null,
): Promise<Offer[]> {
  if (!ids.length) return []

  // An id of a product is the id of its first variant too (L001).
  const meant = sql`${products.id} in (select v.product_id from product_variants v
    where v.id = any(${sql.param(ids)}))`

  const rows = await app.db
    .select({ product: lineProduct, category: lineCategory, max: mostOf(cartId) })
    .from(products)
    .innerJoin(productVariants, eq(productVariants.productId, products.id))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(meant, isThere))
    .orderBy(asc(productVariants.position), asc(productVariants.id))
    .execute()

  return rows.map((row) => ({ ...offerOf(row), max: row.max }))
}

/**
 * How many units of a joined variant an order may hold now: at most the limit of one order (Q116)
 * and the stock left; 0 when it is not for sale. What the cart's own open payment reserves counts
 * as left, since the next payment of the cart replaces it.
 */
function mostOf(cartId: SQL | null): SQL<number> {
  const free = sql`select 1 from ${stockKeys}
    where ${stockKeys.variantId} = ${productVariants.id} and ${stockKeys.status} = 'available'
    limit ${productVariants.maxQuantity}`

  const held = sql`select count(*) from ${stockKeys}
    where ${stockKeys.variantId} = ${productVariants.id} and ${stockKeys.status} = 'reserved'
      and ${stockKeys.paymentId} in (select ${payments.id} from ${payments}
        where ${payments.cartId} = ${cartId} and ${payments.status} = 'pending')`

  return sql`case when not (${isForSale}) then 0
    when ${productVariants.provider} = 'stock'
    then least(${productVariants.maxQuantity}, (select count(*) from (${free}) few) + (${held}))
    else ${productVariants.maxQuantity} end`.mapWith(Number)
}
