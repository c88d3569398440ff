import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Background work runs while no request is being served. While this process serves one, the next
 * piece waits. For a second after a request, it also waits three times as long as the last piece
 * took. So a new request meets background work at most one time in four.
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
  let lastServedAt = Number.NEGATIVE_INFINITY
  let servedRequests = 0
  let quietMoment = Promise.withResolvers<void>()
  let previousRest: Promise<unknown> = Promise.resolve()
  const isServing = () => servedRequests > 0 || performance.now() - lastServedAt < 1_000

  /** Once this resolves, the next piece may begin. */
  const waitAfter = async (piece: Promise<unknown>): Promise<void> => {
    const startedAt = performance.now()
    await waitAtMost(piece, longPieceMs)
    if (isServing()) await sleep((performance.now() - startedAt) * 3)
  }

  return {
    serve() {
      if (servedRequests++ === 0) quietMoment = Promise.withResolvers()
      let isAnswered = false

      return () => {
        if (isAnswered) return

        isAnswered = true
        lastServedAt = performance.now()
        if (--servedRequests === 0) quietMoment.resolve()
      }
    },

    turn(work) {
      const startedPiece = previousRest.then(async () => {
        if (servedRequests) await waitAtMost(quietMoment.promise, longestWaitMs)
        return { piece: (async () => work())() }
      })

      previousRest = startedPiece.then(({ piece }) => waitAfter(piece))

      return startedPiece.then(({ piece }) => piece)
    },
  }
}

/** Resolves when `promise` settles, or after `ms` milliseconds. */
function waitAtMost(promise: Promise<unknown>, ms: number): Promise<unknown> {
  const timeoutAbort = new AbortController()
  const timeLimit = sleep(ms, undefined, { signal: timeoutAbort.signal }).catch(() => {})

  const pieceEnded = promise.then(
    () => {},
    () => {},
  )

  return Promise.race([pieceEnded, timeLimit]).finally(() => timeoutAbort.abort())
}
