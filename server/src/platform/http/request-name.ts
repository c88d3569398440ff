import type { FastifyRequest } from 'fastify'

/**
 * How a request is named wherever it is written down: log, trace, figures. This is the one place
 * for it. The name is the route as it was mounted, never the address:
 * `/api/admin/stock/:licenseKey` would hold the key, and a query what somebody searches for.
 */
export const requestName = (request: FastifyRequest): { method: string; route: string } => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'no such route',
})
