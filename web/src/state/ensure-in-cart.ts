import { api, call } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'
import { cartItemsOf, type CartReply } from './cart-reply.ts'
import { changeCartState, currentState } from './cart-state.ts'
import {
  addUnits,
  addToCart,
  askAboutCurrency,
  cartKey,
  queueFor,
  showOptimistically,
} from './cart.ts'
import { addItem, type CartProduct } from './local-cart.ts'
import { userData } from './session.ts'

/**
 * Ensures that the cart holds a product without adding another unit, so that pressing twice buys
 * one. For a product of another currency it asks first and returns false.
 */
export function ensureInCart(product: CartProduct): boolean {
  const user = userData()
  const knownItems = user
    ? cartItemsOf(queryClient.getQueryData<CartReply>(cartKey(user.id)))
    : currentState().local
  const isInCart = knownItems.some(({ id }) => id === product.id)
  if (!user) return isInCart || addToCart(product, false)

  if (!isInCart && !showOptimistically(user.id, (items) => addItem(items, product)))
    return askAboutCurrency(product)

  changeCartState({ open: false, note: '' })

  void queueFor(user.id).gather(
    `ensure ${product.id}`,
    1,
    () => 1,
    async () => {
      // Another page may have added the product meanwhile.
      const currentReply = await call(api.cart.read, { params: { userId: user.id } })
      if (cartItemsOf(currentReply).some(({ id }) => id === product.id)) return currentReply

      return addUnits(user.id, product, 1)
    },
  )

  return true
}
