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
const lookMs = 250
const looksUntilSilent = 6

export function createAnswers(): Answers {
  let isAsked = false
  let looks = 0
  const look = () => {
    if (isAsked) looks++
  }
  const timer = setInterval(look, lookMs).unref()

  return {
    asked() {
      isAsked = true
    },
    answered() {
      isAsked = false
      looks = 0
    },
    isSilent: () => looks >= looksUntilSilent,
    close: () => clearInterval(timer),
  }
}
