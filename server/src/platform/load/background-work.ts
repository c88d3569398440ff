import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs background work such as mails so that it delays no request. While this process serves a
 * request, the next piece waits. Until a second after a request, each piece is followed by a pause
 * three times as long. So at most one request in four meets background work.
 */
export type BackgroundWork = {
  /**
   * Call this when a request begins, and call the returned function when the request is answered.
   */
  serve(): () => void
  /** Runs a piece of background work in its turn, behind earlier pieces. */
  turn<T>(work: () => Promise<T>): Promise<T>
}

/** The longest wait for requests: mails may be late, but must go out. */
const longestWaitMs = 500

/**
 * A piece that takes longer waits for another server, usually the mail server. Such a piece takes
 * no time from requests, so the next piece may run beside it.
 */
const longPieceMs = 40

/** Coordinates the requests and the background work of one process. */
export function createBackgroundWork(): BackgroundWork {
  let lastServedAt = Number.NEGATIVE_INFINITY
  let servedRequests = 0
  let quietMoment = Promise.withResolvers<void>()
  let previousRest: Promise<unknown> = Promise.resolve()
  const isServing = () => servedRequests > 0 || performance.now() - lastServedAt < 1_000

  /** Resolves when the next piece may begin. */
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
