import { lazy, type ComponentType } from 'react'

const delay = (milliseconds: number) =>
  new Promise<void>((done) => {
    setTimeout(done, milliseconds)
  })

const waitForConnection = () =>
  new Promise<void>((done) => {
    window.addEventListener('online', () => done(), { once: true })
  })

/**
 * Imports a part of the app. Offline, it waits for a connection while the page stays as it is. If a
 * deploy removed the file, the page reloads, at most once in ten seconds. Rejects if the reload did
 * not help.
 */
export async function fetchCode<M>(load: () => Promise<M>): Promise<M> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      // Requests fail a moment before the browser says that it is offline.
      await delay(300)

      if (!navigator.onLine) {
        await waitForConnection()
        continue
      }

      const lastReload = Number(window.sessionStorage.getItem('reloadedAt') ?? 0)
      if (Date.now() - lastReload < 10_000) throw error

      window.sessionStorage.setItem('reloadedAt', String(Date.now()))
      window.location.reload()
      await new Promise(() => {})
    }
  }
}

/** A component whose code is imported on first render; needs a Suspense around it. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await fetchCode(load) }))
