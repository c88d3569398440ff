import { createStore } from '../external-store.ts'

/** A privileged action that waits for step-up (Q113); `done` receives whether it succeeded. */
type Asking = { promise: Promise<boolean>; done(proven: boolean): void }

/** The step-up that is under way; its dialog subscribes. */
export const stepUpAsking = createStore<Asking | null>(null)

/**
 * Asks for password or second factor. Calls that need the proof at the same time share one dialog.
 * Resolves to false if the page has no such dialog.
 */
export function askStepUp(): Promise<boolean> {
  if (stepUpAsking.isEmpty()) return Promise.resolve(false)

  const asking = stepUpAsking.get()
  if (asking) return asking.promise

  const { promise, resolve } = Promise.withResolvers<boolean>()

  stepUpAsking.set({
    promise,
    done(proven) {
      stepUpAsking.set(null)
      resolve(proven)
    },
  })

  return promise
}
