import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { licences } from './db/tables/index.ts'
import { coupon, person, product, type Person } from './testing/make.ts'
import { pastSale } from './testing/past-sale.ts'
import { buy, payAll, say } from './testing/reviews.ts'
import { send } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// The lists of the back office, sorted by each sortable column.

let testShop: TestShop
let staff: Person
const day = 86_400_000
const passes = (): void => testShop.clock.advance(1000)

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  const { app } = testShop
  staff = await person(app, { name: 'Dora Equipe', role: 'admin' })
  await payAll(testShop)

  const bought = [
    ['Ágata', 'Zelda Zago', 2],
    ['Bronze', 'Élio Aires', 5],
    ['alfa', 'Bia Prado', 4],
  ] as const

  for (const [name, who, rating] of bought) {
    passes()
    const { id } = await product(app, { name, keys: 1 })
    const buyer = await person(app, { name: who })
    await buy(testShop, buyer, id)
    passes()
    expect((await say(testShop, buyer, id, { rating })).status).toBe(200)
  }

  // The licence Ágata ends later than alfa, and Bronze never ends.
  const now = testShop.clock.now().getTime()
  const ends = { Ágata: new Date(now + 9 * day), Bronze: null, alfa: new Date(now + 2 * day) }
  for (const [name, expiresAt] of Object.entries(ends))
    await app.db.update(licences).set({ expiresAt }).where(eq(licences.productName, name))
})

afterAll(async () => {
  await testShop?.close()
})

type Row = Record<string, any>

/** One value of each row of a sorted list. */
async function listed(
  path: string,
  { rows, value, sort }: { rows: string; value: (row: Row) => unknown; sort: string },
): Promise<unknown[]> {
  const { status, body } = await send(
    testShop,
    `GET ${path}${path.includes('?') ? '&' : '?'}sort=${sort}`,
    {
      as: staff,
    },
  )

  expect(status).toBe(200)
  const listRows = rows.split('.').reduce<any>((part, key) => part[key], body)

  return (listRows as Row[]).map(value)
}

describe('a list of the back office is in the order that its columns offer', () => {
  it('licences by their end, one for life the last [P661]', async () => {
    const by = (sort: string) =>
      listed('/api/admin/licenses', { rows: 'licenses', value: (row) => row.product.name, sort })
    expect(await by('')).toEqual(['alfa', 'Bronze', 'Ágata'])
    expect(await by('expirationDate')).toEqual(['alfa', 'Ágata', 'Bronze'])
    expect(await by('-expirationDate')).toEqual(['Bronze', 'Ágata', 'alfa'])
  })

  it('orders and payments by their value in reais, and by their time [P661]', async () => {
    const buyer = await person(testShop.app)
    const shelf = [{ id: (await product(testShop.app)).id, name: 'Fichas' }]
    const instantAt = (hour: number) => `2026-05-0${hour}T12:00:00Z`
    await pastSale(testShop.app, { buyer, shelf }, { at: instantAt(1), cents: 15_000 })

    await pastSale(
      testShop.app,
      { buyer, shelf },
      { at: instantAt(2), cents: 4000, currency: 'USD', rate: '5' },
    )

    await pastSale(testShop.app, { buyer, shelf }, { at: instantAt(3), cents: 9000 })
    const { app } = testShop
    expect(app.config.usdRate).toBeGreaterThan(4)

    const orders = (sort: string) =>
      listed(`/api/admin/orders?userId=${buyer.userId}`, {
        rows: 'orders',
        value: (row) => `${row.totalAmount} ${row.currency}`,
        sort,
      })

    const payments = (sort: string) =>
      listed(`/api/admin/transactions?userId=${buyer.userId}`, {
        rows: 'data.transactions',
        value: (row) => `${row.amount} ${row.currency}`,
        sort,
      })

    for (const [by, amount] of [
      [orders, 'totalAmount'],
      [payments, 'amount'],
    ] as const) {
      expect(await by('')).toEqual(['90 BRL', '40 USD', '150 BRL'])
      expect(await by('createdAt')).toEqual(['150 BRL', '40 USD', '90 BRL'])
      expect(await by('-createdAt')).toEqual(['90 BRL', '40 USD', '150 BRL'])
      expect(await by(amount)).toEqual(['90 BRL', '150 BRL', '40 USD'])
      expect(await by(`-${amount}`)).toEqual(['40 USD', '150 BRL', '90 BRL'])
    }
  })

  it('an order names its products, each once, in the order of its lines [P667]', async () => {
    const buyer = await person(testShop.app)

    const shelf = [
      { id: (await product(testShop.app)).id, name: 'Fichas' },
      { id: (await product(testShop.app)).id, name: 'Selos' },
    ]

    const sale = { at: '2026-05-04T12:00:00Z', cents: 9000 }

    const lines: [number, number][] = [
      [1, 2],
      [0, 1],
    ]

    await pastSale(testShop.app, { buyer, shelf }, { ...sale, lines })

    const orderProducts = await listed(`/api/admin/orders?userId=${buyer.userId}`, {
      rows: 'orders',
      value: ({ productNames, itemCount }) => ({ productNames, itemCount }),
      sort: '',
    })

    expect(orderProducts).toEqual([{ productNames: ['Selos', 'Fichas'], itemCount: 3 }])
  })

  it('reviews by their stars and their time [P661]', async () => {
    const by = (sort: string) =>
      listed('/api/admin/reviews', { rows: 'reviews', value: (row) => row.rating, sort })
    expect(await by('')).toEqual([4, 5, 2])
    expect(await by('createdAt')).toEqual([2, 5, 4])
    expect(await by('rating')).toEqual([2, 4, 5])
    expect(await by('-rating')).toEqual([5, 4, 2])
  })

  it('coupons by code, uses and end [P661]', async () => {
    const { app } = testShop
    const now = testShop.clock.now().getTime()
    await coupon(app, { code: 'ORDEM-B', usageCount: 9, endDate: new Date(now + 3 * day) })
    passes()
    await coupon(app, { code: 'ORDEM-A', usageCount: 4, endDate: new Date(now + 5 * day) })
    passes()
    await coupon(app, { code: 'ORDEM-C', usageCount: 6, endDate: new Date(now + day) })

    const by = async (sort: string) =>
      (
        await listed('/api/admin/cupons?search=ORDEM', {
          rows: 'cupons',
          value: (row) => String(row.code).at(-1),
          sort,
        })
      ).join('')

    expect(await by('')).toBe('CAB')
    expect(await by('code')).toBe('ABC')
    expect(await by('-code')).toBe('CBA')
    expect(await by('-usageCount')).toBe('BCA')
    expect(await by('usageCount')).toBe('ACB')
    expect(await by('endDate')).toBe('CBA')
    expect(await by('-endDate')).toBe('ABC')
  })

  it('carts, keys, tickets and the audit from the oldest too [P661]', async () => {
    for (const subject of ['primeiro', 'segundo']) {
      passes()
      await send(testShop, 'POST /api/admin/tickets', {
        as: staff,
        body: { userName: 'leo', userDiscordId: '123456789012345678', subject },
      })
    }

    for (const [path, rows] of [
      ['/api/admin/carts?limit=100', 'carts'],
      ['/api/admin/stock?limit=100', 'licenses'],
      ['/api/admin/tickets', 'tickets'],
      ['/api/server/audit-logs?limit=100', 'logs'],
    ] as const) {
      const by = (sort: string) => listed(path, { rows, value: (row) => row.id ?? row._id, sort })
      const newest = await by('')
      expect(newest.length, path).toBeGreaterThan(1)
      expect(await by('-createdAt'), path).toEqual(newest)
      expect(await by('createdAt'), path).toEqual(newest.toReversed())
    }

    const subjects = await listed('/api/admin/tickets', {
      rows: 'tickets',
      value: (row) => row.subject,
      sort: 'createdAt',
    })

    expect(subjects).toEqual(['primeiro', 'segundo'])
  })

  it('an unknown sort order is refused [P661]', async () => {
    for (const path of ['orders', 'licenses', 'stock', 'carts', 'cupons', 'tickets', 'reviews'])
      expect(
        (await send(testShop, `GET /api/admin/${path}?sort=password`, { as: staff })).status,
        path,
      ).toBe(400)
  })
})
