import { lifetimes } from '@chaveiro/contracts/limits'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { cartItems, carts, payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Cart } from './cart.queries.ts'

/** The lines of a paid order, and the payment that paid it. */
export type Bought = {
  paymentId: string
  lines: readonly { productId: string; quantity: number }[]
}
type Item = typeof cartItems.$inferSelect

/**
 * Close a paid cart, in the transaction that made it paid: it keeps what was bought, and what was
 * added since goes to its user's next cart (Q51). A cart with another open charge stays open
 * without what was bought. Idempotent.
 */
export async function completeCart(tx: App, cartId: string, bought: Bought): Promise<void> {
  const [[cart], items, others] = await Promise.all([
    tx.db
      .select()
      .from(carts)
      .where(and(eq(carts.id, cartId), inArray(carts.status, ['active', 'abandoned'])))
      .for('update'),
    tx.db.select().from(cartItems).where(eq(cartItems.cartId, cartId)),
    tx.db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.cartId, cartId),
          eq(payments.status, 'pending'),
          ne(payments.id, bought.paymentId),
        ),
      ),
  ])
  if (!cart) return
  const left = itemsLeft(items, bought.lines)
  if (others.length) return replaceItems(tx, cartId, left)
  const now = tx.clock.now()
  await tx.db.update(carts).set({ status: 'completed', updatedAt: now }).where(eq(carts.id, cartId))
  if (isExactly(items, bought.lines)) return
  await replaceItems(tx, cartId, boughtItems(items, bought.lines, now))
  if (left.length) await openNext(tx, cart, left)
}

const total = (lines: Bought['lines'], productId: string): number =>
  lines.reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0)

const itemsLeft = (items: readonly Item[], lines: Bought['lines']): Item[] =>
  items
    .map((item) => ({ ...item, quantity: item.quantity - total(lines, item.productId) }))
    .filter((item) => item.quantity > 0)

const isExactly = (items: readonly Item[], lines: Bought['lines']): boolean =>
  items.length === new Set(lines.map((line) => line.productId)).size &&
  items.every((item) => item.quantity === total(lines, item.productId))

const boughtItems = (
  items: readonly Item[],
  lines: Bought['lines'],
  now: Date,
): Pick<Item, 'productId' | 'quantity' | 'addedAt'>[] =>
  [...new Set(lines.map((line) => line.productId))].map((productId) => ({
    productId,
    quantity: total(lines, productId),
    addedAt: items.find((item) => item.productId === productId)?.addedAt ?? now,
  }))

async function replaceItems(
  tx: App,
  cartId: string,
  items: readonly Pick<Item, 'productId' | 'quantity' | 'addedAt'>[],
): Promise<void> {
  await tx.db.delete(cartItems).where(eq(cartItems.cartId, cartId))
  if (items.length)
    await tx.db
      .insert(cartItems)
      .values(
        items.map(({ productId, quantity, addedAt }) => ({ cartId, productId, quantity, addedAt })),
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
