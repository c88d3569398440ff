import { createHash } from 'node:crypto'
import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The reference page of the API at /docs, made of /api/openapi.json. */
export async function serveReference(http: FastifyInstance): Promise<void> {
  await http.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (String(reply.getHeader('content-type')).startsWith('text/html'))
        reply.header('content-security-policy', policyOf(String(payload)))
      return payload
    })
    await scope.register(reference, {
      routePrefix: '/docs',
      configuration: {
        url: '/api/openapi.json',
        title: 'Chaveiro API',
        withDefaultFonts: false,
        telemetry: false,
      } as never,
    })
  })
}

/** Only our files and the page's own scripts, by what they say: the library writes them into the page. It asks nobody but this shop. */
function policyOf(html: string): string {
  const own = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )
  return [
    `default-src 'self'`,
    `script-src 'self' ${own.join(' ')}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self' data:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
