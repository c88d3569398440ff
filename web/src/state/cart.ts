import { useQuery } from '@tanstack/react-query'

import { api, ApiError, call } from '../api/call.ts'
import { queryClient } from '../api/queries.ts'
import { mostOf, useLimits } from './cart-limits.ts'
import { cartQueue } from './cart-queue.ts'
import { idOf, itemsOf, linesOf, type CartReply } from './cart-reply.ts'
import { change, changeLocal, currentState, useCartState } from './cart-state.ts'
import {
  addItem,
  chosenIn,
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

/** A read that is under way is older than what is known now: it must not put the old cart back. */
const dropRead = (userId: string): Promise<void> =>
  queryClient.cancelQueries({ queryKey: cartKey(userId) }, { revert: false })

const askAgain = (userId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: cartKey(userId) })

/** Take a server cart as the truth; a null cart empties it and closes the drawer (S159). */
export async function take(userId: string, reply: CartReply): Promise<void> {
  await dropRead(userId)
  queryClient.setQueryData(cartKey(userId), reply)
  if (reply.cart === null) change({ open: false })
}

/** Refusals that a person can do something about; any other is only logged (S267). */
const saidAloud = new Set([
  'cart.stock',
  'cart.out',
  'cart.quantity',
  'cart.limit_order',
  'product.unavailable',
])

const queues = new Map<string, ReturnType<typeof cartQueue<CartReply>>>()

/** The changes of a customer's cart, made one after the other. */
export function queueOf(userId: string) {
  const found = queues.get(userId)
  if (found) return found

  const made = cartQueue<CartReply>({
    settled: (reply) => {
      void take(userId, reply)
    },
    // S267: a refused cart change is only logged; the screen goes back to what the server has.
    failed: (error) => {
      console.warn('cart', error)
      if (error instanceof ApiError && saidAloud.has(error.code)) change({ note: error.message })
      void askAgain(userId)
    },
  })

  queues.set(userId, made)

  return made
}

/** Show a change before the server has said yes. */
export function showAtOnce(
  userId: string,
  apply: (items: CartItem[]) => CartItem[] | null,
): boolean {
  const before = queryClient.getQueryData<CartReply>(cartKey(userId))
  if (!before) return true

  const items = apply(itemsOf(before))
  if (!items) return false

  const lines = linesOf(items)
  void dropRead(userId)

  queryClient.setQueryData<CartReply>(cartKey(userId), {
    ...before,
    items: lines,
    cart: before.cart ? { ...before.cart, items: lines, total: totalOf(items) } : before.cart,
  })

  return true
}

/**
 * Put one unit of a product into the cart and open the drawer; another currency is refused, logged,
 * and asked about (Q53): then it answers false.
 */
export function addToCart(product: CartProduct, open = true): boolean {
  const user = userData()

  if (!user) {
    const local = addItem(currentState().local, product, mostOf(product))
    if (!local) return askAboutCurrency(product)

    changeLocal(local)
    change({ open, note: '' })

    return true
  }

  const before = queryClient.getQueryData<CartReply>(cartKey(user.id))
  if (!showAtOnce(user.id, (items) => addItem(items, product))) return askAboutCurrency(product)

  change({ open, note: '' })
  // At its limit already: the drawer says so, there is nothing to ask for.
  const line = itemsOf(before).find(({ id }) => id === product.id)
  if (line && line.quantity >= line.max) return true

  void queueOf(user.id).gather(
    `add ${product.id}`,
    1,
    (sum, now) => sum + now,
    (quantity) => add(user.id, product, quantity),
  )

  return true
}

/** Ask the shop for more of a product in a customer's cart. */
export const add = (userId: string, product: CartProduct, quantity: number): Promise<CartReply> =>
  call(api.cart.add, {
    params: { userId },
    body: { ...chosenIn(product), quantity },
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'cart.currency') askAboutCurrency(product)
    throw error
  })

export function askAboutCurrency(product: CartProduct): false {
  console.warn('cart', 'another currency', product.currency)
  change({ open: false, conflict: product })

  return false
}

/** Ask the server for the cart again: it refused something, so what is shown is old. */
export function refreshCart(): void {
  const user = userData()
  if (user) void askAgain(user.id)
}

/** Forget the cart that was paid or left behind: no items, no id, drawer closed (S162). */
export function resetCart(): void {
  refreshCart()
  change({ open: false })
}

/** Open or close the drawer; opening asks the server for the cart (S160). */
export function showCart(open: boolean): void {
  const user = userData()
  if (open && user && !queueOf(user.id).busy()) void askAgain(user.id)
  change({ open, note: '' })
}

/** The cart of whoever is here: the server's for a customer, the local one for a visitor. */
export function useCart(): Cart {
  const { user, loggedIn } = useSession()
  const { local } = useCartState()
  const query = useQuery({ ...cartQuery(user?.id ?? ''), enabled: loggedIn })
  const limited = useLimits(local, !loggedIn)
  const items = loggedIn ? itemsOf(query.data) : limited

  return {
    id: idOf(query.data),
    items,
    currency: items[0]?.currency ?? 'BRL',
    total: totalOf(items),
    units: unitsOf(items),
    loading: loggedIn && query.isPending,
    failed: loggedIn && query.isError && !query.data,
    retry: () => {
      void query.refetch()
    },
  }
}

/** Whether the drawer is open. */
export function useCartOpen(): boolean {
  return useCartState().open
}

/**
 * The product of another currency that waits for an answer (Q53), and why the last change of the
 * cart was not taken; '' when it was.
 */
export function useCartTalk(): { conflict: CartProduct | null; note: string } {
  return useCartState()
}
