import { createStore } from '../../../external-store.ts'

type Question = { title: string; text: string; act: string; danger?: boolean }

export type OpenQuestion = Question & {
  label?: string
  hint?: string
  only?: boolean
  done(answer: string | null): void
}

/** The open question; its dialog is part of the shell. */
export const openQuestion = createStore<OpenQuestion | null>(null)

/**
 * Asks before an irreversible action: `if (await confirm({ title, text, act })) …`. `act` is the
 * button's label, `text` states the consequence (Q90).
 */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((done) =>
    openQuestion.set({ danger: true, ...question, done: (answer) => done(answer !== null) }),
  )
}

/** Asks for a reason, which may not be empty. Resolves to the text, or null when cancelled. */
export function askReason(
  question: Question & { label: string; hint?: string },
): Promise<string | null> {
  return new Promise((done) => openQuestion.set({ danger: true, ...question, done }))
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
    openQuestion.set({ title, text, act, only: true, done: () => done() }),
  )
}

/** Answers the open question; null cancels it. */
export function answerQuestion(answer: string | null): void {
  openQuestion.get()?.done(answer)
  openQuestion.set(null)
}
