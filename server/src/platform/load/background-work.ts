import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What nobody waits for is done when nobody is being served: while a call of this process writes,
 * it waits, and where somebody was served within the last second, the next piece begins three times
 * as late as the last one took. So who comes next meets a piece under way one time in four at most.
 */
export type Leisure = {
  /** Somebody is being served from now on; what is answered says that it is over. */
  serve(): () => void
  /** Do a piece of work at leisure, after those that came before have begun. */
  turn<T>(work: () => Promise<T>): Promise<T>
}

/** However many are served: a mail comes late, but comes. */
const mostMs = 500

/**
 * A piece that takes longer than this waits for somebody else, most often a mail server, and costs
 * those who are served nothing meanwhile: the next one does not wait for its end.
 */
const longMs = 40

/** The leisure of a process. */
export function createLeisure(): Leisure {
  let servedAt = Number.NEGATIVE_INFINITY
  let serving = 0
  let quiet = Promise.withResolvers<void>()
  let before: Promise<unknown> = Promise.resolve()
  const isBusy = () => serving > 0 || performance.now() - servedAt < 1_000

  /** Once this is settled the next one may begin. */
  const rest = async (piece: Promise<unknown>): Promise<void> => {
    const from = performance.now()
    await atMost(piece, longMs)
    if (isBusy()) await sleep((performance.now() - from) * 3)
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

    turn(work) {
      const begun = before.then(async () => {
        if (serving) await atMost(quiet.promise, mostMs)
        return { piece: (async () => work())() }
      })

      before = begun.then(({ piece }) => rest(piece))

      return begun.then(({ piece }) => piece)
    },
  }
}

/** Resolves when something has ended, however it did, or after so many milliseconds. */
function atMost(something: Promise<unknown>, ms: number): Promise<unknown> {
  const enough = new AbortController()
  const late = sleep(ms, undefined, { signal: enough.signal }).catch(() => {})

  const ended = something.then(
    () => {},
    () => {},
  )

  return Promise.race([ended, late]).finally(() => enough.abort())
}
