import {
  defaultCurrency,
  lifetimes,
  quantity as limits,
  type Currency,
} from '@chaveiro/contracts/limits'
import { uuid } from '@chaveiro/contracts/shared'
import { and, eq, lt, sql } from 'drizzle-orm'
import { cartItems, carts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { fail } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/transaction.ts'
import {
  linesOfCart,
  lockOpenCart,
  mostOf,
  openCart,
  sellableProducts,
  type Cart,
  type CartLine,
  type Sellable,
} from './cart.queries.ts'

export type LockedCart = { id: string; currency: Currency; lines: CartLine[] }
/** A line as its buyer sees it; max: how many the order may hold now. */
type SeenLine = CartLine & { max: number }
export type SeenCart = { cart: Cart; lines: SeenLine[] } | null

/** The open cart of a user with its lines; null when there is none. */
export async function readCart(app: App, userId: string): Promise<SeenCart> {
  const cart = await openCart(app, userId)
  return cart && seeCart(app, cart)
}

async function seeCart(app: App, cart: Cart): Promise<NonNullable<SeenCart>> {
  const lines = await linesOfCart(app, cart.id)
  const most = await mostOf(
    app,
    lines.map((line) => line.productId),
    cart.id,
  )
  return { cart, lines: lines.map((line) => ({ ...line, max: most.get(line.productId) ?? 0 })) }
}

/**
 * Add units of a product, and make the cart at the first one. Refuses what is not on sale, another
 * currency, more of a product than one order may hold (Q116) and more than are left. `replace`
 * empties the cart first, so that it takes any currency (Q53).
 */
export function addItem(
  app: App,
  userId: string,
  { productId, quantity, replace }: { productId: string; quantity: number; replace?: boolean },
): Promise<SeenCart> {
  return changeCart(app, userId, async (tx, cart, lines) => {
    const kept = replace ? [] : lines
    const product = await assertFits(tx, kept, productId)
    const has = kept.find((line) => line.productId === productId)?.quantity ?? 0
    await assertInStock(tx, cart, product, has + quantity)
    if (replace) await tx.db.delete(cartItems).where(eq(cartItems.cartId, cart.id))
    await putLine(tx, cart.id, product, has + quantity)
  })
}

/** Set how many units of a product are in the cart; 0 or less drops it (S157). */
export function setItem(
  app: App,
  userId: string,
  productId: string,
  quantity: number,
): Promise<SeenCart> {
  if (quantity <= 0) return removeItem(app, userId, productId)
  return changeCart(app, userId, async (tx, cart, lines) => {
    const line = lines.find((line) => line.productId === productId)
    const product = line ? { ...line, id: productId } : await assertFits(tx, lines, productId)
    // Fewer than before is always allowed: it is a step towards what is left.
    if (quantity > (line?.quantity ?? 0)) await assertInStock(tx, cart, product, quantity)
    await putLine(tx, cart.id, product, quantity)
  })
}

/** Remove a product. Idempotent. */
export async function removeItem(app: App, userId: string, productId: string): Promise<SeenCart> {
  if (!(await openCart(app, userId))) return null
  return changeCart(app, userId, async (tx, cart) => {
    await tx.db
      .delete(cartItems)
      .where(and(eq(cartItems.cartId, cart.id), eq(cartItems.productId, productId)))
  })
}

/**
 * Merge a visitor's cart: the larger quantity of each product wins, so it is idempotent. What
 * cannot be sold or counted is skipped (Q50).
 */
export async function syncItems(
  app: App,
  userId: string,
  given: readonly { id: string; quantity: number }[],
): Promise<SeenCart> {
  const wanted = new Map<string, number>()
  for (const { id, quantity } of given) {
    if (uuid.safeParse(id).success && Number.isFinite(quantity) && quantity >= 1)
      wanted.set(
        id.toLowerCase(),
        Math.min(limits.max, Math.max(Math.floor(quantity), wanted.get(id.toLowerCase()) ?? 0)),
      )
  }
  const sellable = await sellableProducts(app, [...wanted.keys()])
  if (!sellable.size) return readCart(app, userId)
  return changeCart(app, userId, async (tx, cart, lines) => {
    const most = await mostOf(tx, [...sellable.keys()], cart.id)
    let currency = lines[0]?.currency
    for (const [id, quantity] of wanted) {
      const product = sellable.get(id)
      if (!product || (currency && product.currency !== currency)) continue
      const left = most.get(id) ?? 0
      if (!left) continue
      currency = product.currency
      const has = lines.find((line) => line.productId === id)?.quantity ?? 0
      const fitting = Math.min(quantity, left)
      if (fitting > has) await putLine(tx, cart.id, product, fitting)
    }
  })
}

async function changeCart(
  app: App,
  userId: string,
  work: (tx: App, cart: Cart, lines: CartLine[]) => Promise<void>,
): Promise<SeenCart> {
  return inTransaction(app, async (tx) => {
    const cart = await lockOrMake(tx, userId)
    await work(tx, cart, await linesOfCart(tx, cart.id))
    return seeCart(tx, await touchCart(tx, cart.id))
  })
}

/** Mark a cart as used now: its expiry is counted anew. */
async function touchCart(tx: App, cartId: string): Promise<Cart> {
  const now = tx.clock.now()
  const [touched] = await tx.db
    .update(carts)
    .set({
      status: 'active',
      updatedAt: now,
      expiresAt: secondsAfter(now, lifetimes.cartDays * 86_400),
    })
    .where(eq(carts.id, cartId))
    .returning()
  return touched!
}

/** Make the cart of the chat hold this many of one product and nothing else; answers its id. */
export async function fillChatCart(
  app: App,
  userId: string,
  productId: string,
  quantity: number,
): Promise<string> {
  return inTransaction(app, async (tx) => {
    const cart = await lockOrMake(tx, userId, 'discord')
    await tx.db.delete(cartItems).where(eq(cartItems.cartId, cart.id))
    await putLine(tx, cart.id, await assertFits(tx, [], productId), quantity)
    await touchCart(tx, cart.id)
    return cart.id
  })
}

async function lockOrMake(
  tx: App,
  userId: string,
  channel: Cart['channel'] = 'site',
): Promise<Cart> {
  const now = tx.clock.now()
  // Another request may make the cart, or a payment complete it, between any two statements here:
  // repeat until one of them holds.
  for (;;) {
    const standing = await lockOpenCart(tx, { userId, channel })
    if (standing) return standing
    await tx.db
      .insert(carts)
      .values({
        id: newId(now.getTime()),
        userId,
        channel,
        createdAt: now,
        updatedAt: now,
        expiresAt: secondsAfter(now, lifetimes.cartDays * 86_400),
      })
      .onConflictDoNothing()
  }
}

async function assertFits(
  tx: App,
  lines: readonly CartLine[],
  productId: string,
): Promise<Sellable> {
  const product = (await sellableProducts(tx, [productId])).get(productId)
  if (!product) throw fail('product.unavailable')
  const currency = lines[0]?.currency
  if (currency && currency !== product.currency) throw fail('cart.currency', { currency })
  return product
}

/**
 * Refuse more units than are left. Throws cart.stock and cart.out; cart.quantity says what one
 * order may hold.
 */
async function assertInStock(
  tx: App,
  cart: Cart,
  product: Pick<Sellable, 'id' | 'name' | 'maxPerOrder'>,
  quantity: number,
): Promise<void> {
  assertPerOrder(product, quantity)
  const left = (await mostOf(tx, [product.id], cart.id)).get(product.id)
  if (left === undefined) throw fail('product.unavailable')
  if (left === 0) throw fail('cart.out', { product: product.name })
  if (quantity > left) throw fail('cart.stock', { product: product.name, left })
}

async function putLine(
  tx: App,
  cartId: string,
  product: Pick<Sellable, 'id' | 'name' | 'maxPerOrder'>,
  quantity: number,
): Promise<void> {
  assertPerOrder(product, quantity)
  await tx.db
    .insert(cartItems)
    .values({ cartId, productId: product.id, quantity, addedAt: tx.clock.now() })
    .onConflictDoUpdate({ target: [cartItems.cartId, cartItems.productId], set: { quantity } })
}

/** Refuse more units of a product than one order may hold (Q116). Throws cart.quantity. */
export function assertPerOrder(
  product: { name: string; maxPerOrder: number },
  quantity: number,
): void {
  if (quantity > product.maxPerOrder)
    throw fail('cart.quantity', { product: product.name, max: product.maxPerOrder })
}

/**
 * The open cart of a user, locked until the transaction ends, as a payment prices it; null when it
 * is not theirs or not open.
 */
export async function lockCart(
  tx: App,
  cartId: string,
  userId: string,
): Promise<LockedCart | null> {
  const cart = await lockOpenCart(tx, { userId, cartId })
  if (!cart) return null
  const lines = await linesOfCart(tx, cart.id)
  return { id: cart.id, currency: lines[0]?.currency ?? defaultCurrency, lines }
}

/** Store on the cart what was agreed at checkout, for the back office. */
export async function noteCheckout(
  tx: App,
  cartId: string,
  agreed: { couponCode: string | null },
): Promise<void> {
  await tx.db
    .update(carts)
    .set({ ...agreed, termsAccepted: true })
    .where(eq(carts.id, cartId))
}

/**
 * Mark carts with items as abandoned when nobody touched them for a day; the next change reopens
 * them (Q51).
 */
export async function abandonIdleCarts(app: App): Promise<void> {
  const before = secondsAfter(app.clock.now(), -lifetimes.cartIdleHours * 3600)
  await inTransaction(app, (tx) =>
    tx.db
      .update(carts)
      .set({ status: 'abandoned', wasAbandoned: true })
      .where(
        and(
          eq(carts.status, 'active'),
          lt(carts.updatedAt, before),
          sql`exists (select 1 from cart_items i where i.cart_id = ${carts.id})`,
        ),
      ),
  )
}
