import type { FastifyInstance } from 'fastify'

import type { App } from '../platform/app.ts'

/**
 * How long a connection may take, in milliseconds: for its headers, for a JSON body, for a picture
 * (which may come from a slow phone), and without a byte moving; how often that is looked at; and
 * how many connections there may be at once (one more is closed unanswered).
 */
export type Patience = {
  headersMs: number
  jsonMs: number
  pictureMs: number
  idleMs: number
  checkMs: number
  connections: number
}

export const patience: Patience = {
  headersMs: 15_000,
  jsonMs: 20_000,
  pictureMs: 300_000,
  idleMs: 120_000,
  checkMs: 2_000,
  connections: 8_192,
}

/**
 * The same as the server's own settings; the whole of a request may take a little more than its
 * longest body.
 */
export const connectionOptions = (patience: Patience) => ({
  requestTimeout: patience.pictureMs + patience.headersMs,
  connectionTimeout: patience.idleMs,
  http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.checkMs },
})

/**
 * Who acts goes before all that is done at leisure; who only looks is answered from memory most of
 * the time.
 */
export function goFirst(http: FastifyInstance, app: App): void {
  http.addHook('onRequest', ({ method }, { raw }, done) => {
    if (method !== 'GET' && method !== 'HEAD') {
      const over = app.backgroundWork.serve()
      raw.once('finish', over).once('close', over)
    }
    done()
  })
}
