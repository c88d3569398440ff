import { useEffect, useState, type ComponentType } from 'react'

import { fetchCode } from './code.ts'

/**
 * A component whose code is fetched after the page is up, and only once it is wanted; null until
 * then. Unlike `lazy` it renders the same on the server and in the browser's first pass, and code
 * that cannot be fetched leaves the page as it is.
 */
export function useLate<P>(
  wanted: boolean,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> | null {
  const [found, setFound] = useState<ComponentType<P> | null>(null)

  useEffect(() => {
    if (!wanted || found) return

    let here = true

    fetchCode(load).then(
      (component) => {
        if (here) setFound(() => component)
      },
      (error: unknown) => console.warn('late', error),
    )

    return () => {
      here = false
    }
    // The loader is written in place by its caller and always loads the same module.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted, found])

  return found
}

/**
 * False until the browser has nothing better to do after the page came up: for what nobody waits
 * for, such as the number on the bell.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)

  useEffect(() => {
    const tell = () => setIdle(true)

    // Safari does not say when it is idle.
    if (!window.requestIdleCallback) {
      const timer = window.setTimeout(tell, 300)
      return () => window.clearTimeout(timer)
    }

    const asked = window.requestIdleCallback(tell, { timeout: 3_000 })

    return () => window.cancelIdleCallback(asked)
  }, [])

  return idle
}
