import Fastify, { type FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'

import type { App } from '../platform/app.ts'
import { shopAccent } from './look.ts'
import { referenceStyle } from './reference-look.ts'

/**
 * Serves the OpenAPI document and its page at /docs, in the shop's colour. Both are created at their first request:
 * describing two hundred calls takes a while, and the page's library is a script of four megabytes.
 * The library runs in a separate Fastify server without a port, which gets requests by inject().
 */
export function serveReference(http: FastifyInstance, app: App, describe: () => object): void {
  let document: object | null = null
  http.get('/api/openapi.json', async () => (document ??= describe()))
  let referenceServer: Promise<FastifyInstance> | null = null

  for (const url of ['/docs', '/docs/', '/docs/js/scalar.js'])
    http.get(url, async (request, reply) => {
      const reference = await (referenceServer ??= makeReference())
      const { statusCode, headers, rawPayload } = await reference.inject({ url: request.url })
      if (headers.location) return reply.redirect(headers.location, statusCode)

      const contentType = String(headers['content-type'])
      reply.code(statusCode).type(contentType)
      if (!contentType.startsWith('text/html')) return reply.send(rawPayload)

      const html = String(rawPayload)
      const accent = await shopAccent(app)
      reply.header('content-security-policy', contentPolicy(html))

      return reply.send(accent ? html.replace('<html', `<html style="${accent}"`) : html)
    })
}

async function makeReference(): Promise<FastifyInstance> {
  const { default: referencePlugin } = await import('@scalar/fastify-api-reference')
  const referenceServer = Fastify({ logger: false })

  await referenceServer.register(referencePlugin, {
    routePrefix: '/docs',
    configuration: {
      url: '/api/openapi.json',
      title: 'Chaveiro API',
      withDefaultFonts: false,
      theme: 'none',
      customCss: referenceStyle(),
      favicon: '/favicon.svg',
      telemetry: false,
      // Hides a link to the vendor's site, which the content security policy forbids.
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    } as never,
  })

  return referenceServer
}

/**
 * A content security policy that allows our files and, by hash, the inline scripts that the library
 * writes into the page. Requests of the page may only go to this shop.
 */
function contentPolicy(html: string): string {
  const scriptHashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )

  return [
    `default-src 'self'`,
    `script-src 'self' ${scriptHashes.join(' ')}`,
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
