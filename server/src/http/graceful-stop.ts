import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'

/** A server's stop: it reports it first, then accepts no connections, then finishes its requests. */
export type Stopping = {
  /** Whether the stop began. /readyz reports it at once, so that balancers send no more requests. */
  begun(): boolean
  /**
   * Answers requests for `delayMs` more, then accepts no connections and waits for requests in
   * flight, for `patienceMs` at most.
   */
  drain(given: { delayMs: number; patienceMs: number }): Promise<void>
}

/** Counts requests in flight, so that a server can stop without cutting one off (P567). */
export function stopGently(http: FastifyInstance): Stopping {
  let hasBegun = false
  let openRequests = 0

  http.server.on('request', (_request, response) => {
    openRequests++
    response.once('close', () => openRequests--)
  })

  // Clients that keep connections alive open a new one, to another process, for the next request.
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
