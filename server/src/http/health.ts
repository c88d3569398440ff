import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/fail.ts'

/** Health for machines: the process, what it needs, and its figures (decisions Q107). */
export function mountHealth(http: FastifyInstance, app: App): void {
  http.get('/healthz', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    const health = await app.health.check()
    return reply.code(health.ok ? 200 : 500).send(health)
  })
  const registry = figures(app)
  http.get('/metrics', async (request, reply) => {
    if (!mayReadFigures(app.config.metricsToken, request)) throw fail('auth.required')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function figures(app: App): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, query: ReturnType<typeof sql>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const { rows } = await app.db.execute<{ n: number }>(query)
        this.set(rows[0]?.n ?? 0)
      },
    })
  gauge(
    'chaveiro_payments_pending',
    'Payments that can still be paid',
    sql`select count(*)::int as n from payments where status = 'pending'`,
  )
  gauge(
    'chaveiro_payments_attention',
    'Payments staff should look at',
    sql`select count(*)::int as n from payments where on_desk`,
  )
  gauge(
    'chaveiro_units_waiting',
    'Paid units without a key',
    sql`select count(*)::int as n from order_units where status = 'pending'`,
  )
  gauge(
    'chaveiro_jobs',
    'Jobs in the queue',
    sql`select count(*)::int as n from graphile_worker.jobs`,
  )
  return registry
}

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const forwarding = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/

/**
 * The figures are for who has the token, or for a program on this very machine: one whose connection comes from loopback and that no proxy
 * passed on, since behind a proxy everybody comes from loopback (Q119). A wrong token is wrong from anywhere.
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

/** Whether two texts are equal, in a time that does not tell where they differ. */
const isSame = (given: string, right: string): boolean =>
  timingSafeEqual(digest(given), digest(right))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
