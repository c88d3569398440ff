import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'

import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'
import { setErrors } from './errors.ts'
import { stopGently } from './graceful-stop.ts'

/** Health for machines: the process, its needs, and its metrics (Q107). */
export function mountHealth(http: FastifyInstance, app: App): void {
  app.replica?.watch()
  http.get('/healthz', async () => ({ ok: true }))

  http.get('/readyz', async (_request, reply) => {
    if (http.stopping.begun())
      return reply.code(500).send({ ok: false, failing: ['stopping'], deadJobs: null })

    const health = await app.health.check()
    // An unusable replica makes lists slower, but the shop stays ready.
    const replica = app.replica ? { replica: app.replica.state() } : {}

    return reply.code(health.ok ? 200 : 500).send({ ...health, ...replica })
  })

  http.get('/metrics', async (request, reply) => {
    if (!mayReadFigures(app.config.metricsToken, request)) throw fail('auth.required')

    const told = app.metricsExport()

    return reply.type(told.contentType).send(await told.read())
  })
}

/**
 * Health endpoint of a worker-only process (METRICS_PORT); null without a port. It answers nothing
 * else.
 */
export async function openWorkerDoor(app: App): Promise<FastifyInstance | null> {
  const { metricsPort, host } = app.config
  if (!metricsPort) return null

  const http = Fastify({ logger: false, forceCloseConnections: true })
  http.decorate('stopping', stopGently(http))
  setErrors(http, app)
  mountHealth(http, app)
  await http.listen({ port: metricsPort, host })

  return http
}

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const forwarding = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

/**
 * The figures are for who has the token, or for a program on this very machine: one whose
 * connection comes from loopback and that no proxy passed on, since behind a proxy everybody comes
 * from loopback (Q119). A wrong token is wrong from anywhere.
 */
function mayReadFigures(token: string | undefined, request: FastifyRequest): boolean {
  const { authorization } = request.headers
  if (authorization !== undefined)
    return token !== undefined && isSame(authorization, `Bearer ${token}`)

  return (
    loopback.includes(request.socket.remoteAddress ?? '') &&
    !Object.keys(request.headers).some((name) => forwarding.test(name))
  )
}

/** Whether two texts are equal, in constant time. */
const isSame = (given: string, right: string): boolean =>
  timingSafeEqual(digest(given), digest(right))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
