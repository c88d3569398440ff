import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { payments } from '../../../db/tables/index.ts'
import { makeCrowd, sellMonth } from '../../../testing/busy-month.ts'
import { product } from '../../../testing/make.ts'
import { roundTripsOf } from '../../../testing/round-trips.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { countByStatus, paymentsMatching } from './transactions.admin.queries.ts'

// The search of staff in a shop with a few thousand payments.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
  await product(testShop.app, {})
  await makeCrowd(testShop.app.pool, 50)
  const upto = testShop.clock.now()
  const from = new Date(upto.getTime() - 30 * 86_400_000)
  await sellMonth(testShop.app.pool, { from, upto, orders: 3_000, people: 50 })
  const open = [1_700, 1_701].map((n) => `Cliente ${n}`)

  for (const name of open)
    await testShop.app.db
      .update(payments)
      .set({ status: 'pending' })
      .where(eq(payments.customerName, name))

  await testShop.app.pool.query('vacuum analyze payments')
})

afterAll(() => testShop?.close())

const found = async (search: string, status?: 'pending' | 'completed') =>
  (await paymentsMatching(testShop.app, { search, status }, { page: 1, limit: 20 }))
    .map((payment) => [payment.customerName, payment.status])
    .toSorted()

it('a part of a name finds open and finished payments', async () => {
  expect(await found('iente 170')).toEqual([
    ['Cliente 170', 'completed'],
    ['Cliente 1700', 'pending'],
    ['Cliente 1701', 'pending'],
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => [`Cliente 170${n}`, 'completed']),
  ])

  expect(await found('CLIENTE1701@EXEMPLO', 'pending')).toEqual([['Cliente 1701', 'pending']])
  expect(await found('cliente1701@exemplo', 'completed')).toEqual([])
})

it('finished and open payments are each found by an index of their own', async () => {
  const { statements } = await roundTripsOf(() =>
    countByStatus(testShop.app, { search: 'cliente1701@exemplo' }),
  )
  const text = statements.find((one) => one.includes('like'))!
  const { rows } = await testShop.app.pool.query(`explain (generic_plan) ${text}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('payments_search_over')
  expect(plan).toContain('payments_one_pending')
  expect(plan).not.toContain('Seq Scan on payments')
})
