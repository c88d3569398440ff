import { lifetimes } from '@chaveiro/contracts/limits'
import { and, eq, inArray, sql } from 'drizzle-orm'

import { cartItems, carts, payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import type { Cart } from './cart.queries.ts'

/**
 * The lines of a paid order, and the payment that paid it; couponCode, of a purchase that was paid
 * as it was opened: what is noted on a cart at its checkout.
 */
export type Bought = {
  paymentId: string
  lines: readonly { variantId: string; quantity: number }[]
  couponCode?: string | null
}

type Item = typeof cartItems.$inferSelect

/**
 * Close a paid cart, in the transaction that made it paid: it keeps what was bought, and what was
 * added since goes to its user's next cart (Q51). A cart with another open charge stays open
 * without what was bought. Idempotent.
 */
export async function completeCart(tx: App, cartId: string, bought: Bought): Promise<void> {
  const [[cart], content] = await Promise.all([
    tx.db
      .select()
      .from(carts)
      .where(and(eq(carts.id, cartId), inArray(carts.status, ['active', 'abandoned'])))
      .for('update'),
    // A statement of its own: it reads what stands once the lock is there.
    tx.db
      .select({ item: cartItems, isCharged: hasOtherCharge(bought.paymentId) })
      .from(carts)
      .leftJoin(cartItems, eq(cartItems.cartId, carts.id))
      .where(eq(carts.id, cartId)),
  ])

  if (!cart) return

  const items = content.flatMap(({ item }) => item ?? [])
  const left = itemsLeft(items, bought.lines)
  if (content[0]!.isCharged) return replaceItems(tx, cartId, left)

  const now = tx.clock.now()
  const { couponCode } = bought
  const noted = couponCode === undefined ? {} : { couponCode, termsAccepted: true }

  await tx.db
    .update(carts)
    .set({ status: 'completed', updatedAt: now, ...noted })
    .where(eq(carts.id, cartId))

  if (isExactly(items, bought.lines)) return

  await replaceItems(tx, cartId, boughtItems(items, bought.lines, now))
  if (left.length) await openNext(tx, cart, left)
}

const hasOtherCharge = (paymentId: string) =>
  sql<boolean>`exists (select 1 from ${payments} where ${payments.cartId} = ${carts.id}
    and ${payments.status} = 'pending' and ${payments.id} <> ${paymentId})`

const total = (lines: Bought['lines'], variantId: string): number =>
  lines.reduce((sum, line) => sum + (line.variantId === variantId ? line.quantity : 0), 0)

const itemsLeft = (items: readonly Item[], lines: Bought['lines']): Item[] =>
  items
    .map((item) => ({ ...item, quantity: item.quantity - total(lines, item.variantId) }))
    .filter((item) => item.quantity > 0)

const isExactly = (items: readonly Item[], lines: Bought['lines']): boolean =>
  items.length === new Set(lines.map((line) => line.variantId)).size &&
  items.every((item) => item.quantity === total(lines, item.variantId))

const boughtItems = (
  items: readonly Item[],
  lines: Bought['lines'],
  now: Date,
): Pick<Item, 'variantId' | 'quantity' | 'addedAt'>[] =>
  [...new Set(lines.map((line) => line.variantId))].map((variantId) => ({
    variantId,
    quantity: total(lines, variantId),
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

/** The cart that follows a paid one, with what was put in after its charge was made. */
async function openNext(tx: App, paid: Cart, items: readonly Item[]): Promise<void> {
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
