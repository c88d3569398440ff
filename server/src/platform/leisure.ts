import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What nobody waits for is done when nobody is being served: while a call of this process writes,
 * it waits, and between two pieces it rests as long as the last one took, if somebody came
 * meanwhile.
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
  let served = 0
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
    const [cameBefore, from] = [served, performance.now()]
    const restMs = () =>
      serving || served > cameBefore ? Math.min(performance.now() - from, mostMs) : 0
    return { done: work(), restMs }
  }
  return {
    serve() {
      served++
      if (serving++ === 0) quiet = Promise.withResolvers()
      let over = false
      return () => {
        if (over) return
        over = true
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
