import { afterAll, beforeAll, expect, it } from 'vitest'

import { roundTripsOf } from '../../testing/round-trips.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { linesOfCart, offersOf, readCart } from './cart.queries.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})

afterAll(() => shop.close())

const nobody = '00000000-0000-4000-8000-000000000000'

/** How PostgreSQL goes about the one statement that some work sends, prepared, as text. */
async function planOf(work: () => Promise<unknown>): Promise<string> {
  const { statements: all } = await roundTripsOf(work)
  // A new shop may just be reading what is kept for its providers, which is none of the work.
  const statements = all.filter((text) => !text.includes('from kept_providers'))
  expect(statements).toHaveLength(1)
  const { rows } = await shop.app.pool.query(`explain (generic_plan) ${statements[0]}`)

  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Each row of one table is held against each of another. */
const eachWithEach = /Join Filter: \(products|Materialize/

it('before PostgreSQL has counted the tables of a new shop, a cart is read without comparing each product with every variant', async () => {
  const plan = await planOf(() => linesOfCart(shop.app, nobody))
  expect(plan).toContain('Index Cond: (cart_id = $1)')
  expect(plan).not.toMatch(eachWithEach)
})

it('nor is the cart of a person', async () => {
  const plan = await planOf(() => readCart(shop.app, nobody))
  expect(plan).toContain('Index Cond: (user_id = $1)')
  expect(plan).not.toMatch(eachWithEach)
})

it('nor are offers, which are looked up by their ids', async () => {
  const plan = await planOf(() => offersOf(shop.app, [nobody], null))
  expect(plan).toContain('Index Cond: (id = ANY')
  expect(plan).not.toMatch(eachWithEach)
})
