import type { FastifyInstance } from 'fastify'

import type { App } from '../platform/app.ts'

/** Time limits of a connection in milliseconds. */
export type Patience = {
  headersMs: number
  jsonMs: number
  /** A picture may come from a slow phone. */
  pictureMs: number
  /** Without a byte in either direction. */
  idleMs: number
  /** Interval at which the limits are checked. */
  checkMs: number
  /** Connections at once; one more is closed without an answer. */
  connections: number
}

export const defaultPatience: Patience = {
  headersMs: 15_000,
  jsonMs: 20_000,
  pictureMs: 300_000,
  idleMs: 120_000,
  checkMs: 2_000,
  connections: 8_192,
}

/** The limits as options of the server. A whole request may take its headers and its longest body. */
export const connectionOptions = (patience: Patience) => ({
  requestTimeout: patience.pictureMs + patience.headersMs,
  connectionTimeout: patience.idleMs,
  http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.checkMs },
})

/**
 * Background work waits while a request changes something. Reads do not count, because most are
 * answered from memory.
 */
export function yieldToRequests(http: FastifyInstance, app: App): void {
  http.addHook('onRequest', ({ method }, { raw }, done) => {
    if (method !== 'GET' && method !== 'HEAD') {
      const endServing = app.backgroundWork.serve()
      raw.once('finish', endServing).once('close', endServing)
    }
    done()
  })
}
