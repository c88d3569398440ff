import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'

/** The tag of bytes: weak, since they may travel packed. */
export const entityTag = (bytes: Buffer): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Whether the browser says that it has what carries this tag. */
export const isHad = (request: FastifyRequest, tag: string): boolean =>
  request.headers['if-none-match'] === tag
