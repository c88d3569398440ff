/**
 * A piece of work as a trace shows it. All of it is words that the code knows: no parameter, address
 * or id, nothing that a person gave.
 */
type SpanOf = {
  name: string
  kind: 'server' | 'client' | 'consumer' | 'internal'
  attributes?: Record<string, string | number>
  /** Only as a part of something that is traced already. */
  below?: true
  /** The traceparent that whoever asked came with. */
  parent?: string | undefined
}

/** The end of a span; error is the kind of fault, never its words. */
type EndSpan = (how?: { error?: string; attributes?: Record<string, string | number> }) => void

/** Who makes spans, when the shop is told where to send them (platform/observe/telemetry). */
export type Tracer = {
  /** A span around some work, which ends it. */
  within<T>(span: SpanOf, work: (end: EndSpan) => T): T
  /** A span around nothing but what is told by its end; null where there is none to be. */
  begin(span: SpanOf): EndSpan | null
  /** What a call to somebody else says of the span that is under way. */
  traceparent(): string | null
}

let made: Tracer | null = null

/** Have spans made by somebody, or by nobody any more. */
export function traceBy(tracer: Tracer | null): void {
  made = tracer
}

/** Who makes spans; null, and nothing of it in memory, unless a setting says where to. */
export const tracer = (): Tracer | null => made

/** Do some work as a span of its own; without a tracer, just do it. */
export function spanned<T>(span: SpanOf, work: () => Promise<T>): Promise<T> {
  if (!made) return work()
  return made.within(span, async (end) => {
    try {
      const result = await work()
      end()

      return result
    } catch (error) {
      end({ error: faultOf(error) })
      throw error
    }
  })
}

/** What kind of fault an error is: the code of a database or a network, or its class. */
export function faultOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' && /^[\w.-]{1,60}$/.test(code)) return code

  return typeof name === 'string' ? name : 'error'
}

const text = /'(?:[^']|'')*'/g
const number = /(?<![$\w.])\d+(?:\.\d+)?\b/g
const longest = 1000

/** A statement as a span: its text with its placeholders, whatever else is written into it left out. */
export const statementSpan = (statement: string): SpanOf => ({
  name: /^\s*(\w+)/.exec(statement)?.[1]?.toLowerCase() ?? 'statement',
  kind: 'client',
  below: true,
  attributes: {
    'db.system.name': 'postgresql',
    'db.query.text': statement.replace(text, '?').replace(number, '?').slice(0, longest),
  },
})
