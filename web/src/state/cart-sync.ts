import { api, call } from '../api/call.ts'
import { changeLocal } from './cart-state.ts'
import { applyServerCart } from './cart.ts'
import { readLocalCart, type CartItem } from './local-cart.ts'
import { userData } from './session.ts'

const toSyncItem = ({ id, productId, quantity }: CartItem) =>
  productId ? { id: productId, variantId: id, quantity } : { id, quantity }

let activeSync: Promise<void> | null = null

/**
 * Moves the visitor's cart to the account after login or registration. On failure the cart stays in
 * the browser and the error is logged (Q50). Never throws.
 */
export function syncLocalCart(): Promise<void> {
  const user = userData()
  const localItems = readLocalCart()
  if (!user || localItems.length === 0) return Promise.resolve()

  activeSync ??= call(api.cart.sync, {
    params: { userId: user.id },
    body: {
      localCartItems: localItems.slice(0, 100).map(toSyncItem),
    },
  })
    .then(
      async (reply) => {
        await applyServerCart(user.id, reply)
        changeLocal([])
      },
      (error: unknown) => console.warn('cart', error),
    )
    .finally(() => {
      activeSync = null
    })

  return activeSync
}
