/**
 * A span: a unit of work in a trace. Names and attributes are fixed words of the code: no
 * parameters, addresses, ids or personal data.
 */
type SpanOf = {
  name: string
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: Record<string, string | number>
  /** Create the span only inside a trace that has already begun. */
  below?: true
  /** The traceparent header that the caller sent. */
  parent?: string | undefined
}

/** Ends a span; `error` is the kind of error, never its message. */
type EndSpan = (how?: { error?: string; attributes?: Record<string, string | number> }) => void

/** Creates spans; installed only when a setting names a collector (platform/observe/telemetry). */
export type Tracer = {
  /** Runs `work` in a span; `work` must end it. */
  within<T>(span: SpanOf, work: (end: EndSpan) => T): T
  /**
   * Begins a span that the caller ends, without running code inside. Null if the span is not
   * recorded.
   */
  begin(span: SpanOf): EndSpan | null
  /** The traceparent header of the current span, for outgoing calls. */
  traceparent(): string | null
}

let installedTracer: Tracer | null = null

/** Sets the tracer; null removes it. */
export function setTracer(tracer: Tracer | null): void {
  installedTracer = tracer
}

/** The installed tracer. Null without a collector; then no tracing code is loaded. */
export const tracer = (): Tracer | null => installedTracer

/** Runs `work` in a span; without a tracer, only runs it. */
export function withSpan<T>(span: SpanOf, work: () => Promise<T>): Promise<T> {
  if (!installedTracer) return work()
  return installedTracer.within(span, async (end) => {
    try {
      const workResult = await work()
      end()

      return workResult
    } catch (error) {
      end({ error: errorKind(error) })
      throw error
    }
  })
}

/** The kind of an error: the SQLSTATE or network code, or the name of its class. */
export function errorKind(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' && /^[\w.-]{1,60}$/.test(code)) return code

  return typeof name === 'string' ? name : 'error'
}

const textLiterals = /'(?:[^']|'')*'/g
const numberLiterals = /(?<![$\w.])\d+(?:\.\d+)?\b/g
const longestText = 1000

/** The span of a statement: the SQL text with placeholders and without literals. */
export const statementSpan = (statement: string): SpanOf => ({
  name: /^\s*(\w+)/.exec(statement)?.[1]?.toLowerCase() ?? 'statement',
  kind: 'client',
  below: true,
  attributes: {
    'db.system.name': 'postgresql',
    'db.query.text': statement
      .replace(textLiterals, '?')
      .replace(numberLiterals, '?')
      .slice(0, longestText),
  },
})
