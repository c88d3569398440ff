/** An act of power waits for the person to prove who he is (Q113); done tells whether he did. */
type Asking = { promise: Promise<boolean>; done(proven: boolean): void }

let asking: Asking | null = null
const listeners = new Set<() => void>()

function change(next: Asking | null): void {
  asking = next
  for (const listener of listeners) listener()
}

/**
 * Have the person asked for password or second factor: calls that need it at the same time wait for
 * one dialog. False where nobody can ask.
 */
export function askStepUp(): Promise<boolean> {
  if (!listeners.size) return Promise.resolve(false)
  if (asking) return asking.promise

  const { promise, resolve } = Promise.withResolvers<boolean>()

  change({
    promise,
    done(proven) {
      change(null)
      resolve(proven)
    },
  })

  return promise
}

/** For the dialog that asks: what is waiting, and to be told when that changes. */
export const stepUpAsking = {
  now: (): Asking | null => asking,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
