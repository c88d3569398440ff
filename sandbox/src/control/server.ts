import fastify, { type FastifyInstance } from 'fastify'

import type { Core } from '../core/core.ts'
import { Refusal } from '../core/refusal.ts'
import { addAccent } from '../pages/accent.ts'
import { addLanguage, say } from '../pages/language.ts'
import { errorPage } from '../pages/layout.ts'
import { addFonts } from '../pages/look.ts'

// The sandbox's pages use styles, fonts and their own pictures, but no scripts.
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self' data:; " +
  "frame-ancestors 'self'; base-uri 'none'"

/**
 * Creates the server of pages and control calls. Calls accept JSON and forms; an error is {error}
 * for a call and a page for a browser.
 */
export function makeControlServer({ state }: Core): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 1_048_576 })
  app.removeContentTypeParser('application/json')

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)))
    } catch {
      done(new Refusal(400, 'the body is not JSON'))
    }
  })

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  addLanguage(app)
  addAccent(app)
  addFonts(app)

  app.addHook('onSend', async (_request, reply, payload) => {
    state.flush()

    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')

    if (String(reply.getHeader('content-type') ?? '').startsWith('text/html'))
      reply.header('content-security-policy', PAGE_POLICY)

    return payload
  })

  app.setNotFoundHandler((request, reply) => {
    if (isControlCall(request.url))
      return reply
        .code(404)
        .send({ error: `no such call: ${request.method} ${request.url.split('?')[0]}` })

    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send(
        errorPage(
          404,
          'Página não encontrada',
          say('Este endereço não existe na sandbox.', 'The sandbox has no such page.'),
        ),
      )
  })

  app.setErrorHandler((error, request, reply) => {
    // A provider's refusal carries its own status.
    const { status: refusalStatus, statusCode } = error as { status?: number; statusCode?: number }
    const status = refusalStatus ?? statusCode ?? 500
    const errorText = error instanceof Error ? error.message : String(error)
    if (status >= 500)
      process.stderr.write(`sandbox control: ${error instanceof Error ? error.stack : errorText}\n`)
    if (isControlCall(request.url)) return reply.code(status).send({ error: errorText })

    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(errorPage(status, 'Não foi possível', errorText))
  })

  return app
}

const isControlCall = (url: string): boolean => url.startsWith('/sandbox/api')
