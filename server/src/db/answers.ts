/**
 * Whether the database answers at all, judged by the traffic of every connection. An error from the
 * server counts as an answer too.
 */
export type Answers = {
  asked(): void
  answered(): void
  /** True when a query is pending and nothing at all was answered for 1.5 seconds. */
  isSilent(): boolean
  close(): void
}

/**
 * Counts timer runs instead of elapsed time: while the event loop is blocked, the process cannot
 * read answers that have already arrived.
 */
const checkIntervalMs = 250
const checksUntilSilent = 6

export function createAnswers(): Answers {
  let isQueryPending = false
  let checkCount = 0
  const countCheck = () => {
    if (isQueryPending) checkCount++
  }
  const timer = setInterval(countCheck, checkIntervalMs).unref()

  return {
    asked() {
      isQueryPending = true
    },
    answered() {
      isQueryPending = false
      checkCount = 0
    },
    isSilent: () => checkCount >= checksUntilSilent,
    close: () => clearInterval(timer),
  }
}
