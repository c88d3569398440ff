import { faultOf, tracer, type Tracer } from '../spans.ts'
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
  const counted: Call = (...given) => {
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

  return (...given) => {
    const made = tracer()
    return made ? traced(made, call, () => counted(...given)) : counted(...given)
  }
}

/** What answers at once is no call, so its span is never ended, which is not to have one. */
function traced(
  made: Tracer,
  { provider, call }: { provider: string; call: string },
  ask: () => unknown,
): unknown {
  const attributes = { 'chaveiro.provider': provider, 'chaveiro.call': call }
  const span = { name: `${provider} ${call}`, kind: 'client', attributes } as const

  return made.within(span, (end) => {
    const answer = ask()
    if (!(answer instanceof Promise)) return answer

    answer.then(
      (value: unknown) => {
        const outcome = outcomeOf(value)
        end({
          attributes: { 'chaveiro.outcome': outcome },
          ...(outcome === 'failed' ? { error: outcome } : {}),
        })
      },
      (error: unknown) => end({ error: faultOf(error) }),
    )

    return answer
  })
}
