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
import { inOrder } from '../../platform/lists/sort.ts'
import type { Cart } from './cart.queries.ts'

type Sort = z.infer<typeof contract.list.query>['sort']
export type CartFilters = { status?: Cart['status'] | undefined; search?: string | undefined }

/**
 * product is null when it was deleted; its line then counts nowhere. The price is the present one;
 * the name is told with the variant's;
 * in a paid cart, name and price are those of its order.
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

type Agreed = {
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
  agreed: Agreed | null
}

function matching({ status, search }: CartFilters): SQL | undefined {
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

// Names and addresses are found by their index. Ids are scanned, so only for input that can be a
// piece of one.
const isPartOfId = (search: string): boolean => /^[0-9a-f-]{4,36}$/i.test(search)

/** A page of carts, newest first or sorted, and how many there are. */
export async function cartsMatching(
  app: App,
  filters: CartFilters,
  { page, limit, sort }: { page: number; limit: number; sort?: Sort },
): Promise<{ total: number; rows: ListedCart[] }> {
  const where = matching(filters)

  const [total, heads] = await Promise.all([
    app.db.$count(carts, where),
    app.db
      .select()
      .from(carts)
      .where(where)
      .orderBy(inOrder(sort, { createdAt: carts.createdAt }, carts))
      .limit(limit)
      .offset((page - 1) * limit),
  ])

  return { total, rows: await inFull(app, heads) }
}

/** The carts after one, in the order of the list, for exports. */
export async function cartsAfter(
  app: App,
  filters: CartFilters,
  last: Cart | null,
  limit: number,
): Promise<ListedCart[]> {
  const after = last
    ? sql`(${carts.createdAt}, ${carts.id}) < (${last.createdAt}, ${last.id})`
    : undefined

  return inFull(
    app,
    await app.db
      .select()
      .from(carts)
      .where(and(matching(filters), after))
      .orderBy(desc(carts.createdAt), desc(carts.id))
      .limit(limit),
  )
}

export async function cartInFull(app: App, id: string): Promise<ListedCart | null> {
  const [cart] = await inFull(app, await app.db.select().from(carts).where(eq(carts.id, id)))
  return cart ?? null
}

async function inFull(app: App, heads: Cart[]): Promise<ListedCart[]> {
  if (!heads.length) return []

  const ids = heads.map((cart) => cart.id)

  const [owners, lines, agreed] = await Promise.all([
    app.db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(
        inArray(
          users.id,
          heads.map((cart) => cart.userId),
        ),
      ),
    linesOf(app, ids),
    agreedOf(app, ids),
  ])

  const bought = await boughtLines(app, [...agreed.values()])

  return heads.map((cart) => {
    const owner = owners.find((owner) => owner.id === cart.userId)
    // A cart that is still open after late money for an earlier charge shows what is in it now.
    const paid = cart.status === 'completed' ? agreed.get(cart.id) : undefined

    return {
      cart,
      userName: owner?.name ?? '',
      userEmail: owner?.email ?? '',
      lines: (paid && bought.get(cart.id)) ?? lines.get(cart.id) ?? [],
      agreed: paid ?? null,
    }
  })
}

async function linesOf(app: App, ids: string[]): Promise<Map<string, AdminLine[]>> {
  const rows = await app.db
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
    rows.map(({ item, productId, name, variantName, image, unitCents, currency, isDeleted }) => ({
      cartId: item.cartId,
      productId,
      variantId: item.variantId,
      product: isDeleted ? null : { name: soldAs(name, variantName), image },
      unitCents,
      currency,
      quantity: item.quantity,
    })),
    (line) => line.cartId,
  )
}

/**
 * The order that each cart was bought in, which keeps the prices of that day. Late money can buy a
 * cart a second time: then the last order counts, and a refunded one only when there is no other.
 */
export async function agreedOf(app: App, ids: readonly string[]): Promise<Map<string, Agreed>> {
  const rows = await app.db
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
  return new Map(rows.map((row) => [row.cartId, row]))
}

/** The lines of the orders that carts were paid by, as they were sold. */
async function boughtLines(app: App, agreed: readonly Agreed[]): Promise<Map<string, AdminLine[]>> {
  if (!agreed.length) return new Map()

  const rows = await app.db
    .select()
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        agreed.map((purchase) => purchase.orderId),
      ),
    )
    .orderBy(asc(orderLines.position))

  const order = new Map(agreed.map((purchase) => [purchase.orderId, purchase]))

  return Map.groupBy(
    rows.map(({ orderId, productId, variantId, name, image, unitCents, quantity }) => ({
      cartId: order.get(orderId)!.cartId,
      productId,
      variantId,
      product: { name, image },
      unitCents,
      currency: order.get(orderId)!.currency,
      quantity,
    })),
    (line) => line.cartId,
  )
}

/** Carts by status; expired are the open ones past their date (Q51). */
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
 * Whether a cart can be paid at this moment; read under the cart's lock, which a checkout takes
 * first.
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
