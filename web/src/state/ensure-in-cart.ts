import { api, call } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'
import { itemsOf, type CartReply } from './cart-reply.ts'
import { change, currentState } from './cart-state.ts'
import { add, addToCart, askAboutCurrency, cartKey, queueOf, showAtOnce } from './cart.ts'
import { addItem, type CartProduct } from './local-cart.ts'
import { userData } from './session.ts'

/**
 * Make sure that the cart holds one of a product, and add nothing to what is there: pressing twice,
 * or coming back and pressing again, buys no more. Another currency is asked about, as above.
 */
export function ensureInCart(product: CartProduct): boolean {
  const user = userData()
  const known = user
    ? itemsOf(queryClient.getQueryData<CartReply>(cartKey(user.id)))
    : currentState().local
  const isThere = known.some(({ id }) => id === product.id)
  if (!user) return isThere || addToCart(product, false)

  if (!isThere && !showAtOnce(user.id, (items) => addItem(items, product)))
    return askAboutCurrency(product)

  change({ open: false, note: '' })

  void queueOf(user.id).gather(
    `ensure ${product.id}`,
    1,
    () => 1,
    async () => {
      // What this page knows may be older than what another one put there.
      const standing = await call(api.cart.read, { params: { userId: user.id } })
      return itemsOf(standing).some(({ id }) => id === product.id)
        ? standing
        : add(user.id, product, 1)
    },
  )

  return true
}
