import type { Currency } from '@chaveiro/contracts/limits'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { columns, rowsOf, value } from '../../db/rows.ts'
import {
  cartItems,
  carts,
  categories,
  payments,
  products,
  stockKeys,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

export type Cart = typeof carts.$inferSelect
export type CartLine = {
  productId: string
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
export type Sellable = { id: string; name: string; currency: Currency; maxPerOrder: number }

const open = ['active', 'abandoned'] as const

/** The open cart of a user on the site, if there is one. */
export async function openCart(app: App, userId: string): Promise<Cart | null> {
  const [cart] = await app.db
    .select()
    .from(carts)
    .where(
      and(eq(carts.userId, userId), eq(carts.channel, 'site'), inArray(carts.status, [...open])),
    )
  return cart ?? null
}

export async function lockOpenCart(
  tx: App,
  by: { userId: string; cartId?: string; channel?: Cart['channel'] },
): Promise<Cart | null> {
  const [cart] = await tx.db
    .select()
    .from(carts)
    .where(
      and(
        eq(carts.userId, by.userId),
        inArray(carts.status, [...open]),
        by.cartId ? eq(carts.id, by.cartId) : eq(carts.channel, by.channel ?? 'site'),
      ),
    )
    .for('update')
  return cart ?? null
}

/**
 * Lines of a cart in the order they were added. Deleted products are left out, inactive ones stay
 * and cannot be sold (Q41, Q43).
 */
export async function linesOfCart(app: App, cartId: string): Promise<CartLine[]> {
  const rows = await app.db
    .select({
      productId: products.id,
      name: products.name,
      image: products.image,
      color: categories.color,
      unitCents: products.priceCents,
      currency: products.currency,
      quantity: cartItems.quantity,
      status: products.status,
      categoryActive: categories.active,
      provider: products.provider,
      sellerType: products.sellerType,
      level: products.level,
      expirationDays: products.expirationDays,
      maxPerOrder: products.maxPerOrder,
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(cartItems.cartId, cartId), isNull(products.deletedAt)))
    .orderBy(asc(cartItems.addedAt), asc(products.id))
  return rows.map(({ status, categoryActive, ...line }) => ({
    ...line,
    sellable: status === 'active' && categoryActive,
  }))
}

/** Products that can be added now, by id. */
export async function sellableProducts(
  app: App,
  ids: readonly string[],
): Promise<Map<string, Sellable>> {
  if (!ids.length) return new Map()
  const rows = await app.db
    .select({
      id: products.id,
      name: products.name,
      currency: products.currency,
      maxPerOrder: products.maxPerOrder,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(
      and(
        inArray(products.id, [...ids]),
        eq(products.status, 'active'),
        eq(categories.active, true),
        isNull(products.deletedAt),
      ),
    )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * How many units of products an order may hold now, by id: at most the limit of one order (Q116)
 * and the stock left. What the cart's own open payment reserves counts as left, since the next
 * payment of the cart replaces it. Products that are not for sale are missing.
 */
export async function mostOf(
  app: App,
  ids: readonly string[],
  cartId: string | null,
): Promise<Map<string, number>> {
  if (!ids.length) return new Map()
  const free = sql`select 1 from ${stockKeys}
    where ${products.provider} = 'stock' and ${stockKeys.productId} = ${products.id}
      and ${stockKeys.status} = 'available' limit ${products.maxPerOrder}`
  const held = sql`select count(*) as held from ${stockKeys}
    where ${stockKeys.productId} = ${products.id} and ${stockKeys.status} = 'reserved'
      and ${stockKeys.paymentId} in (select ${payments.id} from ${payments}
        where ${payments.cartId} = ${cartId} and ${payments.status} = 'pending')`
  const row = columns({
    id: products.id,
    most: value(
      sql`case ${products.provider} when 'stock' then least(${products.maxPerOrder}, k.free + h.held)
        else ${products.maxPerOrder} end`,
      z.int(),
    ),
  })
  const rows = await rowsOf(
    app,
    row,
    sql`select ${row} from ${products} join ${categories} on ${categories.id} = ${products.categoryId}
      cross join lateral (select count(*) as free from (${free}) few) k
      cross join lateral (${held}) h
      where ${products.id} in ${ids} and ${products.status} = 'active'
        and ${products.deletedAt} is null and ${categories.active}`,
  )
  return new Map(rows.map(({ id, most }) => [id, most]))
}
