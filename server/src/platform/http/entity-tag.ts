import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'

/** A weak entity tag, because a proxy may compress the bytes. */
export const entityTag = (bytes: Buffer): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Whether the browser already has the content with this tag. */
export const hasCurrentTag = (request: FastifyRequest, tag: string): boolean =>
  request.headers['if-none-match'] === tag
