import type { FastifyInstance } from 'fastify'
import reference from '@scalar/fastify-api-reference'

/** The reference page of the API at /docs, made of /api/openapi.json. */
export async function serveReference(http: FastifyInstance): Promise<void> {
  await http.register(reference, { routePrefix: '/docs', configuration: { url: '/api/openapi.json', title: 'Chaveiro API', withDefaultFonts: false, telemetry: false } as never })
}
