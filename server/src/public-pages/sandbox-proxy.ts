import type { FastifyInstance } from 'fastify'
import { request as send } from 'undici'

import type { App } from '../platform/app.ts'
import { shopAccent } from './look.ts'

/**
 * Forwards /sandbox/* to the sandbox process, so that visitors and tests reach it on the shop's own
 * origin (Q106), in the shop's colour. Demo mode only.
 */
export async function proxySandbox(
  http: FastifyInstance,
  app: App,
  sandboxUrl: string,
): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    for (const url of ['/sandbox', '/sandbox/*']) {
      scope.all(url, async (request, reply) => {
        const {
          host: _host,
          connection: _connection,
          'content-length': _length,
          ...headers
        } = request.headers

        const body =
          request.method === 'GET' || request.method === 'HEAD'
            ? null
            : ((request.body as Buffer | undefined) ?? null)

        const response = await send(sandboxUrl + request.url, {
          method: request.method as 'GET',
          headers: {
            ...(headers as Record<string, string>),
            'x-shop-accent': await shopAccent(app),
          },
          body,
        })

        const forwardedHeaders = Object.fromEntries(
          Object.entries(response.headers).filter(
            ([name]) => !['connection', 'transfer-encoding', 'keep-alive'].includes(name),
          ),
        )

        return reply
          .code(response.statusCode)
          .headers(forwardedHeaders)
          .send(Buffer.from(await response.body.arrayBuffer()))
      })
    }
  })
}
