import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'

import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'
import { setErrors } from './errors.ts'
import { stopGently } from './graceful-stop.ts'

/** Mounts the endpoints for monitoring: /healthz, /readyz and /metrics (Q107). */
export function mountHealth(http: FastifyInstance, app: App): void {
  app.replica?.watch()
  http.get('/healthz', async () => ({ ok: true }))

  http.get('/readyz', async (_request, reply) => {
    if (http.stopping.begun())
      return reply.code(500).send({ ok: false, failing: ['stopping'], deadJobs: null })

    const health = await app.health.check()
    // The shop is ready even if the replica is unusable: lists are only slower.
    const replicaState = app.replica ? { replica: app.replica.state() } : {}

    return reply.code(health.ok ? 200 : 500).send({ ...health, ...replicaState })
  })

  http.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(app.config.metricsToken, request)) throw fail('auth.required')

    const metricsExport = app.metricsExport()

    return reply.type(metricsExport.contentType).send(await metricsExport.read())
  })
}

/**
 * Serves health and metrics, and nothing else, of a worker-only process on METRICS_PORT; returns
 * null without a port.
 */
export async function serveWorkerHealth(app: App): Promise<FastifyInstance | null> {
  const { metricsPort, host } = app.config
  if (!metricsPort) return null

  const http = Fastify({ logger: false, forceCloseConnections: true })
  http.decorate('stopping', stopGently(http))
  setErrors(http, app)
  mountHealth(http, app)
  await http.listen({ port: metricsPort, host })

  return http
}

const loopbackAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const proxyHeaders = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

/**
 * Metrics need the token or a local caller (Q119). Behind a proxy every connection comes from
 * loopback, so a request with a proxy's headers is not local. A wrong token is refused even from
 * this machine.
 */
function mayReadMetrics(token: string | undefined, request: FastifyRequest): boolean {
  const { authorization } = request.headers
  if (authorization !== undefined)
    return token !== undefined && isEqualSecret(authorization, `Bearer ${token}`)

  return (
    loopbackAddresses.includes(request.socket.remoteAddress ?? '') &&
    !Object.keys(request.headers).some((name) => proxyHeaders.test(name))
  )
}

/** In constant time, so that the answer's delay reveals nothing about the token. */
const isEqualSecret = (received: string, expected: string): boolean =>
  timingSafeEqual(sha256Digest(received), sha256Digest(expected))

const sha256Digest = (text: string): Buffer => createHash('sha256').update(text).digest()
