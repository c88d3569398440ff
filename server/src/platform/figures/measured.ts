import type { CallOutcome, Figures } from './figures.ts'

type Call = (...given: unknown[]) => unknown

/** What an adapter answers when nothing is known of the outcome, or it is to be asked again. */
const unanswered = new Set<unknown>(['unavailable', 'rate-limited', 'later'])
/** A definite no. */
const refusals = new Set<unknown>(['refused', 'not-found', 'forbidden', 'invalid', 'gone'])

function outcomeOf(answer: unknown): CallOutcome {
  const kind = (answer as { kind?: unknown } | null | undefined)?.kind
  if (unanswered.has(kind)) return 'failed'
  return refusals.has(kind) ? 'refused' : 'ok'
}

/**
 * An adapter whose calls are counted and timed under the name of its provider; null stays null. What
 * answers at once (a signature that is checked) asks nobody and is not counted.
 */
export function measured<T extends object | null>(
  figures: Figures,
  provider: string,
  adapter: T,
): T {
  if (!adapter) return adapter
  const entries = Object.entries(adapter).map(([name, value]) => [
    name,
    typeof value === 'function' ? timed(figures, { provider, call: name }, value as Call) : value,
  ])
  return Object.fromEntries(entries) as T
}

function timed(figures: Figures, call: { provider: string; call: string }, ask: Call): Call {
  return (...given) => {
    const from = performance.now()
    const answer = ask(...given)
    if (!(answer instanceof Promise)) return answer
    const done = (outcome: CallOutcome) =>
      figures.provider({ ...call, outcome, seconds: (performance.now() - from) / 1000 })
    answer.then(
      (value: unknown) => done(outcomeOf(value)),
      () => done('failed'),
    )
    return answer
  }
}
