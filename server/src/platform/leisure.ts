import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What nobody waits for is done when nobody is being served: while a call of this process writes,
 * it waits, and where somebody was served within the last second, the next piece begins three times
 * as late as the last one took. So who comes next meets a piece under way one time in four at most.
 */
export type Leisure = {
  /** Somebody is being served from now on; what is answered says that it is over. */
  serve(): () => void
  /** Do a piece of work at leisure; its crew does one at a time (jobs/handlers.ts). */
  turn<T>(work: () => Promise<T>): Promise<T>
}

/** However many are served and however long the piece before took: a mail comes late, but comes. */
const mostMs = 2_000

/** The leisure of a process. */
export function createLeisure(): Leisure {
  let servedAt = Number.NEGATIVE_INFINITY
  let serving = 0
  let quiet = Promise.withResolvers<void>()
  let restEnds = 0
  const quietAtLast = (): Promise<unknown> => {
    const enough = new AbortController()
    const late = sleep(mostMs, undefined, { signal: enough.signal }).catch(() => {})
    return Promise.race([quiet.promise, late]).finally(() => enough.abort())
  }
  return {
    serve() {
      if (serving++ === 0) quiet = Promise.withResolvers()
      let over = false
      return () => {
        if (over) return
        over = true
        servedAt = performance.now()
        if (--serving === 0) quiet.resolve()
      }
    },
    async turn(work) {
      await sleep(Math.max(0, restEnds - performance.now()))
      if (serving) await quietAtLast()
      const from = performance.now()
      try {
        return await work()
      } finally {
        const now = performance.now()
        const isBusy = serving > 0 || now - servedAt < 1_000
        restEnds = isBusy ? now + Math.min((now - from) * 3, mostMs) : now
      }
    },
  }
}
