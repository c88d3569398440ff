import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { orders, orderUnits, stockKeys } from '../../../db/tables/index.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { person, product, variant, type Person } from '../../../testing/make.ts'
import { pastSale } from '../../../testing/past-sale.ts'
import { roundTripsOf } from '../../../testing/round-trips.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { listProducts } from './products.admin.queries.ts'

// Free keys and recent sales in the list of products.

type Named = { id: string; name: string }
let testShop: TestShop
let staff: Person
let shelf: Named[]

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin' })

  shelf = [
    await product(testShop.app, { name: 'Alfa', keys: 3 }),
    await product(testShop.app, { name: 'Beta', keys: 0 }),
    await product(testShop.app, { name: 'Gama', provider: 'keyauth' }),
    await product(testShop.app, { name: 'Zeta', keys: 7 }),
  ]
})

afterAll(() => testShop?.close())

const daysAgo = (days: number) => new Date(testShop.clock.now().getTime() - days * 86_400_000)

/** Store units of a variant, all in one order of this age. */
async function sold(
  variantId: string,
  {
    units,
    days,
    status = 'delivered',
  }: { units: number; days: number; status?: 'revoked' | 'delivered' | 'pending' },
): Promise<string> {
  const at = daysAgo(days)
  const buyer = await person(testShop.app)

  const { id, lineId } = await pastSale(
    testShop.app,
    { buyer, shelf },
    { at: at.toISOString(), cents: 1000, lines: [[0, 1]] },
  )

  await testShop.app.db.insert(orderUnits).values(
    Array.from({ length: units }, (_, unitIndex) => ({
      id: newId(),
      orderId: id,
      lineId,
      unitIndex,
      variantId,
      provider: 'stock' as const,
      status,
      createdAt: at,
    })),
  )

  return id
}

const list = async (query = '') => {
  const { body } = await send(testShop, `GET /api/admin/product?sort=name${query}`, { as: staff })
  return body.products.map((row: Named & { freeKeys: number | null; soldLately: number }) => [
    row.name,
    row.freeKeys,
    row.soldLately,
  ])
}

it('each product has the free keys of all its variants, and the units of 30 days', async () => {
  const [alfa, beta, gama] = shelf as [Named, Named, Named]

  expect(await list()).toEqual([
    ['Alfa', 3, 0],
    ['Beta', 0, 0],
    ['Gama', null, 0],
    ['Zeta', 7, 0],
  ])

  const long = await variant(testShop.app, alfa.id, { name: 'Longa', active: false, keys: 2 })
  const deletedAt = testShop.clock.now()
  await variant(testShop.app, alfa.id, { name: 'Foi-se', deletedAt, keys: 50 })
  await variant(testShop.app, gama.id, { name: 'À mão', provider: 'manual' })

  const [taken] = await testShop.app.db
    .select({ id: stockKeys.id })
    .from(stockKeys)
    .where(and(eq(stockKeys.variantId, alfa.id), eq(stockKeys.status, 'available')))

  await testShop.app.db
    .update(stockKeys)
    .set({ status: 'reserved', paymentId: 'p' })
    .where(eq(stockKeys.id, taken!.id))

  await sold(alfa.id, { units: 4, days: 29.9 })
  await sold(alfa.id, { units: 9, days: 30.1 })
  await sold(long, { units: 5, days: 1, status: 'pending' })
  await sold(long, { units: 6, days: 1, status: 'revoked' })
  await sold(beta.id, { units: 1, days: 0 })

  expect(await list()).toEqual([
    ['Alfa', 4, 9],
    ['Beta', 0, 1],
    ['Gama', null, 0],
    ['Zeta', 7, 0],
  ])

  expect(await list('&limit=1&page=2')).toEqual([['Beta', 0, 1]])

  // This product has one variant sold from stock, and one that is not.
  await variant(testShop.app, gama.id, { name: 'Estoque' })
  expect(await list('&search=Gama')).toEqual([['Gama', 0, 0]])
})

it('test money counts in a demo shop, and not among the sales of a real one', async () => {
  const [, , , zeta] = shelf as [Named, Named, Named, Named]
  const order = await sold(zeta.id, { units: 3, days: 2 })
  await testShop.app.db.update(orders).set({ testMode: true }).where(eq(orders.id, order))

  const query = {
    page: 1,
    limit: 10,
    sort: 'name',
    search: 'Zeta',
    category: '',
    status: undefined,
    provider: undefined,
  } as const

  const counted = async (production: boolean) => {
    const app = { ...testShop.app, config: { ...testShop.app.config, production } }
    return (await listProducts(app, query)).products.map(({ soldLately }) => soldLately)
  }

  expect([await counted(false), await counted(true)]).toEqual([[3], [0]])
})

it('a page takes three queries at any length, and counts no more sales than it shows', async () => {
  const [alfa] = shelf as [Named]
  const many = await sold(alfa.id, { units: 1, days: 3 })

  await testShop.app.pool.query(
    `insert into order_units (id, order_id, line_id, unit_index, variant_id, provider, status, created_at)
      select gen_random_uuid(), order_id, line_id, n, variant_id, provider, status,
        created_at - case when n > 2000 then interval '1 year' else interval '0' end
      from order_units, generate_series(1, 9000) n where order_id = $1`,
    [many],
  )

  await testShop.app.pool.query('vacuum analyze order_units')

  const query = {
    page: 1,
    limit: 20,
    sort: 'name',
    search: '',
    category: '',
    status: undefined,
    provider: undefined,
  } as const

  const { trips, statements, result } = await roundTripsOf(() => listProducts(testShop.app, query))

  expect(result.products.map(({ name, soldLately }) => [name, soldLately])).toEqual([
    ['Alfa', 1001],
    ['Beta', 1],
    ['Gama', 0],
    ['Zeta', 3],
  ])

  expect([trips, statements.length]).toEqual([3, 3])
  const text = statements.find((one) => one.includes('"order_units"'))!
  const { rows } = await testShop.app.pool.query(`explain (generic_plan) ${text}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Limit[^\n]*\n[^\n]*Index Only Scan using order_units_variant/)
  expect(plan).not.toContain('Seq Scan on order_units')

  // The list stops counting at 1,001 units; an export counts all units.
  const file = await testShop.http.inject({
    url: '/api/admin/product/export.csv',
    headers: staff.headers,
  })

  const [head, ...lines] = file.body.replace('\uFEFF', '').trim().split('\r\n')
  const cells = (line: string) => [...line.matchAll(/"([^"]*)"/g)].map(([, cell]) => cell!)
  const at = (name: string) => cells(head!).indexOf(name)

  expect(
    lines.map((line) => [
      cells(line)[at('name')],
      cells(line)[at('freeKeys')],
      cells(line)[at('soldLast30Days')],
    ]),
  ).toEqual([
    ['Alfa', '4', '2010'],
    ['Beta', '0', '1'],
    ['Gama', '0', '0'],
    ['Zeta', '7', '3'],
  ])
})
