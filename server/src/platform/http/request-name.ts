import type { FastifyRequest } from 'fastify'

/**
 * How a request is named wherever it is written down: log, trace, figures. The one place for it. It
 * is the route as it was mounted, never the address: in `/api/admin/stock/:licenseKey` the key
 * stands, in a query what somebody looks for.
 */
export const requestName = (request: FastifyRequest): { method: string; route: string } => ({
  method: request.method,
  route: request.routeOptions?.url ?? 'no such route',
})
