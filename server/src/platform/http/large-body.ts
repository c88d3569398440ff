import type { FastifyRequest } from 'fastify'

/**
 * Bytes that any caller may send. A larger body is refused by its header, before its first byte is
 * read.
 */
export const smallBody = 65_536

/** Whether a body is large by its content-length, or of unknown length. */
export const isLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBody
