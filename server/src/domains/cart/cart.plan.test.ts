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

/** The generic plan, as text, of the single statement that `work` sends. */
async function planOf(work: () => Promise<unknown>): Promise<string> {
  const { statements: all } = await roundTripsOf(work)
  // A new shop may read its provider settings at this moment; that statement is not part of `work`.
  const statements = all.filter((text) => !text.includes('from kept_providers'))
  expect(statements).toHaveLength(1)
  const { rows } = await shop.app.pool.query(`explain (generic_plan) ${statements[0]}`)

  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Matches a nested loop that compares each row of one table with each row of another. */
const eachWithEach = /Join Filter: \(products|Materialize/

it('a cart of a new shop, before ANALYZE, is read without comparing products with variants', async () => {
  const plan = await planOf(() => linesOfCart(shop.app, nobody))
  expect(plan).toContain('Index Cond: (cart_id = $1)')
  expect(plan).not.toMatch(eachWithEach)
})

it('the cart of a user is read without comparing products with variants', async () => {
  const plan = await planOf(() => readCart(shop.app, nobody))
  expect(plan).toContain('Index Cond: (user_id = $1)')
  expect(plan).not.toMatch(eachWithEach)
})

it('offers are read by their ids without comparing products with variants', async () => {
  const plan = await planOf(() => offersOf(shop.app, [nobody], null))
  expect(plan).toContain('Index Cond: (id = ANY')
  expect(plan).not.toMatch(eachWithEach)
})
