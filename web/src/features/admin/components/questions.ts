type Question = { title: string; text: string; act: string; danger?: boolean }

export type Open = Question & {
  label?: string
  hint?: string
  only?: boolean
  done(answer: string | null): void
}

let open: Open | null = null
const listeners = new Set<() => void>()

function change(next: Open | null): void {
  open = next
  for (const listener of listeners) listener()
}

/**
 * Ask before an act that cannot be taken back: `if (await confirm({ title, text, act })) …`; act
 * names what the button does, text what follows (Q90).
 */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((done) =>
    change({ danger: true, ...question, done: (answer) => done(answer !== null) }),
  )
}

/** Ask for a reason, which may not be empty: answers the text, or null when it was called off. */
export function askReason(
  question: Question & { label: string; hint?: string },
): Promise<string | null> {
  return new Promise((done) => change({ danger: true, ...question, done }))
}

/** Say something that must be seen before work goes on: an alert with one button (Q90). */
export function tell({
  title,
  text,
  act,
}: {
  title: string
  text: string
  act: string
}): Promise<void> {
  return new Promise((done) => change({ title, text, act, only: true, done: () => done() }))
}

/** The question that is open, for its place in the shell. */
export const openQuestion = {
  now: () => open,
  watch(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Answer the open question; null calls it off. */
export function settle(answer: string | null): void {
  open?.done(answer)
  change(null)
}
