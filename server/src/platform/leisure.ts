import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What nobody waits for is done when nobody is being served: while a call of this process writes,
 * it waits, and where somebody was served within the last second, it rests after each piece three
 * times as long as that took. So who comes next meets a piece under way one time in four at most.
 */
export type Leisure = {
  /** Somebody is being served from now on; what is answered says that it is over. */
  serve(): () => void
  /** Do a piece of work in its turn, one at a time. */
  turn<T>(work: () => Promise<T>): Promise<T>
}

/**
 * However many are served, and however long the piece before takes, no piece waits longer: a mail
 * comes late, but it comes, and a mail server that hangs holds its own mail alone.
 */
const mostMs = 2_000

/** The leisure of a process. */
export function createLeisure(): Leisure {
  let servedAt = Number.NEGATIVE_INFINITY
  let serving = 0
  let quiet = Promise.withResolvers<void>()
  let last: Promise<unknown> = Promise.resolve()
  const atMost = (wait: Promise<unknown>): Promise<unknown> => {
    const enough = new AbortController()
    const late = sleep(mostMs, undefined, { signal: enough.signal }).catch(() => {})
    return Promise.race([wait, late]).finally(() => enough.abort())
  }
  const piece = async <T>(before: Promise<unknown>, work: () => Promise<T>) => {
    await atMost(before)
    if (serving) await atMost(quiet.promise)
    const from = performance.now()
    const restMs = () => {
      const now = performance.now()
      return serving || now - servedAt < 1_000 ? Math.min((now - from) * 3, mostMs) : 0
    }
    return { done: work(), restMs }
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
      const begun = piece(last, work)
      last = begun.then(async ({ done, restMs }) => {
        await done.catch(() => {})
        await sleep(restMs())
      })
      return (await begun).done
    },
  }
}
