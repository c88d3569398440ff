/**
 * Whether the database answers at all, judged by the queries and answers of every connection. An
 * error from the server is an answer too.
 */
export type Answers = {
  asked(): void
  answered(): void
  /** A query has been without any answer for a second and a half. */
  isSilent(): boolean
  close(): void
}

/** Counts checks instead of time: a process that was busy has not read its answers yet. */
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
