import {
  defaultCurrency,
  lifetimes,
  quantity as limits,
  type Currency,
} from '@chaveiro/contracts/limits'
import { uuid } from '@chaveiro/contracts/shared'
import { and, eq, lt, sql } from 'drizzle-orm'
import { carts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { fail } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { empty, lockOrMake, putLines, removeLine, touch, type Put } from './cart.change.service.ts'
import {
  linesOfCart,
  lockOpenCart,
  openCartIdOf,
  readCart,
  sellableProducts,
  type CartLine,
  type SeenCart,
  type SeenLine,
  type Sellable,
} from './cart.queries.ts'

export type LockedCart = { id: string; currency: Currency; lines: CartLine[] }
/** What a change of a cart starts from: its lines, and the products it is about that are sold. */
type Standing = {
  lines: readonly SeenLine[]
  sellable: ReadonlyMap<string, Sellable>
}
/** Lines whose quantity is set; replace: all others go. */
type Change = { put: readonly Put[]; replace?: boolean | undefined }

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
  return changeCart(app, userId, [productId], ({ lines, sellable }) => {
    const kept = replace ? [] : lines
    const product = requireFitting(sellable.get(productId), kept)
    const has = kept.find((line) => line.productId === productId)?.quantity ?? 0
    assertInStock(product, product, has + quantity)
    return { put: [{ productId, quantity: has + quantity }], replace }
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
  return changeCart(app, userId, [productId], ({ lines, sellable }) => {
    const line = lines.find((line) => line.productId === productId)
    const offered = sellable.get(productId)
    const product = line ?? requireFitting(offered, lines)
    // Fewer than before is always allowed: it is a step towards what is left.
    if (quantity > (line?.quantity ?? 0)) assertInStock(product, offered, quantity)
    assertPerOrder(product, quantity)
    return { put: [{ productId, quantity }] }
  })
}

/** Remove a product. Idempotent. */
export function removeItem(app: App, userId: string, productId: string): Promise<SeenCart> {
  return inTransaction(app, async (tx) => {
    const [, , seen] = await Promise.all([
      touch(tx, userId),
      removeLine(tx, userId, productId),
      readCart(tx, userId),
    ])
    return seen
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
  const ids = [...wanted.keys()]
  if (!(await sellableProducts(app, ids, null)).size) return readCart(app, userId)
  return changeCart(app, userId, ids, ({ lines, sellable }) => {
    let currency = lines[0]?.currency
    const put: Put[] = []
    for (const [productId, quantity] of wanted) {
      const product = sellable.get(productId)
      if (!product?.max || (currency && product.currency !== currency)) continue
      currency = product.currency
      const has = lines.find((line) => line.productId === productId)?.quantity ?? 0
      const fitting = Math.min(quantity, product.max)
      if (fitting > has) put.push({ productId, quantity: fitting })
    }
    return { put }
  })
}

/**
 * Lock the open cart of a person, or make it, and change it; answers how it stands then. All that is
 * read travels on one connection behind the lock, so that nobody changes the cart in between.
 */
async function changeCart(
  app: App,
  userId: string,
  productIds: readonly string[],
  decide: (standing: Standing) => Change,
): Promise<SeenCart> {
  return inTransaction(app, async (tx) => {
    const [cart, standing, sellable] = await Promise.all([
      lockOrMake(tx, userId, 'site'),
      readCart(tx, userId),
      sellableProducts(tx, productIds, openCartIdOf(userId, 'site')),
    ])
    const lines = standing?.lines ?? []
    const change = decide({ lines, sellable })
    await Promise.all([
      change.replace ? empty(tx, cart.id) : undefined,
      putLines(tx, cart.id, change.put),
    ])
    return { cart, lines: linesAfter(change, { lines, sellable }) }
  })
}

/** The lines of a cart after a change: those that stood keep their place, new ones follow. */
function linesAfter({ put, replace }: Change, { lines, sellable }: Standing): SeenLine[] {
  const after = new Map<string, SeenLine>()
  for (const line of replace ? [] : lines) after.set(line.productId, line)
  for (const { productId, quantity } of put)
    after.set(productId, {
      ...(after.get(productId) ?? sellable.get(productId)!),
      quantity,
    })
  return [...after.values()]
}

/** Make the cart of the chat hold this many of one product and nothing else; answers its id. */
export async function fillChatCart(
  app: App,
  userId: string,
  productId: string,
  quantity: number,
): Promise<string> {
  return inTransaction(app, async (tx) => {
    const [cart, sellable] = await Promise.all([
      lockOrMake(tx, userId, 'discord'),
      sellableProducts(tx, [productId], null),
    ])
    assertPerOrder(requireFitting(sellable.get(productId), []), quantity)
    await Promise.all([empty(tx, cart.id), putLines(tx, cart.id, [{ productId, quantity }])])
    return cart.id
  })
}

/** A product that fits beside these lines. Throws product.unavailable and cart.currency. */
function requireFitting(product: Sellable | undefined, lines: readonly CartLine[]): Sellable {
  if (!product) throw fail('product.unavailable')
  const currency = lines[0]?.currency
  if (currency && currency !== product.currency) throw fail('cart.currency', { currency })
  return product
}

/**
 * Refuse more units than are left. Throws cart.stock and cart.out; cart.quantity says what one
 * order may hold.
 */
function assertInStock(
  product: Pick<Sellable, 'name' | 'maxPerOrder'>,
  offered: Sellable | undefined,
  quantity: number,
): void {
  assertPerOrder(product, quantity)
  if (!offered) throw fail('product.unavailable')
  if (offered.max === 0) throw fail('cart.out', { product: product.name })
  if (quantity > offered.max) throw fail('cart.stock', { product: product.name, left: offered.max })
}

/** Refuse more units of a product than one order may hold (Q116). Throws cart.quantity. */
export function assertPerOrder(
  product: { name: string; maxPerOrder: number },
  quantity: number,
): void {
  if (quantity > product.maxPerOrder)
    throw fail('cart.quantity', {
      product: product.name,
      max: product.maxPerOrder,
    })
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
  const [cart, lines] = await Promise.all([
    lockOpenCart(tx, cartId, userId),
    linesOfCart(tx, cartId),
  ])
  if (!cart) return null
  return {
    id: cart.id,
    currency: lines[0]?.currency ?? defaultCurrency,
    lines,
  }
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
