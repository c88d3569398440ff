import type { FastifyReply } from 'fastify'

import { staleAge } from '../load/page-cache.ts'

/** Say of an answer that it is kept from before, and how old it is, where the database is silent. */
export function markStale(reply: FastifyReply, made: object): void {
  const age = staleAge(made)
  if (age !== null) reply.header('age', String(age)).header('x-shop-stale', 'database away')
}
