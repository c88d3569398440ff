/**
 * Whether the database says anything at all: what was asked of it on any connection, and heard. An
 * error that it sends is an answer too.
 */
export type Answers = {
  asked(): void
  answered(): void
  /** It was asked and has said nothing for a second and a half. */
  isSilent(): boolean
  close(): void
}

/** Looks, not time, since a process that was busy has not read yet what came meanwhile. */
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
