import type { carts as contract } from '@chaveiro/contracts/admin/carts'
import type { Currency } from '@chaveiro/contracts/limits'
import { soldAs } from '@chaveiro/contracts/sold-as'
import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'

import { countIf } from '../../db/rows.ts'
import {
  cartItems,
  carts,
  orderLines,
  orders,
  payments,
  products,
  productVariants,
  users,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { likePattern } from '../../platform/lists/filters.ts'
import { sortOrder } from '../../platform/lists/sort.ts'
import type { Cart } from './cart.queries.ts'

type Sort = z.infer<typeof contract.list.query>['sort']
export type CartFilters = { status?: Cart['status'] | undefined; search?: string | undefined }

/**
 * A line of a cart. `product` is null when the product or variant was deleted; totals ignore such a
 * line. The name includes the name of the variant. An open cart has present names and prices, a
 * paid cart those of its order.
 */
export type AdminLine = {
  cartId: string
  productId: string
  variantId: string
  product: { name: string; image: string | null } | null
  unitCents: number
  currency: Currency
  quantity: number
}

type Purchase = {
  orderId: string
  number: string
  cartId: string
  currency: Currency
  subtotalCents: number
  discountCents: number
  totalCents: number
  couponCode: string | null
}

export type ListedCart = {
  cart: Cart
  userName: string
  userEmail: string
  lines: AdminLine[]
  agreed: Purchase | null
}

function cartCondition({ status, search }: CartFilters): SQL | undefined {
  return and(
    status ? eq(carts.status, status) : undefined,
    search
      ? sql`${carts.userId} in (select id from users
        where lower((name || E'\\n' || email || E'\\n'
        || coalesce(discord_id,
        '')) collate "pt-BR-x-icu") like ${likePattern(search)}${
          isPartOfId(search)
            ? sql` union all
        select id from users where id::text like ${likePattern(search)}`
            : sql``
        })`
      : undefined,
  )
}

// Names and email addresses have a trigram index. Searching ids scans the table, so it is done only
// when the input can be part of an id.
const isPartOfId = (search: string): boolean => /^[0-9a-f-]{4,36}$/i.test(search)

/** A page of carts, newest first or sorted, and the count of all matching carts. */
export async function cartsMatching(
  app: App,
  filters: CartFilters,
  { page, limit, sort }: { page: number; limit: number; sort?: Sort },
): Promise<{ total: number; rows: ListedCart[] }> {
  const condition = cartCondition(filters)

  const [total, cartRows] = await Promise.all([
    app.db.$count(carts, condition),
    app.db
      .select()
      .from(carts)
      .where(condition)
      .orderBy(sortOrder(sort, { createdAt: carts.createdAt }, carts))
      .limit(limit)
      .offset((page - 1) * limit),
  ])

  return { total, rows: await withDetails(app, cartRows) }
}

/** A batch of an export: the carts after `last`, in the order of the list. */
export async function cartsAfter(
  app: App,
  filters: CartFilters,
  last: Cart | null,
  limit: number,
): Promise<ListedCart[]> {
  const afterLast = last
    ? sql`(${carts.createdAt}, ${carts.id}) < (${last.createdAt}, ${last.id})`
    : undefined

  return withDetails(
    app,
    await app.db
      .select()
      .from(carts)
      .where(and(cartCondition(filters), afterLast))
      .orderBy(desc(carts.createdAt), desc(carts.id))
      .limit(limit),
  )
}

export async function cartWithDetails(app: App, id: string): Promise<ListedCart | null> {
  const [cart] = await withDetails(app, await app.db.select().from(carts).where(eq(carts.id, id)))
  return cart ?? null
}

async function withDetails(app: App, cartRows: Cart[]): Promise<ListedCart[]> {
  if (!cartRows.length) return []

  const cartIds = cartRows.map((cart) => cart.id)

  const [owners, currentLines, purchases] = await Promise.all([
    app.db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(
        inArray(
          users.id,
          cartRows.map((cart) => cart.userId),
        ),
      ),
    linesByCart(app, cartIds),
    purchasesOfCarts(app, cartIds),
  ])

  const linesBought = await purchasedLines(app, [...purchases.values()])

  return cartRows.map((cart) => {
    const cartOwner = owners.find((owner) => owner.id === cart.userId)
    // A late payment of an earlier charge can create an order while the cart stays open; such a
    // cart shows its present content.
    const purchase = cart.status === 'completed' ? purchases.get(cart.id) : undefined

    return {
      cart,
      userName: cartOwner?.name ?? '',
      userEmail: cartOwner?.email ?? '',
      lines: (purchase && linesBought.get(cart.id)) ?? currentLines.get(cart.id) ?? [],
      agreed: purchase ?? null,
    }
  })
}

async function linesByCart(app: App, ids: string[]): Promise<Map<string, AdminLine[]>> {
  const itemRows = await app.db
    .select({
      item: cartItems,
      name: products.name,
      image: products.image,
      productId: products.id,
      variantName: productVariants.name,
      unitCents: productVariants.priceCents,
      currency: products.currency,
      isDeleted: sql<boolean>`num_nonnulls(${products.deletedAt}, ${productVariants.deletedAt}) > 0`,
    })
    .from(cartItems)
    .innerJoin(productVariants, eq(productVariants.id, cartItems.variantId))
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(inArray(cartItems.cartId, ids))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.variantId))

  return Map.groupBy(
    itemRows.map(
      ({ item, productId, name, variantName, image, unitCents, currency, isDeleted }) => ({
        cartId: item.cartId,
        productId,
        variantId: item.variantId,
        product: isDeleted ? null : { name: soldAs(name, variantName), image },
        unitCents,
        currency,
        quantity: item.quantity,
      }),
    ),
    (line) => line.cartId,
  )
}

/**
 * The order in which each cart was bought, by cart id. A late payment can buy a cart a second time:
 * then the last completed order is returned, or a refunded one when no other exists.
 */
export async function purchasesOfCarts(
  app: App,
  ids: readonly string[],
): Promise<Map<string, Purchase>> {
  const orderRows = await app.db
    .select({
      orderId: orders.id,
      number: orders.number,
      cartId: orders.cartId,
      currency: orders.currency,
      subtotalCents: orders.subtotalCents,
      discountCents: orders.discountCents,
      totalCents: orders.totalCents,
      couponCode: orders.couponCode,
    })
    .from(orders)
    .where(and(inArray(orders.cartId, ids), inArray(orders.status, ['completed', 'refunded'])))
    .orderBy(sql`${orders.status} = 'completed'`, asc(orders.completedAt), asc(orders.id))
  return new Map(orderRows.map((row) => [row.cartId, row]))
}

/** The order lines of these purchases, by cart id. */
async function purchasedLines(
  app: App,
  agreed: readonly Purchase[],
): Promise<Map<string, AdminLine[]>> {
  if (!agreed.length) return new Map()

  const lineRows = await app.db
    .select()
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        agreed.map((purchase) => purchase.orderId),
      ),
    )
    .orderBy(asc(orderLines.position))

  const purchaseById = new Map(agreed.map((purchase) => [purchase.orderId, purchase]))

  return Map.groupBy(
    lineRows.map(({ orderId, productId, variantId, name, image, unitCents, quantity }) => ({
      cartId: purchaseById.get(orderId)!.cartId,
      productId,
      variantId,
      product: { name, image },
      unitCents,
      currency: purchaseById.get(orderId)!.currency,
      quantity,
    })),
    (line) => line.cartId,
  )
}

/** Number of carts by status, and how many open carts have expired (Q51). */
export async function countCarts(
  app: App,
): Promise<{ status: Cart['status']; n: number; expired: number }[]> {
  return app.db
    .select({
      status: carts.status,
      n: count(),
      expired: countIf(
        sql`${carts.status} <> 'completed' and ${carts.expiresAt} < ${app.clock.now()}`,
      ),
    })
    .from(carts)
    .groupBy(carts.status)
}

/**
 * Whether a payment of the cart is open. Call it under the cart's lock: checkout takes the same
 * lock first, so no payment can be opened meanwhile.
 */
export async function hasOpenPayment(tx: App, cartId: string): Promise<boolean> {
  return (
    (
      await tx.db
        .select({ id: payments.id })
        .from(payments)
        .where(and(eq(payments.cartId, cartId), eq(payments.status, 'pending')))
        .limit(1)
    ).length > 0
  )
}
