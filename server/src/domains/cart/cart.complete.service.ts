import { lifetimes } from '@chaveiro/contracts/limits'
import { and, eq, inArray, sql } from 'drizzle-orm'

import { cartItems, carts, payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import type { Cart } from './cart.queries.ts'

/**
 * The lines of a paid order and its payment. `couponCode` is set only when the payment was opened
 * and paid in one step; the cart then gets the fields that a checkout writes.
 */
export type PaidPurchase = {
  paymentId: string
  lines: readonly { variantId: string; quantity: number }[]
  couponCode?: string | null
}

type Item = typeof cartItems.$inferSelect

/**
 * Close a paid cart, in the transaction of its payment. The closed cart keeps the bought items;
 * items added since the charge move to the user's next cart (Q51). While the cart has another open
 * charge, it stays open and loses the bought items. Idempotent.
 */
export async function completeCart(tx: App, cartId: string, purchase: PaidPurchase): Promise<void> {
  const [[cart], contentRows] = await Promise.all([
    tx.db
      .select()
      .from(carts)
      .where(and(eq(carts.id, cartId), inArray(carts.status, ['active', 'abandoned'])))
      .for('update'),
    // A separate statement, so that it reads the items after the lock was granted.
    tx.db
      .select({ item: cartItems, isCharged: hasOtherCharge(purchase.paymentId) })
      .from(carts)
      .leftJoin(cartItems, eq(cartItems.cartId, carts.id))
      .where(eq(carts.id, cartId)),
  ])

  if (!cart) return

  const storedItems = contentRows.flatMap(({ item }) => item ?? [])
  const remainingItems = subtractBought(storedItems, purchase.lines)
  if (contentRows[0]!.isCharged) return replaceItems(tx, cartId, remainingItems)

  const now = tx.clock.now()
  const { couponCode } = purchase
  const checkoutFields = couponCode === undefined ? {} : { couponCode, termsAccepted: true }

  await tx.db
    .update(carts)
    .set({ status: 'completed', updatedAt: now, ...checkoutFields })
    .where(eq(carts.id, cartId))

  if (holdsExactly(storedItems, purchase.lines)) return

  await replaceItems(tx, cartId, boughtItems(storedItems, purchase.lines, now))
  if (remainingItems.length) await createNextCart(tx, cart, remainingItems)
}

const hasOtherCharge = (paymentId: string) =>
  sql<boolean>`exists (select 1 from ${payments} where ${payments.cartId} = ${carts.id}
    and ${payments.status} = 'pending' and ${payments.id} <> ${paymentId})`

const boughtQuantity = (lines: PaidPurchase['lines'], variantId: string): number =>
  lines.reduce((sum, line) => sum + (line.variantId === variantId ? line.quantity : 0), 0)

const subtractBought = (items: readonly Item[], lines: PaidPurchase['lines']): Item[] =>
  items
    .map((item) => ({ ...item, quantity: item.quantity - boughtQuantity(lines, item.variantId) }))
    .filter((item) => item.quantity > 0)

const holdsExactly = (items: readonly Item[], lines: PaidPurchase['lines']): boolean =>
  items.length === new Set(lines.map((line) => line.variantId)).size &&
  items.every((item) => item.quantity === boughtQuantity(lines, item.variantId))

const boughtItems = (
  items: readonly Item[],
  lines: PaidPurchase['lines'],
  now: Date,
): Pick<Item, 'variantId' | 'quantity' | 'addedAt'>[] =>
  [...new Set(lines.map((line) => line.variantId))].map((variantId) => ({
    variantId,
    quantity: boughtQuantity(lines, variantId),
    addedAt: items.find((item) => item.variantId === variantId)?.addedAt ?? now,
  }))

async function replaceItems(
  tx: App,
  cartId: string,
  items: readonly Pick<Item, 'variantId' | 'quantity' | 'addedAt'>[],
): Promise<void> {
  await tx.db.delete(cartItems).where(eq(cartItems.cartId, cartId))
  if (items.length)
    await tx.db.insert(cartItems).values(
      items.map(({ variantId, quantity, addedAt }) => ({
        id: newId(),
        cartId,
        variantId,
        quantity,
        addedAt,
      })),
    )
}

/** Create the cart that follows a paid one, with the items added after its charge was opened. */
async function createNextCart(tx: App, paid: Cart, items: readonly Item[]): Promise<void> {
  const now = tx.clock.now()
  const id = newId(now.getTime())

  await tx.db.insert(carts).values({
    id,
    userId: paid.userId,
    channel: paid.channel,
    createdAt: now,
    updatedAt: now,
    expiresAt: secondsAfter(now, lifetimes.cartDays * 86_400),
  })

  await replaceItems(tx, id, items)
}
