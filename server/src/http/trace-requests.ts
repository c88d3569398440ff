import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { App } from '../platform/app.ts'
import { isPageRequest } from '../platform/http/page-requests.ts'
import { tracer, type Tracer } from '../platform/observe/spans.ts'
import { requestIdOf, trace, traceIdOf, type Tracing } from '../platform/observe/tracing.ts'

/** The id of a request by its headers. */
export const idOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  requestIdOf(headers['x-request-id'])

/**
 * Each request has an id, in its answer and in every log line it causes. One line logs its outcome,
 * without its address, which may carry a secret.
 */
export function traceRequests(http: FastifyInstance, app: App): void {
  const ends = new WeakMap<FastifyRequest, (status: number) => void>()

  http.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    const header = request.headers.traceparent

    const goOn = (traceId: string | undefined, end: (status: number) => void) => {
      const own: Tracing = { requestId: request.id, ...(traceId ? { traceId } : {}) }
      const over = trace(own, next)

      ends.set(request, (status) => {
        end(status)
        over()
      })
    }

    const made = tracer()
    if (!made) return goOn(traceIdOf(header), () => {})

    made.within(spanOf(request), (end) =>
      goOn(made.traceparent()?.split('-')[1], (status) => end(endOf(status))),
    )
  })

  http.addHook('onResponse', (request, reply, done) => {
    app.processMetrics.request({
      route: routeOf(request),
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })

    if (app.config.requestLog) app.log.info(lineOf(request, reply), 'request')
    ends.get(request)?.(reply.statusCode)
    done()
  })
}

const spanOf = (request: FastifyRequest): Parameters<Tracer['begin']>[0] => ({
  name: `${request.method} ${routeOf(request)}`,
  kind: 'server',
  parent: [request.headers.traceparent].flat()[0],
  attributes: { 'http.request.method': request.method, 'http.route': routeOf(request) },
})

const endOf = (status: number): { error?: string; attributes: Record<string, number> } => ({
  attributes: { 'http.response.status_code': status },
  ...(status >= 500 ? { error: String(status) } : {}),
})

/**
 * The route's template, never its address. Files of the web app count as their folder, because each
 * build renames them.
 */
const routeOf = (request: FastifyRequest): string =>
  request.routeOptions.url?.replace(/^(\/(?!api\/)[\w-]+\/)[^:]*\.\w+$/, '$1*') ??
  (isPageRequest(request) ? 'page' : 'no such route')

const lineOf = (
  request: FastifyRequest,
  reply: { statusCode: number; elapsedTime: number },
): object => ({
  requestId: request.id,
  method: request.method,
  route: routeOf(request),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
})
