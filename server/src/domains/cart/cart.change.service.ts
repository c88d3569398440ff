import { lifetimes } from '@chaveiro/contracts/limits'
import { and, eq, or, sql } from 'drizzle-orm'

import { cartItems, carts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { openCartIdOf, type Cart } from './cart.queries.ts'

// The single statements of a change. Each is sent when it is called (execute), not when somebody
// waits for it, so that those called one after the other in a transaction are done in that order.

/** What a cart is that is used now: open again, and its expiry counted anew. */
const usedAt = (now: Date) => ({
  status: 'active' as const,
  updatedAt: now,
  expiresAt: secondsAfter(now, lifetimes.cartDays * 86_400),
})

/**
 * Lock the open cart of a person until the transaction ends, or make it; marked as used now either
 * way. Who makes, pays or abandons it at the same moment comes wholly before or after.
 */
export async function lockOrMake(tx: App, userId: string, channel: Cart['channel']): Promise<Cart> {
  const now = tx.clock.now()

  const [cart] = await tx.db
    .insert(carts)
    .values({
      id: newId(now.getTime()),
      userId,
      channel,
      createdAt: now,
      ...usedAt(now),
    })
    .onConflictDoUpdate({
      target: [carts.userId, carts.channel],
      targetWhere: sql`status in ('active', 'abandoned')`,
      set: usedAt(now),
    })
    .returning()
    .execute()

  return cart!
}

/** Lock the open cart on the site and mark it as used now, if there is one. */
export async function touch(tx: App, userId: string): Promise<void> {
  await tx.db
    .update(carts)
    .set(usedAt(tx.clock.now()))
    .where(eq(carts.id, openCartIdOf(userId, 'site')))
    .execute()
}

/**
 * Take a variant out of the open cart on the site, if it is in there; else all that is in there of a
 * product.
 */
export async function removeLines(tx: App, userId: string, id: string): Promise<void> {
  const cartId = openCartIdOf(userId, 'site')
  const ofProduct = sql`(not exists (select 1 from cart_items i
      where i.cart_id = ${cartId} and i.variant_id = ${id})
    and ${cartItems.variantId} in (select v.id from product_variants v where v.product_id = ${id}))`

  await tx.db
    .delete(cartItems)
    .where(and(eq(cartItems.cartId, cartId), or(eq(cartItems.variantId, id), ofProduct)))
    .execute()
}

/** Take everything out of a cart. */
export async function empty(tx: App, cartId: string): Promise<void> {
  await tx.db.delete(cartItems).where(eq(cartItems.cartId, cartId)).execute()
}

export type Put = { lineId: string; variantId: string; quantity: number }

/** Set how many units of variants are in a cart; new ones stand in the order given. */
export async function putLines(tx: App, cartId: string, put: readonly Put[]): Promise<void> {
  if (!put.length) return

  const now = tx.clock.now().getTime()

  await tx.db
    .insert(cartItems)
    .values(
      put.map(({ lineId, ...line }, position) => ({
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
