import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'

import { tracer } from './spans.ts'

/** The ids of the request that the current work belongs to. */
export type Tracing = {
  requestId: string
  /** The caller's trace (W3C Trace Context), 32 hex digits. */
  traceId?: string
}

const requestContext = new AsyncLocalStorage<{ tracing: Tracing | null }>()

/** The ids of the current request; null outside a request and after its answer. */
export const tracing = (): Tracing | null => requestContext.getStore()?.tracing ?? null

/**
 * Runs the rest of a request in its context, and returns a function that ends the context. Work
 * that continues after the answer, such as a timer, then belongs to no request.
 */
export function trace(work: Tracing, continueRequest: () => void): () => void {
  const contextStore: { tracing: Tracing | null } = { tracing: work }
  requestContext.run(contextStore, continueRequest)

  return () => {
    contextStore.tracing = null
  }
}

/** Eight to 128 characters that are safe in logs and headers: enough for a UUID with a prefix. */
const safeRequestId = /^[\w.:+/=-]{8,128}$/

/** The request id from a proxy if it is safe, otherwise a new one. */
export const requestIdOf = (candidateId: unknown): string =>
  typeof candidateId === 'string' && safeRequestId.test(candidateId) ? candidateId : randomUUID()

const traceparent =
  /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/

/** The trace id of a traceparent header; undefined if malformed (W3C Trace Context, 3.2). */
export function traceIdOf(header: unknown): string | undefined {
  const headerMatch = typeof header === 'string' ? traceparent.exec(header) : null
  // A header of version 00 ends after the flags; later versions may have more fields.
  return headerMatch && !(headerMatch[2] && header!.toString().startsWith('00'))
    ? headerMatch[1]
    : undefined
}

/** Trace id, span id and the sampled flag of a traceparent header; null if malformed. */
export function parseTraceparent(
  header: string | undefined,
): { traceId: string; spanId: string; traceFlags: number } | null {
  const traceId = traceIdOf(header)
  if (!traceId || !header) return null

  const [, , spanId, flags] = header.split('-')

  return { traceId, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16) & 1 }
}

/** Headers that continue the current trace in an outgoing call. */
export function tracingHeaders(): Record<string, string> {
  const ownTraceparent = tracer()?.traceparent()
  if (ownTraceparent) return { traceparent: ownTraceparent }

  const traceId = tracing()?.traceId

  return traceId ? { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` } : {}
}
