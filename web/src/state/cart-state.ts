import { useSyncExternalStore } from 'react'

import { createListeners } from '../external-store.ts'
import { readLocalCart, writeLocalCart, type CartItem, type CartProduct } from './local-cart.ts'

/**
 * conflict: a product of another currency that waits for an answer; note: why the last change was
 * not taken.
 */
type State = {
  open: boolean
  local: readonly CartItem[]
  conflict: CartProduct | null
  note: string
}

const serverState: State = { open: false, local: [], conflict: null, note: '' }
let state = serverState
let loaded = false
const listeners = createListeners()

/** Update part of the state and notify subscribers. */
export function change(part: Partial<State>): void {
  state = { ...state, ...part }
  listeners.notify()
}

/** Replace the visitor's cart, also in the browser's storage. */
export function changeLocal(local: readonly CartItem[]): void {
  writeLocalCart(local)
  change({ local })
}

/** The state now; the first look reads the visitor's cart. */
export function currentState(): State {
  if (!loaded) {
    loaded = true
    state = { ...state, local: readLocalCart() }
  }
  return state
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === 'cart') change({ local: readLocalCart() })
  }
  const unsubscribe = listeners.subscribe(listener)
  window.addEventListener('storage', fromOtherTab)

  return () => {
    unsubscribe()
    window.removeEventListener('storage', fromOtherTab)
  }
}

/** The state as a component sees it. */
export const useCartState = (): State =>
  useSyncExternalStore(subscribe, currentState, () => serverState)
