import type { FastifyInstance } from 'fastify'
import { request as send } from 'undici'

/**
 * Pass /sandbox/* on to the sandbox process, so that people and tests reach it on the shop's own
 * origin (Q106); demo mode only.
 */
export async function proxySandbox(http: FastifyInstance, sandboxUrl: string): Promise<void> {
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
          headers: headers as Record<string, string>,
          body,
        })

        const kept = Object.fromEntries(
          Object.entries(response.headers).filter(
            ([name]) => !['connection', 'transfer-encoding', 'keep-alive'].includes(name),
          ),
        )

        return reply
          .code(response.statusCode)
          .headers(kept)
          .send(Buffer.from(await response.body.arrayBuffer()))
      })
    }
  })
}
