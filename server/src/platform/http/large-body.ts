import type { FastifyRequest } from 'fastify'

/** What anybody may send; who sends more is known before the first byte of it is read. */
export const smallBody = 65_536

/** Whether a body is large by its head, or may be, since it does not say. */
export const isLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBody
