import type { FastifyRequest } from 'fastify'

/**
 * Largest body, in bytes, that any caller may send. A larger body is refused by its content-length,
 * before its first byte is read.
 */
export const smallBody = 65_536

/** Whether the content-length is large, or missing because the body is chunked. */
export const isLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBody
