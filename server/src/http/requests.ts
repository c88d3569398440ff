import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../platform/app.ts'
import { requestIdOf, trace, traceIdOf, type Tracing } from '../platform/tracing.ts'

/** The id of a request by the headers it came with. */
export const idOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  requestIdOf(headers['x-request-id'])

/**
 * Each request has an id, which its answer and every line of the log that it causes tell; one line
 * says what became of it, without its address, which may carry a secret.
 */
export function traceRequests(http: FastifyInstance, app: App): void {
  const ends = new WeakMap<FastifyRequest, () => void>()
  http.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    const traceId = traceIdOf(request.headers.traceparent)
    const own: Tracing = { requestId: request.id, ...(traceId ? { traceId } : {}) }
    ends.set(request, trace(own, next))
  })
  http.addHook('onResponse', (request, reply, done) => {
    app.figures.request({
      route: routeOf(request),
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    if (app.config.requestLog) app.log.info(lineOf(request, reply), 'request')
    ends.get(request)?.()
    done()
  })
}

/** The template of a call, never its address. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'no such route'

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
