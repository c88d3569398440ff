import type { FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { fail } from '../errors.ts'

/**
 * Throws auth.origin for a call from another site's page. A client that sends no origin is not a
 * browser, so it is allowed (D040).
 */
export function assertOwnPages(app: App, request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (request.headers['sec-fetch-site'] === 'cross-site') throw fail('auth.origin')
  if (!origin) return

  const ownOrigins = [
    new URL(app.config.publicUrl).origin,
    ...(app.config.production ? [] : [`http://${host}`]),
  ]

  if (!ownOrigins.includes(origin)) throw fail('auth.origin')
}
