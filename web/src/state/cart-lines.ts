import { quantity as limits } from '@chaveiro/contracts/limits'

import { api, call } from '../api/call.ts'
import { currentLimit } from './cart-limits.ts'
import { changeCartState, changeLocal, currentState } from './cart-state.ts'
import { queueFor, showOptimistically } from './cart.ts'
import { removeItem, setItem } from './local-cart.ts'
import { userData } from './session.ts'

/** Sets the quantity of a line; 0 or less removes it. */
export function setQuantity(productId: string, quantity: number): void {
  const user = userData()
  if (quantity <= 0) return removeFromCart(productId)

  changeCartState({ note: '' })

  if (!user) {
    const { local } = currentState()
    const cartLine = local.find(({ id }) => id === productId)

    return changeLocal(setItem(local, productId, quantity, cartLine && currentLimit(cartLine)))
  }

  showOptimistically(user.id, (items) => setItem(items, productId, quantity))

  void queueFor(user.id).gather(
    `set ${productId}`,
    quantity,
    (_, now) => now,
    (last) =>
      call(api.cart.update, {
        params: { userId: user.id, productId },
        body: { quantity: Math.min(limits.max, last) },
      }),
  )
}

export function removeFromCart(productId: string): void {
  const user = userData()
  if (!user) return changeLocal(removeItem(currentState().local, productId))

  showOptimistically(user.id, (items) => removeItem(items, productId))
  void queueFor(user.id).enqueue(() =>
    call(api.cart.remove, { params: { userId: user.id, productId } }),
  )
}

/**
 * Resolves once the server has answered every change. A reply before that shows an outdated cart.
 */
export async function cartSettled(): Promise<void> {
  const user = userData()
  if (user) await queueFor(user.id).idle()
}
