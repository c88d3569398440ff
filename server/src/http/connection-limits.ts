import type { FastifyInstance } from 'fastify'

import type { App } from '../platform/app.ts'

/** Time limits of a connection in milliseconds. */
export type Patience = {
  headersMs: number
  jsonMs: number
  /** Time for uploading a picture, which may come from a slow phone. */
  pictureMs: number
  /** Time without a byte in either direction. */
  idleMs: number
  /** How often the limits are checked. */
  checkMs: number
  /** Maximum number of open connections; a further connection is closed without an answer. */
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

/**
 * The limits as options of Fastify. A whole request may take the time of its headers plus the time
 * of the longest body.
 */
export const connectionOptions = (patience: Patience) => ({
  requestTimeout: patience.pictureMs + patience.headersMs,
  connectionTimeout: patience.idleMs,
  http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.checkMs },
})

/**
 * Background work waits while a request changes data. Reads do not delay background work, because
 * most reads are answered from memory.
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
