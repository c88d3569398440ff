import Fastify, { type FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'

/**
 * The document of the API, and its page at /docs. Both are made for the first who asks: two hundred
 * calls take a while to describe, and the library of the page is one text of four megabytes, which
 * stands in a server of its own.
 */
export function serveReference(http: FastifyInstance, describe: () => object): void {
  let document: object | null = null
  http.get('/api/openapi.json', async () => (document ??= describe()))
  let made: Promise<FastifyInstance> | null = null

  for (const url of ['/docs', '/docs/', '/docs/js/scalar.js'])
    http.get(url, async (request, reply) => {
      const by = await (made ??= makeReference())
      const { statusCode, headers, rawPayload } = await by.inject({ url: request.url })
      if (headers.location) return reply.redirect(headers.location, statusCode)

      const type = String(headers['content-type'])
      if (type.startsWith('text/html'))
        reply.header('content-security-policy', policyOf(String(rawPayload)))

      return reply.code(statusCode).type(type).send(rawPayload)
    })
}

async function makeReference(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const by = Fastify({ logger: false })

  await by.register(reference, {
    routePrefix: '/docs',
    configuration: {
      url: '/api/openapi.json',
      title: 'Chaveiro API',
      withDefaultFonts: false,
      telemetry: false,
      // What leads to its vendor, whom this page may not ask.
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    } as never,
  })

  return by
}

/**
 * Only our files and the page's own scripts, by what they say: the library writes them into the
 * page. It asks nobody but this shop.
 */
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
