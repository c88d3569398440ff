import type { FastifyReply, FastifyRequest } from 'fastify'

import { entityTag, hasCurrentTag } from './entity-tag.ts'
import { markStale } from './mark-stale.ts'

/** JSON from the page cache, ready to send; every caller gets these bytes. */
export class CachedJson {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/**
 * Sends cached bytes, or 304 when the browser already has these bytes. The browser may store the
 * answer but must revalidate it.
 */
export function sendCached(
  { bytes }: CachedJson,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const contentTag = cachedTagOf(bytes)
  reply.header('cache-control', 'no-cache').header('etag', contentTag)
  markStale(reply, bytes)
  if (hasCurrentTag(request, contentTag)) return reply.code(304).send()

  return reply.type('application/json; charset=utf-8').send(bytes)
}

const tagsByBuffer = new WeakMap<Buffer, string>()

/** The entity tag of cached bytes, computed once for each buffer. */
function cachedTagOf(bytes: Buffer): string {
  const existingTag = tagsByBuffer.get(bytes)
  if (existingTag) return existingTag

  const computedTag = entityTag(bytes)
  tagsByBuffer.set(bytes, computedTag)

  return computedTag
}
