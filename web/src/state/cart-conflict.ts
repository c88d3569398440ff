import { api, call } from '../api/call.ts'
import { mostOf } from './cart-limits.ts'
import { change, changeLocal, currentState } from './cart-state.ts'
import { queueOf, showAtOnce } from './cart.ts'
import { addItem, chosenIn } from './local-cart.ts'
import { userData } from './session.ts'

/**
 * Keep the cart as it is, or start a new one with the product that did not fit its currency (Q53).
 */
export function answerConflict(startNew: boolean): void {
  const { conflict: product } = currentState()
  change({ conflict: null })
  if (!product || !startNew) return

  const user = userData()

  if (user) {
    showAtOnce(user.id, () => addItem([], product))
    void queueOf(user.id).enqueue(() =>
      call(api.cart.add, {
        params: { userId: user.id },
        body: { ...chosenIn(product), quantity: 1, replace: true },
      }),
    )
  } else changeLocal(addItem([], product, mostOf(product)) ?? [])

  change({ open: true, note: '' })
}
