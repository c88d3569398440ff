import type { FastifyInstance } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a server stops: it says so first, then lets nobody new in, and ends what is under way. */
export type Stopping = {
  /** Whether it was told to stop; /readyz says so at once, so that a balancer sends nobody here. */
  begun(): boolean
  /**
   * Answer everybody for some time yet (milliseconds), then listen no more and wait for what is
   * under way, but no longer than the patience.
   */
  drain(given: { delayMs: number; patienceMs: number }): Promise<void>
}

/** Watch what is under way at a server, so that it can stop without cutting anybody off (P567). */
export function stopGently(http: FastifyInstance): Stopping {
  let begun = false
  let underway = 0

  http.server.on('request', (_request, response) => {
    underway++
    response.once('close', () => underway--)
  })

  // Whoever keeps his connection learns with this answer that the next one needs another.
  http.addHook('onSend', async (_request, reply) => {
    if (begun) reply.header('connection', 'close')
  })

  return {
    begun: () => begun,
    async drain({ delayMs, patienceMs }) {
      begun = true
      await sleep(delayMs)
      http.server.close()
      const end = performance.now() + patienceMs
      while (underway > 0 && performance.now() < end) await sleep(20)
    },
  }
}
