import { useEffect, useState, type ComponentType } from 'react'

import { fetchCode } from './code.ts'

/**
 * A component whose code is imported once it is wanted; null until then. Unlike `lazy` it renders
 * the same on the server and in the browser's first pass, and a failed import leaves the page as it
 * is.
 */
export function useLate<P>(
  wanted: boolean,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> | null {
  const [found, setFound] = useState<ComponentType<P> | null>(null)

  useEffect(() => {
    if (!wanted || found) return

    let isMounted = true

    fetchCode(load).then(
      (component) => {
        if (isMounted) setFound(() => component)
      },
      (error: unknown) => console.warn('late', error),
    )

    return () => {
      isMounted = false
    }
    // The caller passes the loader inline, and it always imports the same module.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted, found])

  return found
}

/**
 * False until the browser is idle after load: for parts that can wait, such as the number on the
 * bell.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)

  useEffect(() => {
    const becomeIdle = () => setIdle(true)

    // Safari has no requestIdleCallback.
    if (!window.requestIdleCallback) {
      const fallbackTimer = window.setTimeout(becomeIdle, 300)
      return () => window.clearTimeout(fallbackTimer)
    }

    const idleRequest = window.requestIdleCallback(becomeIdle, { timeout: 3_000 })

    return () => window.cancelIdleCallback(idleRequest)
  }, [])

  return idle
}
