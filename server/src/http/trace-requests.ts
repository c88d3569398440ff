import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { App } from '../platform/app.ts'
import { isPageRequest } from '../platform/http/page-requests.ts'
import { tracer, type Tracer } from '../platform/observe/spans.ts'
import { requestIdOf, trace, traceIdOf, type Tracing } from '../platform/observe/tracing.ts'

/** The id of a request, from the proxy's header, or a new one. */
export const requestIdFrom = ({ headers }: { headers: Record<string, unknown> }): string =>
  requestIdOf(headers['x-request-id'])

/**
 * Gives each request an id, which is in the answer and in all its log lines. One line logs the
 * outcome, without the URL, which may contain a secret.
 */
export function traceRequests(http: FastifyInstance, app: App): void {
  const endsByRequest = new WeakMap<FastifyRequest, (status: number) => void>()

  http.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    const traceHeader = request.headers.traceparent

    const startTrace = (traceId: string | undefined, end: (status: number) => void) => {
      const tracing: Tracing = { requestId: request.id, ...(traceId ? { traceId } : {}) }
      const endTrace = trace(tracing, next)

      endsByRequest.set(request, (status) => {
        end(status)
        endTrace()
      })
    }

    const activeTracer = tracer()
    if (!activeTracer) return startTrace(traceIdOf(traceHeader), () => {})

    activeTracer.within(spanOptions(request), (end) =>
      startTrace(activeTracer.traceparent()?.split('-')[1], (status) => end(spanResult(status))),
    )
  })

  http.addHook('onResponse', (request, reply, done) => {
    app.processMetrics.request({
      route: routeTemplate(request),
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })

    if (app.config.requestLog) app.log.info(requestLogFields(request, reply), 'request')
    endsByRequest.get(request)?.(reply.statusCode)
    done()
  })
}

const spanOptions = (request: FastifyRequest): Parameters<Tracer['begin']>[0] => ({
  name: `${request.method} ${routeTemplate(request)}`,
  kind: 'server',
  parent: [request.headers.traceparent].flat()[0],
  attributes: { 'http.request.method': request.method, 'http.route': routeTemplate(request) },
})

const spanResult = (status: number): { error?: string; attributes: Record<string, number> } => ({
  attributes: { 'http.response.status_code': status },
  ...(status >= 500 ? { error: String(status) } : {}),
})

/**
 * The route's template, never the URL. Files of the web app are grouped by folder, because each
 * build renames them.
 */
const routeTemplate = (request: FastifyRequest): string =>
  request.routeOptions.url?.replace(/^(\/(?!api\/)[\w-]+\/)[^:]*\.\w+$/, '$1*') ??
  (isPageRequest(request) ? 'page' : 'no such route')

const requestLogFields = (
  request: FastifyRequest,
  reply: { statusCode: number; elapsedTime: number },
): object => ({
  requestId: request.id,
  method: request.method,
  route: routeTemplate(request),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
})
