import { lazy, type ComponentType } from 'react'

const pause = (milliseconds: number) =>
  new Promise<void>((done) => {
    setTimeout(done, milliseconds)
  })

const connection = () =>
  new Promise<void>((done) => {
    window.addEventListener('online', () => done(), { once: true })
  })

/**
 * Fetch a part of the app. Without a connection it waits for one and the page stays as it is; a
 * part that is gone, since a deploy took it away, has the page loaded afresh, at most once in ten
 * seconds. Rejects when even that did not bring it.
 */
export async function fetchCode<M>(load: () => Promise<M>): Promise<M> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      // Requests fail a moment before the browser says that it is offline.
      await pause(300)

      if (!navigator.onLine) {
        await connection()
        continue
      }

      const last = Number(window.sessionStorage.getItem('reloadedAt') ?? 0)
      if (Date.now() - last < 10_000) throw error

      window.sessionStorage.setItem('reloadedAt', String(Date.now()))
      window.location.reload()
      await new Promise(() => {})
    }
  }
}

/**
 * A component whose code is fetched when it is first shown; a Suspense around it says what stands
 * there until then.
 */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await fetchCode(load) }))
