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
import { inTransaction } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import {
  emptyCart,
  lockOrCreateCart,
  setQuantities,
  removeLines,
  markCartUsed,
  type LineQuantity,
} from './cart.change.service.ts'
import {
  linesOfCart,
  lockOpenCart,
  openCartIdOf,
  offersOf,
  readCart,
  type CartLine,
  type Offer,
  type SeenCart,
  type SeenLine,
} from './cart.queries.ts'
import {
  assertInStock,
  assertPerOrder,
  sellableOffer,
  isAddable,
  leadingOffer,
  findCartLine,
  offerOfChoice,
  requireFitting,
  type Choice,
} from './cart.rules.ts'

export type LockedCart = { id: string; currency: Currency; lines: CartLine[] }

/**
 * The state before a change of a cart: its lines, and all variants of the products that the request
 * names.
 */
type CartState = { lines: readonly SeenLine[]; offers: readonly Offer[] }

/** The new quantities of some lines; `replace` removes all other lines. */
type Change = { put: readonly LineQuantity[]; replace?: boolean | undefined }

/**
 * Add units of a variant; the first unit creates the cart. Refuses a variant that is not on sale,
 * another currency, and more units than the order limit (Q116) or the stock allows. `replace`
 * empties the cart first, so that it accepts any currency (Q53).
 */
export function addItem(
  app: App,
  userId: string,
  { quantity, replace, ...choice }: Choice & { quantity: number; replace?: boolean },
): Promise<SeenCart> {
  return changeCart(app, userId, [choice.productId], ({ lines, offers }) => {
    const presentLines = replace ? [] : lines
    const offer = requireFitting(sellableOffer(offers, choice), presentLines)
    const line = presentLines.find((line) => line.variantId === offer.variantId)
    const newQuantity = (line?.quantity ?? 0) + quantity
    assertInStock(offer, offer, newQuantity)

    return { put: [lineQuantityOf(offer, line, newQuantity)], replace }
  })
}

/**
 * Set the quantity of a variant, or of a product with one line; 0 or less removes the line (S157).
 * Throws variant.choose when the product has several lines.
 */
export function setItem(app: App, userId: string, id: string, quantity: number): Promise<SeenCart> {
  if (quantity <= 0) return removeItem(app, userId, id, { single: true })
  return changeCart(app, userId, [id], ({ lines, offers }) => {
    const line = findCartLine(lines, id)
    const variantId = line?.variantId ?? id
    const offer =
      offers.find((offer) => offer.sellable && offer.variantId === variantId) ??
      (line ? undefined : leadingOffer(offers, id))
    const targetLine = line ?? requireFitting(offer, lines)
    // A smaller quantity is always allowed, even if it still exceeds the stock.
    if (quantity > (line?.quantity ?? 0)) assertInStock(targetLine, offer, quantity)
    assertPerOrder(targetLine, quantity)

    return { put: [lineQuantityOf(targetLine, line, quantity)] }
  })
}

/**
 * Remove a variant, or all lines of a product. With `single`, a product with several lines throws
 * variant.choose. Idempotent.
 */
export function removeItem(
  app: App,
  userId: string,
  id: string,
  { single }: { single: boolean } = { single: false },
): Promise<SeenCart> {
  return inTransaction(app, async (tx) => {
    if (single) {
      const [, cartBefore] = await Promise.all([markCartUsed(tx, userId), readCart(tx, userId)])
      findCartLine(cartBefore?.lines ?? [], id)
    }

    const [, , updatedCart] = await Promise.all([
      markCartUsed(tx, userId),
      removeLines(tx, userId, id),
      readCart(tx, userId),
    ])

    return updatedCart
  })
}

/**
 * Merge a visitor's cart. The larger quantity of each variant is kept, so a repeated call changes
 * nothing. Items that cannot be sold, or have no valid quantity, are skipped (Q50).
 */
export async function syncItems(
  app: App,
  userId: string,
  visitorItems: readonly VisitorItem[],
): Promise<SeenCart> {
  const items = countableItems(visitorItems)
  const ids = [...new Set(items.map(({ productId }) => productId))]
  if (!(await offersOf(app, ids, null)).some(({ sellable }) => sellable))
    return readCart(app, userId)

  return changeCart(app, userId, ids, ({ lines, offers }) => {
    let currency = lines[0]?.currency
    const changedLines = new Map<string, LineQuantity>()

    for (const { quantity, ...choice } of items) {
      const offer = offerOfChoice(offers, choice)
      if (!offer || !isAddable(offer, currency)) continue

      currency = offer.currency
      const line = lines.find((line) => line.variantId === offer.variantId)
      const currentQuantity = changedLines.get(offer.variantId)?.quantity ?? line?.quantity ?? 0
      const allowedQuantity = Math.min(quantity, offer.max)
      if (allowedQuantity > currentQuantity)
        changedLines.set(offer.variantId, lineQuantityOf(offer, line, allowedQuantity))
    }

    return { put: [...changedLines.values()] }
  })
}

type VisitorItem = { id: string; variantId?: string | undefined; quantity: number }

/**
 * The items of a visitor's cart with valid ids and quantities. The list comes from the browser's
 * storage, so it may contain anything.
 */
const countableItems = (visitorItems: readonly VisitorItem[]): (Choice & { quantity: number })[] =>
  visitorItems.flatMap(({ id, variantId, quantity }) =>
    [id, variantId ?? id].every((part) => uuid.safeParse(part).success) &&
    Number.isFinite(quantity) &&
    quantity >= 1
      ? {
          productId: id.toLowerCase(),
          variantId: variantId?.toLowerCase(),
          quantity: Math.min(limits.max, Math.floor(quantity)),
        }
      : [],
  )

const lineQuantityOf = (
  { variantId }: Pick<Offer, 'variantId'>,
  line: SeenLine | undefined,
  quantity: number,
): LineQuantity => ({ lineId: line?.lineId ?? newId(), variantId, quantity })

/**
 * Lock or create a user's open cart, change it, and return the result. All reads follow the lock on
 * the same connection, so no other change can happen in between.
 */
async function changeCart(
  app: App,
  userId: string,
  ids: readonly string[],
  decide: (state: CartState) => Change,
): Promise<SeenCart> {
  return inTransaction(app, async (tx) => {
    const [cart, cartBefore, offers] = await Promise.all([
      lockOrCreateCart(tx, userId, 'site'),
      readCart(tx, userId),
      offersOf(tx, ids, openCartIdOf(userId, 'site')),
    ])

    const lines = cartBefore?.lines ?? []
    const cartChange = decide({ lines, offers })

    await Promise.all([
      cartChange.replace ? emptyCart(tx, cart.id) : undefined,
      setQuantities(tx, cart.id, cartChange.put),
    ])

    return { cart, lines: linesAfter(cartChange, { lines, offers }) }
  })
}

/** The lines of a cart after a change: existing lines keep their order, new lines follow. */
function linesAfter({ put, replace }: Change, { lines, offers }: CartState): SeenLine[] {
  const linesById = new Map<string, SeenLine>()
  for (const line of replace ? [] : lines) linesById.set(line.variantId, line)

  for (const { lineId, variantId, quantity } of put) {
    const line = linesById.get(variantId) ?? offers.find((offer) => offer.variantId === variantId)!
    linesById.set(variantId, { ...line, lineId, quantity })
  }

  return [...linesById.values()]
}

/**
 * Fill the chat's cart with this many units of one variant and nothing else; returns the id of the
 * cart. The id of a product means its first variant on sale.
 */
export async function fillChatCart(
  app: App,
  userId: string,
  id: string,
  quantity: number,
): Promise<string> {
  return inTransaction(app, async (tx) => {
    const [cart, offers] = await Promise.all([
      lockOrCreateCart(tx, userId, 'discord'),
      offersOf(tx, [id], null),
    ])

    const namedOffer = offers.find((offer) => offer.sellable && offer.variantId === id)
    const offer = requireFitting(namedOffer ?? leadingOffer(offers, id), [])
    assertPerOrder(offer, quantity)

    await Promise.all([
      emptyCart(tx, cart.id),
      setQuantities(tx, cart.id, [lineQuantityOf(offer, undefined, quantity)]),
    ])

    return cart.id
  })
}

/**
 * A user's open cart with the data that a payment needs for its price, locked until the transaction
 * ends. Null when the cart belongs to another user or is not open.
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

/** Whether a cart of this user is already bought. */
export async function isCartBought(tx: App, cartId: string, userId: string): Promise<boolean> {
  const [cart] = await tx.db
    .select({ status: carts.status })
    .from(carts)
    .where(and(eq(carts.id, cartId), eq(carts.userId, userId)))

  return cart?.status === 'completed'
}

/** Store the coupon code and the accepted terms of a checkout in the cart, for the back office. */
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
 * Mark carts with items as abandoned after a day without a change. The next change makes a cart
 * active again (Q51).
 */
export async function abandonIdleCarts(app: App): Promise<void> {
  const idleSince = secondsAfter(app.clock.now(), -lifetimes.cartIdleHours * 3600)
  await inTransaction(app, (tx) =>
    tx.db
      .update(carts)
      .set({ status: 'abandoned', wasAbandoned: true })
      .where(
        and(
          eq(carts.status, 'active'),
          lt(carts.updatedAt, idleSince),
          sql`exists (select 1 from cart_items i where i.cart_id = ${carts.id})`,
        ),
      ),
  )
}
