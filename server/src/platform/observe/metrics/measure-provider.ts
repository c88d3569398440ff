import { errorKind, tracer, type Tracer } from '../spans.ts'
import type { CallOutcome, ProcessMetrics } from './process-metrics.ts'

type Call = (...callArguments: unknown[]) => unknown

/** Answers of an adapter after which the outcome is unknown or a retry is needed. */
const unansweredKinds = new Set<unknown>(['unavailable', 'rate-limited', 'later'])

/** Answers by which the provider refused a call for good. */
const refusalKinds = new Set<unknown>(['refused', 'not-found', 'forbidden', 'invalid', 'gone'])

function outcomeOf(answer: unknown): CallOutcome {
  const answerKind = (answer as { kind?: unknown } | null | undefined)?.kind
  if (unansweredKinds.has(answerKind)) return 'failed'

  return refusalKinds.has(answerKind) ? 'refused' : 'ok'
}

/**
 * Wraps an adapter: its calls are counted and timed under the provider's name; null stays null.
 * Synchronous methods, such as a signature check, call no provider and are not counted.
 */
export function measureProvider<T extends object | null>(
  metrics: ProcessMetrics,
  provider: string,
  adapter: T,
): T {
  if (!adapter) return adapter

  const measuredEntries = Object.entries(adapter).map(([name, value]) => [
    name,
    typeof value === 'function'
      ? measureCall(metrics, { provider, call: name }, value as Call)
      : value,
  ])

  return Object.fromEntries(measuredEntries) as T
}

function measureCall(
  metrics: ProcessMetrics,
  call: { provider: string; call: string },
  callProvider: Call,
): Call {
  const countedCall: Call = (...callArguments) => {
    const startedAt = performance.now()
    const providerAnswer = callProvider(...callArguments)
    if (!(providerAnswer instanceof Promise)) return providerAnswer

    const noteOutcome = (outcome: CallOutcome) =>
      metrics.provider({ ...call, outcome, seconds: (performance.now() - startedAt) / 1000 })

    providerAnswer.then(
      (value: unknown) => noteOutcome(outcomeOf(value)),
      () => noteOutcome('failed'),
    )

    return providerAnswer
  }

  return (...callArguments) => {
    const activeTracer = tracer()
    return activeTracer
      ? traceCall(activeTracer, call, () => countedCall(...callArguments))
      : countedCall(...callArguments)
  }
}

/**
 * A synchronous result means that no provider was called. Its span never ends, so the span is not
 * exported.
 */
function traceCall(
  activeTracer: Tracer,
  { provider, call }: { provider: string; call: string },
  callProvider: () => unknown,
): unknown {
  const attributes = { 'chaveiro.provider': provider, 'chaveiro.call': call }
  const spanOptions = { name: `${provider} ${call}`, kind: 'client', attributes } as const

  return activeTracer.within(spanOptions, (end) => {
    const providerAnswer = callProvider()
    if (!(providerAnswer instanceof Promise)) return providerAnswer

    providerAnswer.then(
      (value: unknown) => {
        const callOutcome = outcomeOf(value)
        end({
          attributes: { 'chaveiro.outcome': callOutcome },
          ...(callOutcome === 'failed' ? { error: callOutcome } : {}),
        })
      },
      (error: unknown) => end({ error: errorKind(error) }),
    )

    return providerAnswer
  })
}
