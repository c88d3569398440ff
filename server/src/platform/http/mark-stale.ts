import type { FastifyReply } from 'fastify'

import { staleAgeSeconds } from '../load/page-cache.ts'

/** Adds a header with the age of a cached answer that is sent because the database is silent. */
export function markStale(reply: FastifyReply, content: object): void {
  const staleSeconds = staleAgeSeconds(content)
  if (staleSeconds !== null)
    reply.header('age', String(staleSeconds)).header('x-shop-stale', 'database away')
}
