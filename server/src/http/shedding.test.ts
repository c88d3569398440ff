import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { emptyPublicCache } from '../platform/load/public-cache.ts'
import { person, product, type Person } from '../testing/make.ts'
import { fill, startPix } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

// The tests overload the shop: they take all database connections, so that queries wait.

let testShop: TestShop
let staff: Person
let buyer: Person
const heldClients: PoolClient[] = []

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { SHED_LAG_MS: '300', DATABASE_POOL: '4' } })
  staff = await person(testShop.app, { role: 'admin' })
  buyer = await person(testShop.app)
})

afterEach(() => free())
afterAll(() => testShop?.close())

/** Takes all connections, and returns once a query has waited longer than this. */
async function overload(milliseconds: number): Promise<void> {
  while (heldClients.length < 4) heldClients.push(await testShop.app.pool.connect())
  void testShop.app.pool.query('select 1')
  await expect
    .poll(() => testShop.app.pressure.now().databaseMs, { timeout: 10_000, interval: 20 })
    .toBeGreaterThan(milliseconds)
}

async function free(): Promise<void> {
  for (const client of heldClients.splice(0)) client.release()
  await expect.poll(() => testShop.app.pressure.now().databaseMs, { timeout: 10_000 }).toBe(0)
}

const statusOf = async (url: string, who?: Person) =>
  (await testShop.http.inject({ url, headers: who?.headers ?? {} })).statusCode

describe('an overloaded shop', () => {
  it('answers 429 with a retry time and a text; statistics first, cached pages never [P565]', async () => {
    const { id } = await product(testShop.app, { keys: 1, featured: true })
    const list = '/api/product/list-featured-products'
    await expect.poll(async () => (await testShop.http.inject(list)).body).toContain(id)
    await overload(320)

    const refused = await testShop.http.inject({
      url: '/api/users/dashboard',
      headers: { ...buyer.headers, 'accept-language': 'pt-BR' },
    })

    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        success: false,
        code: 'request.busy',
        error:
          'A loja está com movimento demais agora. Nada se perdeu: tente de novo em alguns segundos.',
        message:
          'A loja está com movimento demais agora. Nada se perdeu: tente de novo em alguns segundos.',
      },
    ])

    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(6)
    const english = { url: '/api/users/dashboard', headers: { 'accept-language': 'en-US' } }
    expect((await testShop.http.inject(english)).json().message).toBe(
      'The shop is too busy right now. Nothing was lost: try again in a few seconds.',
    )
    for (const url of ['/api/admin/stats', '/api/admin/stats/month.csv?month=2026-01'])
      expect([url, await statusOf(url, staff)]).toEqual([url, 429])
    expect(await statusOf('/api/product/search?q=nunca')).toBe(429)
    expect((await testShop.http.inject(list)).body).toContain(id)
    await free()
    expect(await statusOf('/api/users/dashboard', buyer)).toBe(200)
    expect(await statusOf('/api/admin/stats', staff)).toBe(200)
  })

  it('sheds a list that left the cache, and answers it again later [P565]', async () => {
    const list = '/api/product/list-featured-products'
    expect(await statusOf(list)).toBe(200)
    await emptyPublicCache(testShop.app.db)
    await overload(320)
    await expect.poll(() => statusOf(list)).toBe(429)
    await free()
    expect(await statusOf(list)).toBe(200)
  })

  it('serves money, carts, logins and staff longer than the rest, webhooks and health always [P565]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const cartId = await fill(testShop, buyer, id)
    await overload(920)

    // An admitted request waits for a connection, so it gets no answer here; a shed request is
    // answered at once.
    const statusOrServed = async (url: string, who?: Person) =>
      Promise.race([
        statusOf(url, who),
        new Promise<string>((done) => setTimeout(() => done('served'), 500)),
      ])

    const payment = startPix(testShop, buyer, cartId)

    const answers = await Promise.all([
      statusOrServed('/api/users/orders', buyer),
      statusOrServed('/api/users/tickets', buyer),
      statusOrServed(`/api/product/cart/${buyer.userId}`, buyer),
      statusOrServed('/api/payment/pending', buyer),
      statusOrServed('/api/admin/orders', staff),
    ])

    expect(answers).toEqual([429, 429, 'served', 'served', 'served'])
    await overload(2_450)
    expect((await startPix(testShop, buyer, cartId)).body.code).toBe('request.busy')
    expect(await statusOrServed('/api/admin/orders', staff)).toBe(429)
    expect(await statusOrServed('/healthz')).toBe(200)
    const webhook = testShop.http.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      payload: 'x',
    })
    expect((await webhook).statusCode).toBe(400)
    await free()
    expect((await payment).status).toBe(200)
  })
})
