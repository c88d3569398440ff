type Question = { title: string; text: string; act: string; danger?: boolean }

export type OpenQuestion = Question & {
  label?: string
  hint?: string
  only?: boolean
  done(answer: string | null): void
}

let currentQuestion: OpenQuestion | null = null
const listeners = new Set<() => void>()

function replaceQuestion(nextQuestion: OpenQuestion | null): void {
  currentQuestion = nextQuestion
  for (const notifyListener of listeners) notifyListener()
}

/**
 * Asks before an irreversible action: `if (await confirm({ title, text, act })) …`. `act` is the
 * button's label, `text` states the consequence (Q90).
 */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((done) =>
    replaceQuestion({ danger: true, ...question, done: (answer) => done(answer !== null) }),
  )
}

/** Asks for a reason, which may not be empty. Resolves to the text, or null when cancelled. */
export function askReason(
  question: Question & { label: string; hint?: string },
): Promise<string | null> {
  return new Promise((done) => replaceQuestion({ danger: true, ...question, done }))
}

/** An alert with one button, for a message that must be seen before work continues (Q90). */
export function showAlert({
  title,
  text,
  act,
}: {
  title: string
  text: string
  act: string
}): Promise<void> {
  return new Promise((done) =>
    replaceQuestion({ title, text, act, only: true, done: () => done() }),
  )
}

/** The open question, as a store for its place in the shell. */
export const openQuestion = {
  now: () => currentQuestion,
  watch(notifyListener: () => void): () => void {
    listeners.add(notifyListener)
    return () => listeners.delete(notifyListener)
  },
}

/** Answers the open question; null cancels it. */
export function answerQuestion(answer: string | null): void {
  currentQuestion?.done(answer)
  replaceQuestion(null)
}
