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
  /** Id of the line; it does not change while the line is in the cart. */
  lineId: string
  productId: string
  slug: string
  variantId: string
  name: string
  /** Empty when the product has a single variant without a name. */
  variantName: string
  /** The English names of product and variant; null when staff did not translate them (L060). */
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
  /** How many units one customer may buy; 0 means no limit. */
  perCustomer: number
  perCustomerSince: Date | null
}

/** A line as its buyer sees it; `max` is how many units an order may have now. */
export type SeenLine = CartLine & { max: number }
export type SeenCart = { cart: Cart; lines: SeenLine[] } | null

/** A variant in the form of a cart line. A variant that is not sellable now cannot be added. */
export type Offer = Omit<SeenLine, 'quantity' | 'lineId'>

const openStatuses = ['active', 'abandoned'] as const

const isOpenCartOf = (userId: string, channel: Cart['channel']) =>
  and(
    eq(carts.userId, userId),
    eq(carts.channel, channel),
    inArray(carts.status, [...openStatuses]),
  )

/** SQL for the id of a user's open cart, for a statement that is sent before the cart was read. */
export const openCartIdOf = (userId: string, channel: Cart['channel']): SQL =>
  sql`(select ${carts.id} from ${carts} where ${isOpenCartOf(userId, channel)})`

/**
 * A user's open cart by its id, locked until the transaction ends; null when the cart belongs to
 * another user or is not open.
 */
export async function lockOpenCart(tx: App, cartId: string, userId: string): Promise<Cart | null> {
  const [cart] = await tx.db
    .select()
    .from(carts)
    .where(
      and(eq(carts.id, cartId), eq(carts.userId, userId), inArray(carts.status, [...openStatuses])),
    )
    .for('update')
    .execute()
  return cart ?? null
}

/**
 * Neither product nor variant is deleted, as one condition instead of two. Before its first
 * ANALYZE, PostgreSQL expects each of two conditions to leave few rows, and would compare every
 * product with every variant.
 */
const isUndeleted = sql`coalesce(${products.deletedAt}, ${productVariants.deletedAt}) is null`

const productColumns = {
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

const categoryColumns = { color: categories.color, active: categories.active }

type OfferRow = {
  product: Omit<CartLine, 'lineId' | 'color' | 'quantity' | 'sellable'> & {
    status: (typeof products.$inferSelect)['status']
    isActive: boolean
  }
  category: { color: string; active: boolean }
}

type LineRow = OfferRow & { item: Pick<CartLine, 'lineId' | 'quantity'> }

const offerFromRow = ({
  product: { status, isActive, ...product },
  category,
}: OfferRow): Omit<Offer, 'max'> => ({
  ...product,
  color: category.color,
  sellable: status === 'active' && isActive && category.active,
})

const lineFromRow = (row: LineRow): CartLine => ({ ...offerFromRow(row), ...row.item })
const itemColumns = { lineId: cartItems.id, quantity: cartItems.quantity }

/**
 * Lines of a cart in the order they were added, without deleted products and variants. Inactive
 * products and variants are included but cannot be sold (Q41, Q43).
 */
export async function linesOfCart(app: App, cartId: string | SQL): Promise<CartLine[]> {
  const lineRows = await app.db
    .select({
      product: productColumns,
      category: categoryColumns,
      item: itemColumns,
    })
    .from(cartItems)
    .innerJoin(productVariants, eq(productVariants.id, cartItems.variantId))
    .innerJoin(products, eq(products.id, productVariants.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(cartItems.cartId, cartId), isUndeleted))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.variantId))
    .execute()
  return lineRows.map(lineFromRow)
}

/** A user's open cart on the site, with its lines; null when there is none. */
export async function readCart(app: App, userId: string): Promise<SeenCart> {
  const cartRows = await app.db
    .select({
      cart: carts,
      product: productColumns,
      category: categoryColumns,
      item: itemColumns,
      max: orderableUnits(sql`${carts.id}`),
    })
    .from(carts)
    .leftJoin(cartItems, eq(cartItems.cartId, carts.id))
    .leftJoin(productVariants, eq(productVariants.id, cartItems.variantId))
    .leftJoin(products, and(eq(products.id, productVariants.productId), isUndeleted))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(isOpenCartOf(userId, 'site'))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.variantId))
    .execute()

  if (!cartRows[0]) return null

  return {
    cart: cartRows[0].cart,
    lines: cartRows.flatMap(({ product, category, item, max }) =>
      // Left joins: product, category and item each have all of their columns, or none.
      product?.productId && category && item
        ? [{ ...lineFromRow({ product, category, item } as LineRow), max }]
        : [],
    ),
  }
}

const isForSale = sql`${isInShop} and ${isSold(productVariants)}`

/**
 * All variants of the products that these ids name, in the shop's order, sellable or not. An id
 * names a product or a variant. `max` includes keys that the cart's open payment reserved.
 */
export async function offersOf(
  app: App,
  ids: readonly string[],
  cartId: SQL | null,
): Promise<Offer[]> {
  if (!ids.length) return []

  // The first variant of a product has the id of the product (L001).
  const matchesIds = sql`${products.id} in (select v.product_id from product_variants v
    where v.id = any(${sql.param(ids)}))`

  const offerRows = await app.db
    .select({ product: productColumns, category: categoryColumns, max: orderableUnits(cartId) })
    .from(products)
    .innerJoin(productVariants, eq(productVariants.productId, products.id))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(matchesIds, isUndeleted))
    .orderBy(asc(productVariants.position), asc(productVariants.id))
    .execute()

  return offerRows.map((row) => ({ ...offerFromRow(row), max: row.max }))
}

/**
 * How many units of a joined variant an order may have now: at most the limit of one order (Q116)
 * and the stock; 0 when it is not for sale. Keys reserved by the cart's own open payment are
 * included, since the next payment replaces that payment.
 */
function orderableUnits(cartId: SQL | null): SQL<number> {
  const freeKeys = sql`select 1 from ${stockKeys}
    where ${stockKeys.variantId} = ${productVariants.id} and ${stockKeys.status} = 'available'
    limit ${productVariants.maxQuantity}`

  const reservedKeys = sql`select count(*) from ${stockKeys}
    where ${stockKeys.variantId} = ${productVariants.id} and ${stockKeys.status} = 'reserved'
      and ${stockKeys.paymentId} in (select ${payments.id} from ${payments}
        where ${payments.cartId} = ${cartId} and ${payments.status} = 'pending')`

  return sql`case when not (${isForSale}) then 0
    when ${productVariants.provider} = 'stock'
    then least(${productVariants.maxQuantity}, (select count(*) from (${freeKeys}) few) + (${reservedKeys}))
    else ${productVariants.maxQuantity} end`.mapWith(Number)
}
