import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Background work runs while no request is being served. While this process serves one, the next
 * piece waits. For a second after a request, it also waits three times as long as the last piece
 * took. A new request so meets background work at most one time in four.
 */
export type BackgroundWork = {
  /** A request begins; call the returned function when it is answered. */
  serve(): () => void
  /** Runs a piece of background work, after earlier ones have begun. */
  turn<T>(work: () => Promise<T>): Promise<T>
}

/** The longest wait under constant requests: mails may be late, but must go out. */
const longestWaitMs = 500

/**
 * A longer piece waits for another server, usually the mail server, and takes no time from
 * requests. The next piece does not wait for its end.
 */
const longPieceMs = 40

/** Coordinates requests and background work of one process. */
export function createBackgroundWork(): BackgroundWork {
  let servedAt = Number.NEGATIVE_INFINITY
  let serving = 0
  let quiet = Promise.withResolvers<void>()
  let lastRest: Promise<unknown> = Promise.resolve()
  const isBusy = () => serving > 0 || performance.now() - servedAt < 1_000

  /** Once this resolves, the next piece may begin. */
  const waitAfter = async (piece: Promise<unknown>): Promise<void> => {
    const from = performance.now()
    await atMost(piece, longPieceMs)
    if (isBusy()) await sleep((performance.now() - from) * 3)
  }

  return {
    serve() {
      if (serving++ === 0) quiet = Promise.withResolvers()
      let isOver = false

      return () => {
        if (isOver) return

        isOver = true
        servedAt = performance.now()
        if (--serving === 0) quiet.resolve()
      }
    },

    turn(work) {
      const started = lastRest.then(async () => {
        if (serving) await atMost(quiet.promise, longestWaitMs)
        return { piece: (async () => work())() }
      })

      lastRest = started.then(({ piece }) => waitAfter(piece))

      return started.then(({ piece }) => piece)
    },
  }
}

/** Resolves when `something` settles, or after `ms` milliseconds. */
function atMost(promise: Promise<unknown>, ms: number): Promise<unknown> {
  const abort = new AbortController()
  const timeout = sleep(ms, undefined, { signal: abort.signal }).catch(() => {})

  const ended = promise.then(
    () => {},
    () => {},
  )

  return Promise.race([ended, timeout]).finally(() => abort.abort())
}
