import { lifetimes } from '@chaveiro/contracts/limits'
import { and, eq, or, sql } from 'drizzle-orm'

import { cartItems, carts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { openCartIdOf, type Cart } from './cart.queries.ts'

// The single statements of a change. Each is sent when its function is called (`execute`), not when
// its promise is awaited. So the statements of a transaction run in the order of the calls.

/** Fields of a cart that was just used: active, with its full lifetime. */
const freshFields = (now: Date) => ({
  status: 'active' as const,
  updatedAt: now,
  expiresAt: secondsAfter(now, lifetimes.cartDays * 86_400),
})

/**
 * Lock the open cart of a user until the transaction ends, or create it, and mark it as used now.
 * Concurrent transactions that create, pay or abandon the cart wait for the lock.
 */
export async function lockOrCreateCart(
  tx: App,
  userId: string,
  channel: Cart['channel'],
): Promise<Cart> {
  const now = tx.clock.now()

  const [cart] = await tx.db
    .insert(carts)
    .values({
      id: newId(now.getTime()),
      userId,
      channel,
      createdAt: now,
      ...freshFields(now),
    })
    .onConflictDoUpdate({
      target: [carts.userId, carts.channel],
      targetWhere: sql`status in ('active', 'abandoned')`,
      set: freshFields(now),
    })
    .returning()
    .execute()

  return cart!
}

/** Lock the open cart on the site and mark it as used now, if there is one. */
export async function markCartUsed(tx: App, userId: string): Promise<void> {
  await tx.db
    .update(carts)
    .set(freshFields(tx.clock.now()))
    .where(eq(carts.id, openCartIdOf(userId, 'site')))
    .execute()
}

/**
 * Remove the line of a variant from the open cart on the site. Without such a line, the id is read
 * as that of a product, and all lines of the product are removed.
 */
export async function removeLines(tx: App, userId: string, id: string): Promise<void> {
  const openCartId = openCartIdOf(userId, 'site')
  const matchesProduct = sql`(not exists (select 1 from cart_items i
      where i.cart_id = ${openCartId} and i.variant_id = ${id})
    and ${cartItems.variantId} in (select v.id from product_variants v where v.product_id = ${id}))`

  await tx.db
    .delete(cartItems)
    .where(and(eq(cartItems.cartId, openCartId), or(eq(cartItems.variantId, id), matchesProduct)))
    .execute()
}

/** Remove all lines of a cart. */
export async function emptyCart(tx: App, cartId: string): Promise<void> {
  await tx.db.delete(cartItems).where(eq(cartItems.cartId, cartId)).execute()
}

export type LineQuantity = { lineId: string; variantId: string; quantity: number }

/** Set the quantities of variants in a cart. New lines are added in the order of `quantities`. */
export async function setQuantities(
  tx: App,
  cartId: string,
  quantities: readonly LineQuantity[],
): Promise<void> {
  if (!quantities.length) return

  const now = tx.clock.now().getTime()

  await tx.db
    .insert(cartItems)
    .values(
      quantities.map(({ lineId, ...line }, position) => ({
        id: lineId,
        cartId,
        ...line,
        addedAt: new Date(now + position),
      })),
    )
    .onConflictDoUpdate({
      target: [cartItems.cartId, cartItems.variantId],
      set: { quantity: sql`excluded.quantity` },
    })
    .execute()
}
