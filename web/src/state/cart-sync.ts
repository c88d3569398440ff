import { api, call } from '../api/call.ts'
import { changeLocal } from './cart-state.ts'
import { take } from './cart.ts'
import { readLocalCart, type CartItem } from './local-cart.ts'
import { userData } from './session.ts'

/** A line as it is given to the account. */
const forSync = ({ id, productId, quantity }: CartItem) =>
  productId ? { id: productId, variantId: id, quantity } : { id, quantity }

let syncing: Promise<void> | null = null

/**
 * Give the visitor's cart to the account after login or registration; emptied on success, kept and
 * only logged on failure (Q50). Never throws.
 */
export function syncLocalCart(): Promise<void> {
  const user = userData()
  const items = readLocalCart()
  if (!user || items.length === 0) return Promise.resolve()

  syncing ??= call(api.cart.sync, {
    params: { userId: user.id },
    body: {
      localCartItems: items.slice(0, 100).map(forSync),
    },
  })
    .then(
      async (reply) => {
        await take(user.id, reply)
        changeLocal([])
      },
      (error: unknown) => console.warn('cart', error),
    )
    .finally(() => {
      syncing = null
    })

  return syncing
}
