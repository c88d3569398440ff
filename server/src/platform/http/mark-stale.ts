import type { FastifyReply } from 'fastify'

import { staleAgeSeconds } from '../load/page-cache.ts'

/** Marks an answer from the cache as stale, with its age, while the database is silent. */
export function markStale(reply: FastifyReply, content: object): void {
  const staleSeconds = staleAgeSeconds(content)
  if (staleSeconds !== null)
    reply.header('age', String(staleSeconds)).header('x-shop-stale', 'database away')
}
