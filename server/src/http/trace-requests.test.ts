import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { callJson } from '../adapters/json-call.ts'
import { traceIdOf, tracing, tracingHeaders, trace } from '../platform/observe/tracing.ts'
import { person, product, validCpf } from '../testing/make.ts'
import { fill } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
const said: string[] = []

beforeAll(async () => {
  shop = await openTestShop({
    sandbox: true,
    env: { REQUEST_LOG: 'true', LOG_LEVEL: 'info' },
    logTo: (line) => void said.push(line),
  })
})

afterAll(() => shop?.close())
beforeEach(() => void (said.length = 0))

const lines = (): any[] => said.map((line) => JSON.parse(line))
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/
const trail = '4bf92f3577b34da6a3ce929d0e0e4736'

it('a request gets a new id or the proxy’s; its answer and its log line contain the id [P480]', async () => {
  const newIdAnswer = await shop.http.inject('/api/server/status')
  expect(newIdAnswer.headers['x-request-id']).toMatch(uuid)

  const proxyIdAnswer = await shop.http.inject({
    url: '/api/none',
    headers: { 'x-request-id': 'proxy-7c1f0a', traceparent: `00-${trail}-00f067aa0ba902b7-01` },
  })

  expect(proxyIdAnswer.headers['x-request-id']).toBe('proxy-7c1f0a')
  const [first, second] = lines().filter(({ msg }) => msg === 'request')

  expect(first).toMatchObject({
    requestId: newIdAnswer.headers['x-request-id'],
    method: 'GET',
    route: '/api/server/status',
    status: 200,
    ms: expect.any(Number),
  })

  expect(second).toMatchObject({
    requestId: 'proxy-7c1f0a',
    traceId: trail,
    route: 'no such route',
    status: 404,
  })
})

it('an id that is too short, too long or has characters unfit for a log is replaced [P480]', async () => {
  for (const wrong of ['short', 'x'.repeat(129), 'two words', 'a"}{"b":"c', '<script>x</script>']) {
    const { headers } = await shop.http.inject({
      url: '/api/none',
      headers: { 'x-request-id': wrong },
    })
    expect(headers['x-request-id'], wrong).toMatch(uuid)
  }
  // Fastify runs no hook for a URL that cannot be decoded, but the answer needs a request id too.
  expect((await shop.http.inject('/%zz')).headers['x-request-id']).toMatch(uuid)
})

it('a trace is taken only from a valid header [P480]', () => {
  expect(traceIdOf(`00-${trail}-00f067aa0ba902b7-01`)).toBe(trail)
  expect(traceIdOf(`01-${trail}-00f067aa0ba902b7-01-later`)).toBe(trail)

  for (const wrong of [
    undefined,
    '',
    trail,
    `00-${trail}-00f067aa0ba902b7-01-more`,
    `ff-${trail}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trail}-${'0'.repeat(16)}-01`,
    `00-${trail.toUpperCase()}-00f067aa0ba902b7-01`,
  ])
    expect(traceIdOf(wrong), wrong).toBeUndefined()
})

it('a provider call has its request’s trace; work that outlives the answer has no trace [P481]', async () => {
  expect(tracingHeaders()).toEqual({})
  const heard: unknown[] = []

  const provider = createServer(({ headers }, reply) => {
    heard.push(headers.traceparent)
    reply.end('{}')
  })

  await new Promise<void>((listens) => provider.listen(0, '127.0.0.1', listens))
  const { port } = provider.address() as AddressInfo
  const dispatcher = new Agent()
  const answered = Promise.withResolvers<void>()
  let later: Promise<unknown> = Promise.resolve()
  let called: Promise<unknown> = Promise.resolve()

  const end = trace({ requestId: 'request-1', traceId: trail }, () => {
    const url = `http://127.0.0.1:${port}`
    called = callJson('test', { method: 'GET', url, headers: {}, dispatcher, timeoutMs: 5_000 })
    later = answered.promise.then(() => tracing())
  })

  await called
  await dispatcher.close()
  provider.close()
  expect(heard).toEqual([expect.stringMatching(new RegExp(`^00-${trail}-[\\da-f]{16}-01$`))])
  expect(tracing()).toBeNull()
  end()
  answered.resolve()
  expect(await later).toBeNull()
})

it('a checkout’s log lines have its id, and no address, CPF, mail, token or key [P482]', async () => {
  const key = 'LINHA-AAAA-0001'
  const { id } = await product(shop.app, { keys: [key] })
  const buyer = await person(shop.app, { name: 'Maria Linha', email: 'maria@linha.test' })
  const cartId = await fill(shop, buyer, id, 1)

  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    shop.http.inject({
      method,
      url,
      headers: { ...buyer.headers, 'x-request-id': `linha-${method}-0001` },
      ...(payload ? { payload } : {}),
    })

  const begun = await ask('POST', '/api/payment/efybank/checkout', {
    cartId,
    termsAccepted: true,
    customer: { cpf: validCpf },
  })

  const { paymentId } = begun.json()
  await ask('GET', `/api/payment/efybank/status/${paymentId}?now=1`)
  const requestLines = lines().filter(({ requestId }) => requestId?.startsWith('linha-'))

  expect(requestLines.filter(({ msg }) => msg === 'request').map(({ route }) => route)).toEqual([
    '/api/payment/efybank/checkout',
    '/api/payment/:provider/status/:paymentId',
  ])

  // The demo's captcha logs that it accepted the call; the log line has the request's id.
  expect(requestLines.find(({ action }) => action === 'payment_checkout')).toMatchObject({
    requestId: 'linha-POST-0001',
  })
  const all = said.join('\n')
  for (const secret of [key, buyer.token, 'maria@linha.test', 'Maria Linha', paymentId])
    expect(all).not.toContain(secret)
  expect(all).not.toMatch(/529\.?982\.?247/)
})
