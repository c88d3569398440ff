import type { RefundReason } from '@chaveiro/contracts/shop-reasons'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { products, refunds, stockKeys, users } from '../../db/tables/index.ts'
import { ConfigError, readConfig } from '../../platform/config/config.ts'
import { newSecretId } from '../../platform/secrets/ids.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { pastSale, type Sale } from '../../testing/past-sale.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { salesByDay } from './statistics.queries.ts'
import { spansOf } from './statistics.rules.ts'

let testShop: TestShop
let staff: Person
let buyer: Person
let shelf: { id: string; name: string }[]

beforeAll(async () => {
  testShop = await openTestShop({ env: { FEE_PIX: '1%', FEE_CARD: '4%+0.50', FEE_CRYPTO: '0%' } })
  // Three in the afternoon of a Wednesday in São Paulo.
  testShop.clock.advance(
    (Date.parse('2027-03-17T18:00:00Z') - testShop.clock.now().getTime()) / 1000,
  )
  staff = await person(testShop.app, { role: 'developer' })
  buyer = await person(testShop.app)
  shelf = [
    await product(testShop.app, { name: 'Alfa' }),
    await product(testShop.app, { name: 'Beta' }),
  ]
})

afterAll(async () => {
  await testShop?.close()
})

const stats = async (path = '') =>
  (await send(testShop, `GET /api/admin/stats${path}`, { as: staff })).body

/** Half past eleven in the evening of the 20th in São Paulo; in UTC it is the next day. */
const toEvening = () =>
  testShop.clock.advance(
    (Date.parse('2027-03-21T02:30:00Z') - testShop.clock.now().getTime()) / 1000,
  )

const sale = (given: Sale) => pastSale(testShop.app, { buyer, shelf }, given)

describe('statistics', () => {
  it('are for staff; a shop without sales gets zeros for every day and month [B187, B195, B196]', async () => {
    expect((await send(testShop, 'GET /api/admin/stats/sales', { as: buyer })).status).toBe(403)

    expect(await stats('/sales-stats')).toMatchObject({
      success: true,
      totalSales: 0,
      totalRevenue: 0,
      totalUsers: 2,
      growthRate: 0,
      data: { totalSales: 0, totalRevenue: 0, totalUsers: 2, growthRate: 0 },
    })

    const { data } = await stats('/sales')
    expect(data).toHaveLength(30)

    expect([data[0], data[29]]).toEqual([
      { date: '2027-02-16', amount: 0, count: 0 },
      { date: '2027-03-17', amount: 0, count: 0 },
    ])

    expect((await stats('/revenue')).data).toHaveLength(12)
    expect((await stats('/top-products')).data).toEqual([])
    expect((await stats('/payment-methods')).data).toEqual([])

    expect(await stats()).toMatchObject({
      totalUsers: 2,
      totalProducts: 2,
      totalOrders: 0,
      totalRevenue: 0,
      data: { totalOrders: 0 },
    })

    expect(
      (await send(testShop, 'GET /api/admin/stats/sales?range=2d', { as: staff })).status,
    ).toBe(400)

    for (const [range, days] of [
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
      ['1y', 365],
      ['today', 1],
    ] as const)
      for (const kind of ['sales', 'users'])
        expect((await stats(`/${kind}?range=${range}`)).data).toHaveLength(days)
  })

  it("sales are on their day in the store's zone, completed ones only; by default 30 days [B122, B076, B128, B026]", async () => {
    await sale({ at: '2027-03-17T02:59:00Z', cents: 1000 })
    await sale({ at: '2027-03-17T03:00:00Z', cents: 2000, method: 'stripe' })
    await sale({ at: '2027-03-17T17:00:00Z', cents: 550, lines: [[1, 5]] })
    await sale({ at: '2027-03-17T17:00:00Z', cents: 99_900, status: 'cancelled' })

    await sale({
      at: '2027-03-11T03:00:00Z',
      cents: 1001,
      currency: 'USD',
      rate: '6.1',
      method: 'crypto',
    })

    await sale({
      at: '2027-03-11T02:59:59Z',
      cents: 4_00,
      discount: 1_00,
      lines: [
        [0, 1],
        [1, 4],
      ],
    })

    await sale({ at: '2027-02-16T02:59:59Z', cents: 10_000 })
    const { data } = await stats('/sales?range=7d')

    expect(data.map((day: { date: string }) => day.date)).toEqual([
      '2027-03-11',
      '2027-03-12',
      '2027-03-13',
      '2027-03-14',
      '2027-03-15',
      '2027-03-16',
      '2027-03-17',
    ])

    expect([data[0], data[5], data[6], data[1]]).toEqual([
      { date: '2027-03-11', amount: 61.06, count: 1 },
      { date: '2027-03-16', amount: 10, count: 1 },
      { date: '2027-03-17', amount: 25.5, count: 2 },
      { date: '2027-03-12', amount: 0, count: 0 },
    ])

    expect(
      (await stats('/sales')).data.reduce(
        (sum: number, day: { count: number }) => sum + day.count,
        0,
      ),
    ).toBe(5)

    expect((await stats('/sales')).data).toEqual((await stats('/sales?range=30d')).data)
  })

  it('a range has its totals, new accounts, and growth over the previous range [B127, B026, B021]', async () => {
    const old = await person(testShop.app)

    await testShop.app.db
      .update(users)
      .set({ createdAt: new Date('2027-03-11T02:59:59Z') })
      .where(eq(users.id, old.userId))

    // This week 61.06 + 10 + 25.50; the week before 4.00.
    expect(await stats('/sales-stats?range=7d')).toMatchObject({
      totalSales: 4,
      totalRevenue: 96.56,
      totalUsers: 2,
      growthRate: 2314,
      before: { totalSales: 1, totalRevenue: 4, totalUsers: 1 },
    })

    expect(await stats('/sales-stats')).toMatchObject({
      totalSales: 5,
      totalRevenue: 100.56,
      totalUsers: 3,
      growthRate: 0.56,
    })

    expect(await stats('/sales-stats?range=90d')).toMatchObject({
      totalRevenue: 200.56,
      growthRate: 100,
    })
  })

  it('new accounts are counted by day [B123]', async () => {
    const { data } = await stats('/users?range=30d')
    expect(data.filter((day: { count: number }) => day.count)).toEqual([
      { date: '2027-03-10', count: 1 },
      { date: '2027-03-17', count: 2 },
    ])
  })

  it('top products are by units, with their income after the discount [B125]', async () => {
    expect((await stats('/top-products?range=7d')).data).toEqual([
      { name: 'Beta', sales: 5, revenue: 5.5 },
      { name: 'Alfa', sales: 3, revenue: 91.06 },
    ])

    // An order of 4.00 after a discount of 1.00: a fifth of it is Alfa's.
    expect((await stats('/top-products')).data).toEqual([
      { name: 'Beta', sales: 9, revenue: 8.7 },
      { name: 'Alfa', sales: 4, revenue: 91.86 },
    ])

    await testShop.app.db
      .update(products)
      .set({ name: 'Alfa 2' })
      .where(eq(products.id, shelf[0]!.id))
    expect((await stats('/top-products')).data[1].name).toBe('Alfa 2')
    const many = await Promise.all(
      Array.from({ length: 9 }, (_, i) => product(testShop.app, { name: `Muitos ${i}` })),
    )
    shelf.push(...many)

    await sale({
      at: '2025-01-01T12:00:00Z',
      cents: 9000,
      lines: many.map((_, i) => [i + 2, i + 1]),
    })

    expect((await stats('/top-products')).data).toHaveLength(2)
  })

  it('payment methods are by paid orders, under the stored types [B126]', async () => {
    expect((await stats('/payment-methods?range=7d')).data).toEqual([
      { method: 'pix', count: 2, amount: 15.5 },
      { method: 'crypto', count: 1, amount: 61.06 },
      { method: 'stripe', count: 1, amount: 20 },
    ])
  })

  it('twelve months: expenses are refunds, fees and key costs; repeated payments are none [B124, B026]', async () => {
    const before = (await stats('/revenue')).data

    expect(before.map((row: { month: string }) => row.month)).toEqual([
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
      '2026-12',
      '2027-01',
      '2027-02',
      '2027-03',
    ])

    // January: 100.00 by card (4.00 + 0.50), refunded in February; 50.00 by PIX on its last evening
    // in São Paulo (0.50); a free order without a fee.
    const card = await sale({
      at: '2027-01-10T12:00:00Z',
      cents: 10_000,
      method: 'stripe',
      status: 'refunded',
    })

    await sale({ at: '2027-02-01T02:59:59Z', cents: 5000 })
    await sale({ at: '2027-01-05T12:00:00Z', cents: 0, method: 'stripe' })

    const back = (reason: RefundReason, status: 'succeeded' | 'failed', at: string) =>
      testShop.app.db.insert(refunds).values({
        id: newSecretId(),
        paymentId: card.paymentId,
        receiptId: newSecretId(),
        amountCents: 10_000,
        reason,
        status,
        createdAt: new Date(at),
        updatedAt: new Date(at),
      })

    await back('requested', 'succeeded', '2027-02-03T12:00:00Z')
    await back('requested', 'failed', '2027-01-03T12:00:00Z')
    await back('duplicate', 'succeeded', '2027-01-04T12:00:00Z')
    const { id } = await product(testShop.app, { keys: 2 })

    await testShop.app.db
      .update(stockKeys)
      .set({ status: 'used', usedAt: new Date('2027-01-20T12:00:00Z'), costCents: 150 })
      .where(eq(stockKeys.variantId, id))

    const after = (await stats('/revenue')).data
    expect(after[9]).toEqual({ month: '2027-01', revenue: 150, expenses: 8, profit: 142 })
    expect(after[10]).toEqual({ month: '2027-02', revenue: 100, expenses: 101, profit: -1 })
    expect(after[11]).toEqual(before[11])
    expect(before[11]).toEqual({ month: '2027-03', revenue: 100.56, expenses: 1.5, profit: 99.06 })
  })

  it("today is the day of the shop's clock, beside the whole of yesterday", async () => {
    toEvening()
    await sale({ at: '2027-03-20T02:59:00Z', cents: 1000, method: 'crypto', lines: [[1, 2]] })
    await sale({ at: '2027-03-20T03:01:00Z', cents: 2500 })
    const young = await person(testShop.app)

    await testShop.app.db
      .update(users)
      .set({ createdAt: new Date('2027-03-20T03:01:00Z') })
      .where(eq(users.id, young.userId))

    expect((await stats('/sales?range=today')).data).toEqual([
      { date: '2027-03-20', amount: 25, count: 1 },
    ])
    expect((await stats('/users?range=today')).data).toEqual([{ date: '2027-03-20', count: 1 }])

    expect((await stats('/sales-stats?range=today')).data).toEqual({
      totalSales: 1,
      totalRevenue: 25,
      totalUsers: 1,
      growthRate: 150,
      before: { totalSales: 1, totalRevenue: 10, totalUsers: 0 },
    })

    expect((await stats('/top-products?range=today')).data).toEqual([
      { name: 'Alfa 2', sales: 1, revenue: 25 },
    ])
    expect((await stats('/payment-methods?range=today')).data).toEqual([
      { method: 'pix', count: 1, amount: 25 },
    ])
    const business = await stats('/business?range=today')

    expect([business.now.sold, business.before.sold, business.days]).toEqual([
      { count: 1, amount: 25 },
      { count: 1, amount: 10 },
      [{ date: '2027-03-20', revenue: 25, before: 10 }],
    ])
  })

  it("a custom range is in the shop's days, beside as many before", async () => {
    toEvening()
    const own = (from: string, to: string) => `range=own&from=${from}&to=${to}`
    await sale({ at: '2027-03-01T02:59:59Z', cents: 700, method: 'crypto', lines: [[1, 2]] })
    await sale({ at: '2027-03-01T03:00:00Z', cents: 300, lines: [[1, 2]] })
    await sale({ at: '2027-03-03T02:59:59Z', cents: 400, lines: [[1, 2]] })
    await sale({ at: '2027-03-03T03:00:00Z', cents: 900 })
    const query = own('2027-03-01', '2027-03-02')

    expect((await stats(`/sales?${query}`)).data).toEqual([
      { date: '2027-03-01', amount: 3, count: 1 },
      { date: '2027-03-02', amount: 4, count: 1 },
    ])

    expect((await stats(`/users?${query}`)).data).toEqual([
      { date: '2027-03-01', count: 0 },
      { date: '2027-03-02', count: 0 },
    ])

    expect((await stats(`/sales-stats?${query}`)).data).toEqual({
      totalSales: 2,
      totalRevenue: 7,
      totalUsers: 0,
      growthRate: 0,
      before: { totalSales: 1, totalRevenue: 7, totalUsers: 0 },
    })

    expect((await stats(`/top-products?${query}`)).data).toEqual([
      { name: 'Beta', sales: 4, revenue: 7 },
    ])
    expect((await stats(`/payment-methods?${query}`)).data).toEqual([
      { method: 'pix', count: 2, amount: 7 },
    ])
    const business = await stats(`/business?${query}`)

    expect([business.now.sold, business.before.sold, business.days]).toEqual([
      { count: 2, amount: 7 },
      { count: 1, amount: 7 },
      [
        { date: '2027-03-01', revenue: 3, before: 0 },
        { date: '2027-03-02', revenue: 4, before: 7 },
      ],
    ])

    // In São Paulo the 21st has not begun; in UTC it has.
    for (const [wrong, fields] of [
      [own('2027-03-20', '2027-03-21'), ['to']],
      [own('2027-03-02', '2027-03-01'), ['to']],
      [own('2027-02-29', '2027-03-01'), ['from']],
      [own('2024-03-01', '2027-03-02'), ['from']],
      ['range=own', ['from']],
      ['from=2027-03-01', ['from']],
    ] as const)
      for (const call of [
        '/stats/sales',
        '/stats/users',
        '/stats/sales-stats',
        '/stats/top-products',
        '/stats/payment-methods',
        '/stats/business',
        '/orders/stats',
      ])
        expect(await send(testShop, `GET /api/admin${call}?${wrong}`, { as: staff })).toMatchObject(
          {
            status: 400,
            body: { code: 'range.unusable', fields },
          },
        )

    expect((await stats(`/sales?${own('2024-03-21', '2027-03-20')}`)).data).toHaveLength(1095)
  })

  it('a day has 23 or 25 hours when clocks change', async () => {
    const days = async (from: string, to: string) =>
      (await stats(`/sales?range=own&from=${from}&to=${to}`)).data.map(
        ({ date, amount }: { date: string; amount: number }) => [date, amount],
      )

    // In São Paulo 4 November 2018 began at 01:00, and on 17 February 2018 the hour after 23:00
    // came twice.
    await sale({ at: '2018-11-04T02:59:59Z', cents: 100 })
    await sale({ at: '2018-11-04T03:00:00Z', cents: 200 })
    await sale({ at: '2018-11-05T01:59:59Z', cents: 400 })
    await sale({ at: '2018-11-05T02:00:00Z', cents: 800 })
    await sale({ at: '2018-02-18T02:59:59Z', cents: 1600 })
    await sale({ at: '2018-02-18T03:00:00Z', cents: 3200 })
    expect(await days('2018-11-04', '2018-11-04')).toEqual([['2018-11-04', 6]])

    expect(await days('2018-11-03', '2018-11-05')).toEqual([
      ['2018-11-03', 1],
      ['2018-11-04', 6],
      ['2018-11-05', 8],
    ])

    expect(await days('2018-02-17', '2018-02-17')).toEqual([['2018-02-17', 16]])
    expect(await days('2018-02-18', '2018-02-18')).toEqual([['2018-02-18', 32]])

    // New York loses the hour after two o'clock of 8 March 2026.
    await sale({ at: '2026-03-08T04:59:59Z', cents: 100 })
    await sale({ at: '2026-03-08T05:00:00Z', cents: 200 })
    await sale({ at: '2026-03-09T03:59:59Z', cents: 400 })
    await sale({ at: '2026-03-09T04:00:00Z', cents: 800 })
    const { app } = testShop
    const there = { ...app, config: { ...app.config, timeZone: 'America/New_York' } }
    const { now } = spansOf({ range: 'own', from: '2026-03-08', to: '2026-03-08' }, '2027-03-20')
    expect([...(await salesByDay(there, now))]).toEqual([['2026-03-08', { n: 2, cents: 600 }]])
  })

  it('invalid settings of fees and zone are reported as invalid [B026, B076]', () => {
    const env = {
      DATA_DIR: testShop.app.config.dataDir,
      FEE_CARD: ' 3.5% + 0.40 ',
      TIME_ZONE: 'America/Manaus',
    }

    expect(readConfig(env)).toMatchObject({
      timeZone: 'America/Manaus',
      fees: {
        pix: { percent: 1.19, fixedCents: 0 },
        stripe: { percent: 3.5, fixedCents: 40 },
        crypto: { percent: 0 },
      },
    })

    for (const wrong of [{ FEE_PIX: '1.19' }, { FEE_PIX: '-1%' }, { TIME_ZONE: 'America/Nowhere' }])
      expect(() => readConfig({ ...env, ...wrong })).toThrow(ConfigError)
  })
})
