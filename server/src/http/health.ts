import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import type { App } from '../platform/app.ts'
import { fail } from '../platform/errors.ts'
import { within } from '../platform/health.ts'

/** Health for machines: the process, what it needs, and its figures (Q107). */
export function mountHealth(http: FastifyInstance, app: App): void {
  http.get('/healthz', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    if (http.stopping.begun())
      return reply.code(500).send({ ok: false, failing: ['stopping'], deadJobs: null })
    const health = await app.health.check()
    return reply.code(health.ok ? 200 : 500).send(health)
  })
  const figures = createFigures(app)
  http.get('/metrics', async (request, reply) => {
    if (!mayReadFigures(app.config.metricsToken, request)) throw fail('auth.required')
    return reply.type(figures.contentType).send(await figures.read())
  })
}

const counts = {
  chaveiro_payments_pending: [
    'Payments that can still be paid',
    "select count(*)::int from payments where status = 'pending'",
  ],
  chaveiro_payments_attention: [
    'Payments staff should look at',
    'select count(*)::int from payments where on_desk',
  ],
  chaveiro_units_waiting: [
    'Paid units without a key',
    "select count(*)::int from order_units where status = 'pending'",
  ],
  chaveiro_jobs: ['Jobs in the queue', 'select count(*)::int from graphile_worker.jobs'],
} as const satisfies Record<string, readonly [help: string, statement: string]>
type Counts = Record<keyof typeof counts, number>

const patienceMs = 1_500
const statement = `select ${Object.entries(counts)
  .map(([name, [, text]]) => `(${text}) as ${name}`)
  .join(', ')}`

/**
 * The figures of this process and of the shop as Prometheus reads them; a database that does not
 * answer leaves its counts out and keeps nobody waiting.
 */
function createFigures(app: App): { contentType: string; read(): Promise<string> } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const made = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const answers = made(
    'chaveiro_database_up',
    'Whether the database answered in time; when it is 0, the counts of the shop are left out',
  )
  const gauges = Object.entries(counts).map(
    ([name, [help]]) => [name as keyof Counts, made(name, help)] as const,
  )
  // One question at a time: who asks while the database hangs takes no further connection from the
  // pool.
  let asking: Promise<Counts> | null = null
  const ask = (): Promise<Counts> =>
    (asking ??= app.pool
      .query<Counts>({ text: statement, query_timeout: patienceMs } as { text: string })
      .then(({ rows }) => rows[0]!)
      .finally(() => {
        asking = null
      }))
  return {
    contentType: registry.contentType,
    async read() {
      const counted = await within(patienceMs, ask()).catch(() => null)
      answers.set(counted ? 1 : 0)
      for (const [name, gauge] of gauges)
        if (counted) gauge.set(counted[name])
        else gauge.remove()
      return registry.metrics()
    },
  }
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

/** Whether two texts are equal, in a time that does not tell where they differ. */
const isSame = (given: string, right: string): boolean =>
  timingSafeEqual(digest(given), digest(right))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
