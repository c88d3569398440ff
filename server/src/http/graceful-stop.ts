import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A graceful stop: first /readyz reports the stop, then the server accepts no more connections,
 * then open requests finish.
 */
export type Stopping = {
  /**
   * Whether the stop began. /readyz reports the stop at once, so that load balancers send no more
   * requests.
   */
  begun(): boolean
  /**
   * Answers requests for `delayMs` more and then accepts no connections. Waits for requests in
   * flight, for `patienceMs` at most.
   */
  drain(given: { delayMs: number; patienceMs: number }): Promise<void>
}

/** Counts requests in flight, so that a stopping server finishes them (P567). */
export function stopGently(http: FastifyInstance): Stopping {
  let hasBegun = false
  let openRequests = 0

  http.server.on('request', (_request, response) => {
    openRequests++
    response.once('close', () => openRequests--)
  })

  // Closing keep-alive connections makes clients send the next request to another process.
  http.addHook('onSend', async (_request, reply) => {
    if (hasBegun) reply.header('connection', 'close')
  })

  return {
    begun: () => hasBegun,
    async drain({ delayMs, patienceMs }) {
      hasBegun = true
      await sleep(delayMs)
      http.server.close()
      const deadline = performance.now() + patienceMs
      while (openRequests > 0 && performance.now() < deadline) await sleep(20)
    },
  }
}
