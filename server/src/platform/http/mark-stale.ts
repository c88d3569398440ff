import type { FastifyReply } from 'fastify'

import { staleAge } from '../load/page-cache.ts'

/** Marks an answer from the cache as stale, with its age, while the database is silent. */
export function markStale(reply: FastifyReply, content: object): void {
  const age = staleAge(content)
  if (age !== null) reply.header('age', String(age)).header('x-shop-stale', 'database away')
}
