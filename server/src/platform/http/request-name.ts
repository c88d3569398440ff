import type { FastifyRequest } from 'fastify'

/**
 * The name of a request in logs, traces and metrics. It is the mounted route, never the address:
 * `/api/admin/stock/:licenseKey` would reveal the key, and a query a person's search.
 */
export const requestName = (request: FastifyRequest): { method: string; route: string } => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'no such route',
})
