import { api, call } from '../api/call.ts'
import { currentLimit } from './cart-limits.ts'
import { changeCartState, changeLocal, currentState } from './cart-state.ts'
import { queueFor, showOptimistically } from './cart.ts'
import { addItem, productIds } from './local-cart.ts'
import { userData } from './session.ts'

/**
 * Answers a currency conflict: keep the cart, or start a new one with the refused product (Q53).
 */
export function answerConflict(startNew: boolean): void {
  const { conflict: product } = currentState()
  changeCartState({ conflict: null })
  if (!product || !startNew) return

  const user = userData()

  if (user) {
    showOptimistically(user.id, () => addItem([], product))
    void queueFor(user.id).enqueue(() =>
      call(api.cart.add, {
        params: { userId: user.id },
        body: { ...productIds(product), quantity: 1, replace: true },
      }),
    )
  } else changeLocal(addItem([], product, currentLimit(product)) ?? [])

  changeCartState({ open: true, note: '' })
}
