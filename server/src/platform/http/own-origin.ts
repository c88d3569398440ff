import type { FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { fail } from '../errors.ts'

/**
 * Refuse a call that a browser makes from another site's page (auth.origin); a client that names no
 * origin is no browser (D040).
 */
export function assertOwnPages(app: App, request: FastifyRequest): void {
  const { origin, host } = request.headers
  if (request.headers['sec-fetch-site'] === 'cross-site') throw fail('auth.origin')
  if (!origin) return

  const own = [
    new URL(app.config.publicUrl).origin,
    ...(app.config.production ? [] : [`http://${host}`]),
  ]

  if (!own.includes(origin)) throw fail('auth.origin')
}
