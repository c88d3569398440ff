import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { sendMail } from '../../../domains/mails/mails.service.ts'
import { person, product, validCpf } from '../../../testing/make.ts'
import { openReceiver, type HeardSpan } from '../../../testing/otlp-receiver.ts'
import {
  accepted,
  eventually,
  fill,
  payPix,
  paymentRow,
  send,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { readConfig } from '../../config/config.ts'
import { inTransaction } from '../../database/transaction.ts'
import { enqueue } from '../../queue/jobs.ts'
import { statementSpan, tracer } from '../spans.ts'
import { startTelemetry } from './start-telemetry.ts'

const src = fileURLToPath(new URL('../../..', import.meta.url))

type Receiver = Awaited<ReturnType<typeof openReceiver>>
let receiver: Receiver
let shop: TestShop

beforeAll(async () => {
  receiver = await openReceiver()
  shop = await openTestShop({
    sandbox: true,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc%20def,x-other=1',
      METRICS_SECONDS: '0',
    },
  })
})

afterAll(async () => {
  await shop?.close()
  await receiver?.close()
})

const callerTraceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const header = { traceparent: `00-${callerTraceId}-00f067aa0ba902b7-01` }

/** The spans that the collector receives while telemetry runs around `work`. */
async function spansDuring(work: () => Promise<unknown>): Promise<HeardSpan[]> {
  receiver.spans.length = 0
  const telemetry = await startTelemetry(shop.app, shop.app.config.otlp!)

  try {
    await work()
  } finally {
    await telemetry.stop()
  }

  return receiver.spans
}

const named = (spans: HeardSpan[], name: string) => spans.filter((span) => span.name === name)

it('without a collector in the settings nothing is traced, and no package of it is loaded [P535]', async () => {
  expect(readConfig({}).otlp).toBeNull()
  expect(tracer()).toBeNull()
  expect(await inTransaction(shop.app, async () => 'done')).toBe('done')

  expect(shop.app.config.otlp).toEqual({
    url: receiver.url,
    headers: { 'x-key': 'abc def', 'x-other': '1' },
    service: 'chaveiro',
    ratio: 1,
    metricsMs: 60_000,
  })

  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))
  const pathsMatching = (words: RegExp) =>
    sources.filter(({ text }) => words.test(text)).map(({ path }) => path)

  expect(pathsMatching(/from '@opentelemetry/).sort()).toEqual([
    'platform/observe/telemetry/metric-producer.ts',
    'platform/observe/telemetry/start-telemetry.ts',
  ])

  expect(pathsMatching(/(?:from |import\()'[^'@]*telemetry\//).sort()).toEqual(['serve.ts'])
  expect(readFileSync(join(src, 'serve.ts'), 'utf8').replaceAll(/\s+/g, ' ')).toContain(
    "otlp ? await ( await import('./platform/observe/telemetry/start-telemetry.ts') ).startTelemetry(app, otlp)",
  )
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'nonsense' })).toThrow(
    'OTEL_EXPORTER_OTLP_HEADERS: name=value, several by comma',
  )
})

it('a checkout is one trace below its caller: request, transaction, statements, provider call [P536]', async () => {
  const { id } = await product(shop.app, { keys: 1 })
  const buyer = await person(shop.app)
  const cartId = await fill(shop, buyer, id)

  const spans = await spansDuring(() =>
    shop.http.inject({
      method: 'POST',
      url: '/api/payment/efybank/checkout',
      headers: { ...buyer.headers, ...header },
      payload: {
        cartId,
        customer: { name: buyer.name, email: buyer.email, cpf: validCpf },
        termsAccepted: true,
      },
    }),
  )

  const [request] = named(spans, 'POST /api/payment/efybank/checkout')

  expect(request).toMatchObject({
    traceId: callerTraceId,
    parentId: '00f067aa0ba902b7',
    kind: 2,
    status: 0,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/payment/efybank/checkout',
      'http.response.status_code': 200,
    },
  })

  const [charge] = named(spans, 'pix charge')

  expect(charge).toMatchObject({
    traceId: callerTraceId,
    parentId: request!.spanId,
    kind: 3,
    status: 0,
    attributes: {
      'chaveiro.provider': 'pix',
      'chaveiro.call': 'charge',
      'chaveiro.outcome': 'ok',
    },
  })

  const transactions = named(spans, 'transaction')

  expect(transactions.map(({ parentId, kind }) => [parentId, kind])).toContainEqual([
    request!.spanId,
    1,
  ])

  const inserts = named(spans, 'insert').filter(({ parentId }) =>
    transactions.some(({ spanId }) => spanId === parentId),
  )
  const texts = inserts.map(({ attributes }) => String(attributes['db.query.text']))
  expect(texts.filter((text) => text.startsWith('insert into "payments" ('))).toHaveLength(1)
  expect(inserts[0]!.attributes['db.system.name']).toBe('postgresql')
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([callerTraceId]))
  expect(spans.filter(({ nanoseconds }) => !(nanoseconds >= 0))).toEqual([])

  expect(receiver.asked).toContainEqual({
    path: '/v1/traces',
    type: 'application/x-protobuf',
    key: 'abc def',
  })

  expect(receiver.resources[0]).toMatchObject({
    'service.name': 'chaveiro',
    'service.version': '0.1.0',
  })
})

it('a job and an untraced request begin traces; an unsampled request records none [P536]', async () => {
  const spans = await spansDuring(async () => {
    await shop.drain()
    await send(shop, 'GET /api/server/status')
    await send(shop, 'GET /api/product/list-featured-products', {
      headers: { traceparent: `00-${callerTraceId}-00f067aa0ba902b7-00` },
    })
    await enqueue(shop.app, 'stock.back', { variantId: '00000000-0000-7000-8000-000000000001' })
    await shop.drain()
  })

  const [status] = named(spans, 'GET /api/server/status')
  expect(status).toMatchObject({ parentId: '', kind: 2 })
  expect(status!.traceId).not.toBe(callerTraceId)
  expect(named(spans, 'GET /api/product/list-featured-products')).toEqual([])
  const [job] = named(spans, 'job stock.back')
  expect(job).toMatchObject({ parentId: '', kind: 5, status: 0 })
  expect(spans.filter(({ parentId }) => parentId === job!.spanId)).not.toEqual([])
})

it('a job continues the trace of the request that queued it [P539]', async () => {
  const buyer = await person(shop.app)

  const spans = await spansDuring(async () => {
    const response = await send(shop, 'POST /api/users/forgot-password', {
      body: { email: buyer.email },
      headers: header,
    })

    expect(response.status).toBe(200)

    const { rows } = await shop.app.pool.query(
      `select array(select json_object_keys(payload) order by 1) as keys
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = task_id
        where identifier = 'mail.password-reset'`,
    )

    expect(rows).toEqual([{ keys: ['sealedToken', 'traceparent', 'userId'] }])
    await shop.drain()
  })

  const [request] = named(spans, 'POST /api/users/forgot-password')
  expect(request).toMatchObject({ traceId: callerTraceId, parentId: '00f067aa0ba902b7' })
  const [job] = named(spans, 'job mail.password-reset')
  expect(job).toMatchObject({ traceId: callerTraceId, kind: 5, status: 0 })
  const isBelowRequest = (id: string): boolean =>
    id === request!.spanId ||
    spans.some((span) => span.spanId === id && isBelowRequest(span.parentId))
  expect(isBelowRequest(job!.parentId)).toBe(true)
  const [mail] = named(spans, 'mail send')
  expect(mail).toMatchObject({ traceId: callerTraceId, status: 0 })
})

it('a failure is recorded by its kind, without its message [P536, P537]', async () => {
  const spans = await spansDuring(async () => {
    await shop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'mail', method: 'DATA', path: '*', times: 1, do: 'status:451' },
    ])
    const to = { name: 'Ana', email: 'ana@traco.test', language: 'pt-BR' as const }
    await sendMail(shop.app, 'welcome', { id: 'traco-1', to, values: {} }).catch(() => {})

    await tracer()!.within({ name: 'around', kind: 'internal' }, async (end) => {
      await shop.app.pool
        .query('select 1 / (0 * $1::int), $2::text', [1, 'segredo'])
        .catch(() => {})
      end()
    })
  })

  expect(named(spans, 'mail send')[0]).toMatchObject({
    status: 2,
    attributes: { 'error.type': expect.stringMatching(/^(EENVELOPE|EMESSAGE)$/) },
  })

  expect(named(spans, 'select').filter(({ status }) => status === 2)).toEqual([
    expect.objectContaining({
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.text': 'select ? / (? * $1::int), $2::text',
        'error.type': '22012',
      },
    }),
  ])
})

it('a request that failed inside the shop is an error, a refused request is not [P536]', async () => {
  const buyer = await person(shop.app)

  const spans = await spansDuring(async () => {
    await shop.app.pool.query('alter table stock_waits rename to stock_waits_away')
    await send(shop, 'GET /api/product/restock', { as: buyer })
    await shop.app.pool.query('alter table stock_waits_away rename to stock_waits')
    await send(shop, 'GET /api/product/cart/nobody', { as: buyer })
  })

  const outcomeOf = (name: string) =>
    named(spans, name).map(({ status, attributes }) => [
      status,
      attributes['http.response.status_code'],
      attributes['error.type'],
    ])

  expect(outcomeOf('GET /api/product/restock')).toEqual([[2, 500, '500']])
  expect(outcomeOf('GET /api/product/cart/:userId')).toEqual([[0, 400, undefined]])
})

it('a statement is recorded with its placeholders and without its literals [P537]', () => {
  const { name, attributes } = statementSpan(
    `update a set b = 'it''s 529.982.247-25', c = 1234.5, d2 = $12 where e = $1 and f in ('x', 'y')`,
  )
  expect(name).toBe('update')
  expect(attributes!['db.query.text']).toBe(
    'update a set b = ?, c = ?, d2 = $12 where e = $1 and f in (?, ?)',
  )
})

it('no parameter, key, CPF, mail, name, token or address reaches the collector [P537]', async () => {
  const key = 'TRACO-AAAA-0001'
  const { id } = await product(shop.app, { keys: [key] })
  const buyer = await person(shop.app, { name: 'Maria Traço', email: 'maria@traco.test' })
  const cartId = await fill(shop, buyer, id)
  let paymentId = ''
  let txid = ''

  const spans = await spansDuring(async () => {
    ;({ paymentId } = accepted(await startPix(shop, buyer, cartId, { cpf: validCpf })))
    txid = (await paymentRow(shop, paymentId)).providerReference!
    await payPix(shop, txid)
    await eventually(shop, async () =>
      expect((await paymentRow(shop, paymentId)).status).toBe('completed'),
    )
    await shop.drain()

    await send(shop, 'POST /api/users/login', {
      body: { email: 'maria@traco.test', password: 'senha-do-traco' },
      headers: { 'user-agent': 'agente-do-traco', 'x-forwarded-for': '198.51.100.77' },
    })

    await shop.http.inject('/api/product/find?search=procura-do-traco')
  })

  expect(spans.length).toBeGreaterThan(60)
  expect(named(spans, 'job order.receipt')).toHaveLength(1)

  const secrets = [
    key,
    validCpf,
    validCpf.replaceAll(/\D/g, ''),
    buyer.email,
    'Maria',
    buyer.token,
    buyer.userId,
    paymentId,
    txid,
    cartId,
    'senha-do-traco',
    'agente-do-traco',
    '198.51.100.77',
    '127.0.0.1',
    'procura-do-traco',
    shop.app.config.pix!.clientSecret,
    shop.app.config.storeSecret.toString('base64'),
  ]

  const all = receiver.raw()
  expect(secrets.filter((secret) => all.includes(Buffer.from(secret).toString('latin1')))).toEqual(
    [],
  )
})

it('the metrics of /metrics are sent as gauges, sums, and histograms by bucket [P538]', async () => {
  await spansDuring(async () => {
    shop.app.processMetrics.provider({
      provider: 'pix',
      call: 'proof',
      outcome: 'ok',
      seconds: 0.07,
    })
    shop.app.processMetrics.provider({
      provider: 'pix',
      call: 'proof',
      outcome: 'ok',
      seconds: 0.2,
    })
    shop.app.processMetrics.provider({ provider: 'pix', call: 'proof', outcome: 'ok', seconds: 99 })
  })

  const { metrics } = receiver

  expect(metrics.get('chaveiro_pool_size')).toEqual({
    name: 'chaveiro_pool_size',
    kind: 'gauge',
    points: [{ attributes: {}, value: 30 }],
  })

  const mails = metrics.get('chaveiro_mails_total')!
  expect(mails.kind).toBe('sum')
  expect(mails.points).toContainEqual({ attributes: { outcome: 'failed' }, value: 1 })
  const calls = metrics.get('chaveiro_provider_call_duration_seconds')!
  expect(calls.kind).toBe('histogram')

  expect(calls.points.find(({ attributes }) => attributes.call === 'proof')).toEqual({
    attributes: { provider: 'pix', call: 'proof', outcome: 'ok' },
    value: 3,
    bounds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    counts: [0, 1, 1, 0, 0, 0, 0, 0, 0, 1],
  })

  expect(metrics.get('chaveiro_payments_attention')!.points).toEqual([{ attributes: {}, value: 0 }])

  expect(receiver.asked).toContainEqual({
    path: '/v1/metrics',
    type: 'application/x-protobuf',
    key: 'abc def',
  })
})
