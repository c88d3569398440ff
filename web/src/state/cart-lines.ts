import { quantity as limits } from '@chaveiro/contracts/limits'

import { api, call } from '../api/call.ts'
import { mostOf } from './cart-limits.ts'
import { change, changeLocal, currentState } from './cart-state.ts'
import { queueOf, showAtOnce } from './cart.ts'
import { removeItem, setItem } from './local-cart.ts'
import { userData } from './session.ts'

/** Set the quantity of a line; 0 or less removes it. */
export function setQuantity(productId: string, quantity: number): void {
  const user = userData()
  if (quantity <= 0) return removeFromCart(productId)

  change({ note: '' })

  if (!user) {
    const { local } = currentState()
    const line = local.find(({ id }) => id === productId)

    return changeLocal(setItem(local, productId, quantity, line && mostOf(line)))
  }

  showAtOnce(user.id, (items) => setItem(items, productId, quantity))

  void queueOf(user.id).gather(
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

/** Drop a line. */
export function removeFromCart(productId: string): void {
  const user = userData()
  if (!user) return changeLocal(removeItem(currentState().local, productId))

  showAtOnce(user.id, (items) => removeItem(items, productId))
  void queueOf(user.id).enqueue(() =>
    call(api.cart.remove, { params: { userId: user.id, productId } }),
  )
}

/**
 * Resolves once the server has answered every change of the cart: what it says of the cart before
 * that is of an older one.
 */
export async function cartSettled(): Promise<void> {
  const user = userData()
  if (user) await queueOf(user.id).idle()
}
