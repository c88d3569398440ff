import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { orders, payments } from '../../db/tables/index.ts'
import { keysOf, person, product, validCpf, type Person } from '../../testing/make.ts'
import { pastSale } from '../../testing/past-sale.ts'
import { eventually, fill, look, payPix, send, startCard, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { startPayment } from './checkout/checkout.service.ts'

// A production shop whose three methods are in test mode: its providers are the sandbox.

let testShop: TestShop
let owner: Person
let stranger: Person
let shelf: { id: string; name: string }[]

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  owner = await person(testShop.app, { role: 'admin', name: 'Dora' })
  stranger = await person(testShop.app, { name: 'Rui' })
  shelf = [await product(testShop.app, { name: 'Alfa', keys: 9, priceCents: 2500 })]
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(() => {
  testShop.app.config.production = true
})

const free = async () =>
  (await keysOf(testShop.app, shelf[0]!.id)).filter(({ status }) => status === 'available').length

const cart = (who: Person) => fill(testShop, who, shelf[0]!.id)
const asked = (path: string, as: Person = owner) => send(testShop, `GET ${path}`, { as })

/** The owner buys one unit with test money and gets its key. */
async function buyAsTest(): Promise<string> {
  const { body } = await startPix(testShop, owner, await cart(owner))
  const row = (
    await testShop.app.db.select().from(payments).where(eq(payments.id, body.paymentId))
  )[0]!
  expect(row.testMode).toBe(true)
  await payPix(testShop, row.providerReference!)
  let seen: any

  await eventually(testShop, async () => {
    seen = (await look(testShop, owner, row.id)).body
    expect(seen.status).toBe('completed')
  })

  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.id, row.orderId))
  expect(order!.testMode).toBe(true)

  return JSON.stringify(seen)
}

it('a method in test mode serves staff alone, on the site and in the chat [P424]', async () => {
  const { store } = (await send(testShop, 'GET /api/server/public/site-settings')).body
  expect(store.methods).toEqual({ pix: false, card: false, crypto: false })
  expect(store.testMethods).toEqual(['pix', 'card', 'crypto'])
  const before = await free()
  const cartId = await cart(stranger)

  for (const start of [startPix, startCard])
    expect(await start(testShop, stranger, cartId)).toMatchObject({
      status: 409,
      body: { code: 'payment.method_unavailable' },
    })

  const inChat = startPayment(
    testShop.app,
    { userId: stranger.userId, name: stranger.name, email: stranger.email, language: 'pt-BR' },
    {
      method: 'pix',
      cartId,
      cpf: validCpf.replace(/\D/g, ''),
      couponCode: null,
      termsAccepted: true,
      successUrl: 'http://localhost:3000/success',
      cancelUrl: 'http://localhost:3000/failed',
    },
  )

  await expect(inChat).rejects.toMatchObject({ code: 'payment.method_unavailable' })
  expect(await free()).toBe(before)
  expect(await buyAsTest()).toMatch(/"licenseKey":"[^"]+"/)
  expect(await free()).toBe(before - 1)
})

it('a payment with real money is not settled by a provider of test money [P424]', async () => {
  testShop.app.config.production = false
  const early = await person(testShop.app, { name: 'Bia' })
  const { body } = await startPix(testShop, early, await cart(early))
  const id: string = body.paymentId

  const [row] = await testShop.app.db
    .update(payments)
    .set({ testMode: false })
    .where(eq(payments.id, id))
    .returning()

  testShop.app.config.production = true
  await payPix(testShop, row!.providerReference!)
  await testShop.advance(120)
  await testShop.sweep()
  expect((await look(testShop, early, id)).body.status).toBe('pending')
  // The money is booked once the payment and its method are in the same mode again.
  await testShop.app.db.update(payments).set({ testMode: true }).where(eq(payments.id, id))
  await testShop.advance(120)

  await eventually(testShop, async () => {
    await testShop.sweep()
    expect((await look(testShop, early, id)).body.status).toBe('completed')
  })
})

it('figures of a production shop exclude test money and its lists mark it; a demo counts it [P423]', async () => {
  const day = testShop.clock.now().toISOString()
  await pastSale(testShop.app, { buyer: stranger, shelf }, { at: day, cents: 10_000 })
  await buyAsTest()

  const figures = async () => {
    const [business, month, shop, listed, moved, own, spent] = await Promise.all([
      asked('/api/admin/stats/business?range=7d'),
      asked(`/api/admin/stats/month.csv?month=${day.slice(0, 7)}`),
      asked('/api/admin/stats'),
      asked('/api/admin/orders/stats?range=7d'),
      asked('/api/admin/transactions/stats'),
      asked('/api/users/dashboard'),
      asked('/api/users/orders'),
    ])

    return {
      business: business.body.now.sold,
      best: business.body.customers.map(({ name }: { name: string }) => name).sort(),
      lines: String(month.body).trim().split('\n').length - 1,
      shop: [shop.body.totalOrders, shop.body.totalRevenue],
      orders: [listed.body.data.completedOrders, listed.body.data.totalRevenue],
      moved: [moved.body.data.completedCount, moved.body.data.completedAmount],
      own: own.body.data.dashboard.totalPayments,
      spent: spent.body.totalSpent,
    }
  }

  expect(await figures()).toEqual({
    business: { count: 1, amount: 100 },
    best: ['Rui'],
    lines: 1,
    shop: [1, 100],
    orders: [1, 100],
    moved: [1, 100],
    own: 0,
    spent: 0,
  })

  const marks = async () => {
    const [list, moved] = [
      (await asked('/api/admin/orders')).body.orders,
      (await asked('/api/admin/transactions')).body.data,
    ]

    expect([moved.pagination.total, moved.transactions.length]).toEqual([4, 4])
    const one = (await asked(`/api/admin/orders/${list[0].id}`)).body.order

    return [list, moved.transactions, one.payments].map((rows: { test?: true }[]) =>
      rows.map(({ test }) => test ?? false),
    )
  }

  expect(await marks()).toEqual([[true, false, true, true], [true, false, true, true], [true]])

  for (const list of ['orders', 'transactions']) {
    const file = String((await asked(`/api/admin/${list}/export.csv`)).body)
      .trim()
      .split('\r\n')
    expect(file[0]).toMatch(/,"test"$/)
    expect(file[1]).toMatch(/,"?true"?$/)
  }

  testShop.app.config.production = false

  expect(await figures()).toEqual({
    business: { count: 4, amount: 175 },
    best: ['Bia', 'Dora', 'Rui'],
    lines: 4,
    shop: [4, 175],
    orders: [4, 175],
    moved: [4, 175],
    own: 50,
    spent: 50,
  })

  expect((await marks()).flat()).not.toContain(true)
})
