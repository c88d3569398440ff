import { useQuery } from '@tanstack/react-query'

import { api, ApiError, call } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'
import { currentLimit, useLimitedItems } from './cart-limits.ts'
import { createCartQueue } from './cart-queue.ts'
import { cartIdOf, cartItemsOf, toReplyLines, type CartReply } from './cart-reply.ts'
import { changeCartState, changeLocal, currentState, useCartState } from './cart-state.ts'
import {
  addItem,
  productIds,
  totalOf,
  unitsOf,
  type CartItem,
  type CartProduct,
} from './local-cart.ts'
import { userData, useSession } from './session.ts'

export type Cart = {
  id: string | null
  items: readonly CartItem[]
  currency: string
  total: number
  units: number
  loading: boolean
  failed: boolean
  retry(): void
}

export const cartKey = (userId: string) => ['cart', userId] as const

const cartQuery = (userId: string) => ({
  queryKey: cartKey(userId),
  queryFn: () => call(api.cart.read, { params: { userId } }),
  staleTime: 10_000,
})

/** Cancels a read under way: it is older than the known cart and must not replace it. */
const cancelCartRead = (userId: string): Promise<void> =>
  queryClient.cancelQueries({ queryKey: cartKey(userId) }, { revert: false })

const refetchCart = (userId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: cartKey(userId) })

/** Applies a server cart. A null cart empties it and closes the drawer (S159). */
export async function applyServerCart(userId: string, reply: CartReply): Promise<void> {
  await cancelCartRead(userId)
  queryClient.setQueryData(cartKey(userId), reply)
  if (reply.cart === null) changeCartState({ open: false })
}

/** Refusals that the buyer can act on: their text is shown; others are only logged (S267). */
const shownRefusals = new Set([
  'cart.stock',
  'cart.out',
  'cart.quantity',
  'cart.limit_order',
  'product.unavailable',
])

const cartQueues = new Map<string, ReturnType<typeof createCartQueue<CartReply>>>()

/** Queue of a customer's cart changes. */
export function queueFor(userId: string) {
  const existingQueue = cartQueues.get(userId)
  if (existingQueue) return existingQueue

  const newQueue = createCartQueue<CartReply>({
    settled: (reply) => {
      void applyServerCart(userId, reply)
    },
    // A refused change is logged, and the screen returns to the server's cart (S267).
    failed: (error) => {
      console.warn('cart', error)
      if (error instanceof ApiError && shownRefusals.has(error.code))
        changeCartState({ note: error.message })
      void refetchCart(userId)
    },
  })

  cartQueues.set(userId, newQueue)

  return newQueue
}

/** Shows a change before the server has confirmed it. */
export function showOptimistically(
  userId: string,
  apply: (items: CartItem[]) => CartItem[] | null,
): boolean {
  const previousReply = queryClient.getQueryData<CartReply>(cartKey(userId))
  if (!previousReply) return true

  const items = apply(cartItemsOf(previousReply))
  if (!items) return false

  const replyLines = toReplyLines(items)
  void cancelCartRead(userId)

  queryClient.setQueryData<CartReply>(cartKey(userId), {
    ...previousReply,
    items: replyLines,
    cart: previousReply.cart
      ? { ...previousReply.cart, items: replyLines, total: totalOf(items) }
      : previousReply.cart,
  })

  return true
}

/**
 * Adds one unit and opens the drawer. A product of another currency is refused with a question
 * (Q53); the result is then false.
 */
export function addToCart(product: CartProduct, open = true): boolean {
  const user = userData()

  if (!user) {
    const localItems = addItem(currentState().local, product, currentLimit(product))
    if (!localItems) return askAboutCurrency(product)

    changeLocal(localItems)
    changeCartState({ open, note: '' })

    return true
  }

  const previousReply = queryClient.getQueryData<CartReply>(cartKey(user.id))
  if (!showOptimistically(user.id, (items) => addItem(items, product)))
    return askAboutCurrency(product)

  changeCartState({ open, note: '' })
  // The line is at its limit: the drawer shows that, and no call is needed.
  const cartLine = cartItemsOf(previousReply).find(({ id }) => id === product.id)
  if (cartLine && cartLine.quantity >= cartLine.max) return true

  void queueFor(user.id).gather(
    `add ${product.id}`,
    1,
    (sum, now) => sum + now,
    (quantity) => addUnits(user.id, product, quantity),
  )

  return true
}

/** Adds units of a product to a customer's cart. */
export const addUnits = (
  userId: string,
  product: CartProduct,
  quantity: number,
): Promise<CartReply> =>
  call(api.cart.add, {
    params: { userId },
    body: { ...productIds(product), quantity },
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'cart.currency') askAboutCurrency(product)
    throw error
  })

export function askAboutCurrency(product: CartProduct): false {
  console.warn('cart', 'another currency', product.currency)
  changeCartState({ open: false, conflict: product })

  return false
}

/** Refetches a customer's cart, for example after a refusal or a payment. */
export function refreshCart(): void {
  const user = userData()
  if (user) void refetchCart(user.id)
}

/** Resets a cart that was paid or left behind (S162). */
export function resetCart(): void {
  refreshCart()
  changeCartState({ open: false })
}

/** Opens or closes the drawer; opening refetches the cart (S160). */
export function showCart(open: boolean): void {
  const user = userData()
  if (open && user && !queueFor(user.id).busy()) void refetchCart(user.id)
  changeCartState({ open, note: '' })
}

/** The current cart: the server's for a customer, the local one for a visitor. */
export function useCart(): Cart {
  const { user, loggedIn } = useSession()
  const { local } = useCartState()
  const cartRead = useQuery({ ...cartQuery(user?.id ?? ''), enabled: loggedIn })
  const limitedItems = useLimitedItems(local, !loggedIn)
  const items = loggedIn ? cartItemsOf(cartRead.data) : limitedItems

  return {
    id: cartIdOf(cartRead.data),
    items,
    currency: items[0]?.currency ?? 'BRL',
    total: totalOf(items),
    units: unitsOf(items),
    loading: loggedIn && cartRead.isPending,
    failed: loggedIn && cartRead.isError && !cartRead.data,
    retry: () => {
      void cartRead.refetch()
    },
  }
}

export function useCartOpen(): boolean {
  return useCartState().open
}

/**
 * The product of a currency conflict (Q53), and why the last change was refused ('' if it was not).
 */
export function useCartTalk(): { conflict: CartProduct | null; note: string } {
  return useCartState()
}
