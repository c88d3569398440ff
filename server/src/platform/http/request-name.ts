import type { FastifyRequest } from 'fastify'

/**
 * The name of a request in logs, traces and metrics: the route, never the URL.
 * `/api/admin/stock/:licenseKey` would reveal the key, and a query string what a person searched.
 */
export const requestName = (request: FastifyRequest): { method: string; route: string } => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'no such route',
})
