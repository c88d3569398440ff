import { lifetimes } from '@chaveiro/contracts/limits'
import type { CartStatus } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'

import { carts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'
import { purchasesOfCarts, hasOpenPayment } from './cart.admin.queries.ts'
import type { Cart } from './cart.queries.ts'

/**
 * Set the status of a cart by hand, in any direction. `completed` closes the cart and delivers
 * nothing; `active` gives it a full lifetime again (Q110). Throws cart.paid for a bought cart, and
 * cart.another_open when the customer has another open cart. Throws cart.payment_open when a cart
 * with an open payment would be completed.
 */
export async function setCartStatus(
  app: App,
  cartId: string,
  status: CartStatus,
  actor: Actor,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedCart = await lockCart(tx, cartId)
    if (lockedCart.status === status) return

    const purchase = (await purchasesOfCarts(tx, [cartId])).get(cartId)
    if (purchase) throw fail('cart.paid', { number: purchase.number })
    if (status === 'completed' && (await hasOpenPayment(tx, cartId)))
      throw fail('cart.payment_open')

    const now = tx.clock.now()

    const statusFields = {
      active: { expiresAt: secondsAfter(now, lifetimes.cartDays * 86_400) },
      abandoned: { wasAbandoned: true },
      completed: {},
    }[status]

    await tx.db
      .update(carts)
      .set({ status, updatedAt: now, ...statusFields })
      .where(eq(carts.id, cartId))

    await recordAudit(tx, {
      ...actor,
      action: 'cart.status',
      targetType: 'cart',
      targetId: cartId,
      details: changeOf({ status: lockedCart.status }, { status }),
    })
  }).catch((error) => {
    if (isDuplicate(error)) throw fail('cart.another_open')
    throw error
  })
}

/**
 * Delete a cart with its items. A bought cart may be deleted too, since its order has a copy of the
 * items. Throws cart.payment_open.
 */
export async function deleteCart(app: App, cartId: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const lockedCart = await lockCart(tx, cartId)
    if (await hasOpenPayment(tx, cartId)) throw fail('cart.payment_open')

    await tx.db.delete(carts).where(eq(carts.id, cartId))

    await recordAudit(tx, {
      ...actor,
      action: 'cart.deleted',
      targetType: 'cart',
      targetId: cartId,
      details: changeOf(
        {
          userId: lockedCart.userId,
          status: lockedCart.status,
          couponCode: lockedCart.couponCode,
          createdAt: lockedCart.createdAt,
        },
        null,
      ),
    })
  })
}

async function lockCart(tx: App, cartId: string): Promise<Cart> {
  const [cart] = await tx.db.select().from(carts).where(eq(carts.id, cartId)).for('update')
  if (!cart) throw fail('cart.not_found')

  return cart
}
