import type { FastifyRequest } from 'fastify'

/**
 * The name of a request in logs, traces and metrics: the route, never the URL. A URL of
 * `/api/admin/stock/:licenseKey` contains a key, and a query string contains a person's search.
 */
export const requestName = (request: FastifyRequest): { method: string; route: string } => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'no such route',
})
