import { useSyncExternalStore } from 'react'

import { createListeners } from '../external-store.ts'
import { readLocalCart, writeLocalCart, type CartItem, type CartProduct } from './local-cart.ts'

/**
 * conflict: a product of another currency that needs an answer; note: why the last change was
 * refused.
 */
type CartState = {
  open: boolean
  local: readonly CartItem[]
  conflict: CartProduct | null
  note: string
}

const serverState: CartState = { open: false, local: [], conflict: null, note: '' }
let cartState = serverState
let isLoaded = false
const listeners = createListeners()

/** Updates part of the state and notifies subscribers. */
export function changeCartState(part: Partial<CartState>): void {
  cartState = { ...cartState, ...part }
  listeners.notify()
}

/** Replaces the visitor's cart, also in the browser's storage. */
export function changeLocal(local: readonly CartItem[]): void {
  writeLocalCart(local)
  changeCartState({ local })
}

/** The current state; the first call reads the visitor's cart. */
export function currentState(): CartState {
  if (!isLoaded) {
    isLoaded = true
    cartState = { ...cartState, local: readLocalCart() }
  }
  return cartState
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === 'cart') changeCartState({ local: readLocalCart() })
  }
  const unsubscribe = listeners.subscribe(listener)
  window.addEventListener('storage', fromOtherTab)

  return () => {
    unsubscribe()
    window.removeEventListener('storage', fromOtherTab)
  }
}

export const useCartState = (): CartState =>
  useSyncExternalStore(subscribe, currentState, () => serverState)
