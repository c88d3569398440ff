import type { FastifyReply, FastifyRequest } from 'fastify'

import { entityTag, hasTag } from './entity-tag.ts'
import { markStale } from './mark-stale.ts'

/** JSON from the page cache, ready to send: the same bytes for every caller. */
export class CachedJson {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/**
 * Sends cached bytes, or 304 when the browser has them. The browser may store them but must
 * revalidate.
 */
export function sendCached(
  { bytes }: CachedJson,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const tag = tagOf(bytes)
  reply.header('cache-control', 'no-cache').header('etag', tag)
  markStale(reply, bytes)
  if (hasTag(request, tag)) return reply.code(304).send()

  return reply.type('application/json; charset=utf-8').send(bytes)
}

const tags = new WeakMap<Buffer, string>()

/** The entity tag of cached bytes, computed once for each buffer. */
function tagOf(bytes: Buffer): string {
  const knownTag = tags.get(bytes)
  if (knownTag) return knownTag

  const tag = entityTag(bytes)
  tags.set(bytes, tag)

  return tag
}
