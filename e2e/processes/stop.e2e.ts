import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { cartOf, person, product, validCpf, type Person } from '../../server/src/testing/make.ts'
import { shopPort, spawnShop } from '../../server/src/testing/shop-process.ts'
import { questionsTo } from './database.ts'

// SIGTERM reaches the shop during work: checkouts with a slow provider, a settlement by a job, an
// upload, an export, and idle connections.

let fleet: Fleet
let staff: Person

beforeAll(async () => {
  fleet = await openFleet(1, { STOP_DELAY_SECONDS: '1', SWEEP_SECONDS: '600' })
  staff = await person(fleet.app, { role: 'admin' })
}, 120_000)

afterAll(() => fleet?.close())
const { rows, countOf, sound } = questionsTo(() => fleet)
const origin = () => fleet.servers[0]!.origin
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

const json = (who: Person) => ({ ...who.headers, 'content-type': 'application/json' })

const checkout = async (who: Person, cartId: string) => {
  const answer = await fetch(`${origin()}/api/payment/efybank/checkout`, {
    method: 'POST',
    headers: json(who),
    body: JSON.stringify({ cartId, termsAccepted: true, customer: { cpf: validCpf } }),
  })
  return { status: answer.status, body: (await answer.json()) as any }
}

const delayed = (method: string, ms: number, times: number) =>
  fleet.sandbox('POST', '/sandbox/api/faults', {
    provider: 'efi',
    method,
    path: '/v2/cob/*',
    times,
    do: `delay:${ms}`,
  })

/** Uploads a picture in two halves, the second one after this number of milliseconds. */
async function slowPicture(bytes: Buffer, ms: number): Promise<number> {
  const sent = request(`${origin()}/api/admin/uploads`, {
    method: 'POST',
    headers: { ...staff.headers, 'content-type': 'image/png', 'content-length': bytes.length },
  })

  sent.write(bytes.subarray(0, bytes.length >> 1))
  await wait(ms)
  sent.end(bytes.subarray(bytes.length >> 1))
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }]
  answer.resume()

  return answer.statusCode
}

it('SIGTERM amid checkouts, a job, an upload and an export cuts off and loses nothing [P567]', async () => {
  const { id } = await product(fleet.app, { keys: 20 })

  const buyers = await Promise.all(
    Array.from({ length: 9 }, async () => {
      const who = await person(fleet.app)
      return { who, cartId: await cartOf(fleet.app, who.userId, [{ productId: id, quantity: 1 }]) }
    }),
  )

  const first = buyers.pop()!
  const begun = await checkout(first.who, first.cartId)
  expect(begun.status).toBe(200)
  const process = fleet.servers[0]!.child
  const ended = once(process, 'exit')

  await delayed('GET', 5_000, 1)
  await fleet.sandbox('POST', `/sandbox/api/pix/${begun.body.txid}/pay`, {})

  await until(async () => {
    expect(
      await countOf(
        'select count(*)::int as n from graphile_worker._private_jobs where locked_at is not null',
      ),
    ).toBe(1)
  }, 10)

  await delayed('PUT', 2_500, 8)
  const payments = Promise.all(buyers.map(({ who, cartId }) => checkout(who, cartId)))

  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
    'base64',
  )

  const picture = slowPicture(png, 2_500)
  const exported = fetch(`${origin()}/api/admin/stats/month.csv?month=2026-01`, {
    headers: staff.headers,
  }).then(async (answer) => [answer.status, (await answer.text()).length > 0])
  const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 1 })

  const over = async () => {
    const asked = request(`${origin()}/readyz`, { agent: keepAliveAgent }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]

    return [answer.statusCode, answer.headers.connection, JSON.parse(await text(answer))]
  }

  expect((await over()).slice(0, 2)).toEqual([200, 'keep-alive'])
  await wait(300)

  process.kill('SIGTERM')

  await until(async () => {
    expect(await over()).toEqual([
      500,
      'close',
      { ok: false, failing: ['stopping'], deadJobs: null },
    ])
  }, 1)

  // Visitors are still served until the load balancer sees that this process stops.
  expect((await fetch(`${origin()}/api/product/list-featured-products`)).status).toBe(200)
  await wait(1_000)
  await expect(fetch(`${origin()}/healthz`)).rejects.toThrow('fetch failed')

  const answers = await payments
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await picture).toBe(200)
  expect(await exported).toEqual([200, true])
  expect((await ended)[0]).toBe(0)
  expect(await rows('select status from payments where id = $1', [begun.body.paymentId])).toEqual([
    { status: 'completed' },
  ])

  expect(
    await countOf(
      'select count(*)::int as n from graphile_worker._private_jobs where locked_at is not null',
    ),
  ).toBe(0)

  await fleet.start(0)
  for (const { body } of answers)
    await fleet.sandbox('POST', `/sandbox/api/pix/${body.txid}/pay`, {})

  await until(async () => {
    expect(
      await countOf('select count(*)::int as n from licences where product_id = $1', [id]),
    ).toBe(9)
  }, 30)

  await sound()
}, 120_000)

it('a process that only answers keeps the visits that it counted, those of its last second too [P400]', async () => {
  const port = String(await shopPort())
  const here = `http://127.0.0.1:${port}`
  const env = { ...fleet.env, PORT: port, PUBLIC_URL: here }
  const web = await spawnShop(env, [], ['--only=web'])
  const ended = once(web, 'exit')

  const visit = async () => {
    const { status } = await fetch(`${here}/api/visits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: here },
      body: JSON.stringify({ step: 'visit', source: 'only-web' }),
    })
    expect(status).toBe(200)
  }

  const kept = () =>
    countOf("select coalesce(sum(visits), 0)::int as n from visit_days where source = 'only-web'")
  await visit()
  await until(async () => expect(await kept()).toBe(1), 20)
  await visit()
  web.kill('SIGTERM')
  await wait(300)
  // During STOP_DELAY_SECONDS the process still answers, while the load balancer stops sending
  // requests.
  await visit()
  expect((await ended)[0]).toBe(0)
  expect(await kept()).toBe(3)
}, 60_000)
