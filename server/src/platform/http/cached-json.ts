import type { FastifyReply, FastifyRequest } from 'fastify'

import { entityTag, isHad } from './entity-tag.ts'
import { markStale } from './stale.ts'

/** Bytes that are ready to be sent as JSON, from the page cache: the same for whoever asks. */
export class CachedJson {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/** Send kept bytes, or 304 to a browser that has them: it may keep them, and asks each time. */
export function sendCached(
  { bytes }: CachedJson,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const tag = tagOf(bytes)
  reply.header('cache-control', 'no-cache').header('etag', tag)
  markStale(reply, bytes)
  if (isHad(request, tag)) return reply.code(304).send()

  return reply.type('application/json; charset=utf-8').send(bytes)
}

const tags = new WeakMap<Buffer, string>()

/** The tag of kept bytes, worked out once for as long as they are kept. */
function tagOf(bytes: Buffer): string {
  const known = tags.get(bytes)
  if (known) return known

  const tag = entityTag(bytes)
  tags.set(bytes, tag)

  return tag
}
