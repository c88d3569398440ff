import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'

import { tracer } from './spans.ts'

/** The request that some work belongs to, as long as it is under way. */
export type Tracing = {
  requestId: string
  /** The trace that whoever asked belongs to (W3C Trace Context), 32 hex digits. */
  traceId?: string
}

const under = new AsyncLocalStorage<{ tracing: Tracing | null }>()

/** What the work that runs now belongs to; null outside a request and after its answer. */
export const tracing = (): Tracing | null => under.getStore()?.tracing ?? null

/**
 * Run the rest of a request as its own; answers what ends it. What outlives the answer, a timer
 * say, is nobody's then.
 */
export function trace(work: Tracing, rest: () => void): () => void {
  const store: { tracing: Tracing | null } = { tracing: work }
  under.run(store, rest)

  return () => {
    store.tracing = null
  }
}

/** Long enough for a UUID with a prefix; no sign that a log or a header could stumble over. */
const sane = /^[\w.:+/=-]{8,128}$/

/** The id that a proxy gave a request, or a new one. */
export const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && sane.test(given) ? given : randomUUID()

const traceparent =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/

/** The trace of a traceparent header; undefined where it is none (W3C Trace Context, 3.2). */
export function traceIdOf(header: unknown): string | undefined {
  const found = typeof header === 'string' ? traceparent.exec(header) : null
  // Version 00 ends with its flags; later ones may go on.
  return found && !(found[2] && header!.toString().startsWith('00')) ? found[1] : undefined
}

/** The same with the span that whoever asked was in, and whether it is kept. */
export function partsOfTraceparent(
  header: string | undefined,
): { traceId: string; spanId: string; traceFlags: number } | null {
  const traceId = traceIdOf(header)
  if (!traceId || !header) return null

  const [, , spanId, flags] = header.split('-')

  return { traceId, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16) & 1 }
}

/** What a call to somebody else says of the trace it belongs to. */
export function tracingHeaders(): Record<string, string> {
  const own = tracer()?.traceparent()
  if (own) return { traceparent: own }

  const traceId = tracing()?.traceId

  return traceId ? { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` } : {}
}
