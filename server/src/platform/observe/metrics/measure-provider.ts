import { errorKind, tracer, type Tracer } from '../spans.ts'
import type { CallOutcome, ProcessMetrics } from './process-metrics.ts'

type Call = (...callArguments: unknown[]) => unknown

/** Answers of an adapter that leave the outcome unknown or ask for a retry. */
const unanswered = new Set<unknown>(['unavailable', 'rate-limited', 'later'])

/** Definite refusals. */
const refusals = new Set<unknown>(['refused', 'not-found', 'forbidden', 'invalid', 'gone'])

function outcomeOf(answer: unknown): CallOutcome {
  const kind = (answer as { kind?: unknown } | null | undefined)?.kind
  if (unanswered.has(kind)) return 'failed'

  return refusals.has(kind) ? 'refused' : 'ok'
}

/**
 * An adapter whose calls are counted and timed under its provider's name; null stays null.
 * Synchronous answers, such as a signature check, call no provider and are not counted.
 */
export function measureProvider<T extends object | null>(
  metrics: ProcessMetrics,
  provider: string,
  adapter: T,
): T {
  if (!adapter) return adapter

  const entries = Object.entries(adapter).map(([name, value]) => [
    name,
    typeof value === 'function'
      ? timeCall(metrics, { provider, call: name }, value as Call)
      : value,
  ])

  return Object.fromEntries(entries) as T
}

function timeCall(
  metrics: ProcessMetrics,
  call: { provider: string; call: string },
  callProvider: Call,
): Call {
  const counted: Call = (...callArguments) => {
    const from = performance.now()
    const answer = callProvider(...callArguments)
    if (!(answer instanceof Promise)) return answer

    const done = (outcome: CallOutcome) =>
      metrics.provider({ ...call, outcome, seconds: (performance.now() - from) / 1000 })

    answer.then(
      (value: unknown) => done(outcomeOf(value)),
      () => done('failed'),
    )

    return answer
  }

  return (...callArguments) => {
    const activeTracer = tracer()
    return activeTracer
      ? traceCall(activeTracer, call, () => counted(...callArguments))
      : counted(...callArguments)
  }
}

/** A synchronous answer is no provider call: its span is never ended and so never exported. */
function traceCall(
  activeTracer: Tracer,
  { provider, call }: { provider: string; call: string },
  callProvider: () => unknown,
): unknown {
  const attributes = { 'chaveiro.provider': provider, 'chaveiro.call': call }
  const span = { name: `${provider} ${call}`, kind: 'client', attributes } as const

  return activeTracer.within(span, (end) => {
    const answer = callProvider()
    if (!(answer instanceof Promise)) return answer

    answer.then(
      (value: unknown) => {
        const outcome = outcomeOf(value)
        end({
          attributes: { 'chaveiro.outcome': outcome },
          ...(outcome === 'failed' ? { error: outcome } : {}),
        })
      },
      (error: unknown) => end({ error: errorKind(error) }),
    )

    return answer
  })
}
