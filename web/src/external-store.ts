import { useSyncExternalStore } from 'react'

/** Subscriptions to a value that is stored elsewhere. */
export function createListeners() {
  const listeners = new Set<() => void>()

  return {
    notify() {
      for (const listener of listeners) listener()
    },
    /** Returns a function that ends the subscription. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isEmpty: () => listeners.size === 0,
  }
}

type Store<T> = ReturnType<typeof createListeners> & { get(): T; set(next: T): void }

/** A value outside of React; components follow it with useStore. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = createListeners()

  return {
    ...listeners,
    get: () => value,
    set(next) {
      value = next
      listeners.notify()
    },
  }
}

/** The value of a store; the server renders `onServer`. */
export const useStore = <T>({ subscribe, get }: Store<T>, onServer: T): T =>
  useSyncExternalStore(subscribe, get, () => onServer)
