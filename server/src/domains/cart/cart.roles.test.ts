import { api } from '@chaveiro/contracts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { person, product, type Person } from '../../testing/make.ts'
import { fill, send, startCard, startCrypto, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

// The rights of each role on a customer's cart: staff may read it, but neither change nor pay it
// (Q02).

let testShop: TestShop
let people: Record<string, Person | null>
let cartId: string
let productId: string

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })

  people = {
    visitor: null,
    owner: await person(testShop.app),
    customer: await person(testShop.app, { name: 'Outro Cliente' }),
    admin: await person(testShop.app, { role: 'admin' }),
    developer: await person(testShop.app, { role: 'developer' }),
  }

  productId = (await product(testShop.app, { keys: 9 })).id
  cartId = await fill(testShop, people.owner!, productId, 2)
  for (const name of ['customer', 'admin', 'developer'])
    await fill(testShop, people[name]!, productId, 1)
})

afterAll(() => testShop?.close())

const at = (path: string) => `/api/product/cart/${people.owner!.userId}${path}`
const notFound = { visitor: 401, customer: 404, admin: 404, developer: 404 }
const forbidden = { visitor: 401, customer: 403, admin: 403, developer: 403 }
type Ask = (as: Person | null) => Promise<{ status: number; body: any }>

/** Each call on the owner's cart, and the status that other users get. */
const calls: Record<string, { ask: Ask; others: Record<string, number> }> = {
  read: {
    ask: (as) => send(testShop, `GET ${at('')}`, { as }),
    others: { visitor: 401, customer: 403, admin: 200, developer: 200 },
  },
  add: {
    ask: (as) => send(testShop, `POST ${at('/add')}`, { as, body: { productId, quantity: 1 } }),
    others: forbidden,
  },
  remove: {
    ask: (as) => send(testShop, `DELETE ${at(`/remove/${productId}`)}`, { as }),
    others: forbidden,
  },
  update: {
    ask: (as) =>
      send(testShop, `PATCH ${at(`/update/${productId}`)}`, { as, body: { quantity: 1 } }),
    others: forbidden,
  },

  sync: {
    ask: (as) =>
      send(testShop, `POST ${at('/sync')}`, {
        as,
        body: { localCartItems: [{ id: productId, quantity: 5 }] },
      }),
    others: forbidden,
  },

  limits: {
    ask: (as) => send(testShop, `GET /api/product/limits?ids=${productId}`, { as }),
    others: { visitor: 200, customer: 200, admin: 200, developer: 200 },
  },
  validate: {
    ask: (as) => send(testShop, 'POST /api/product/cart/validate', { as, body: { cartId } }),
    others: notFound,
  },
}

/** The calls that pay a cart. */
const checkouts: Record<string, Ask> = {
  startPix: (as) => startPix(testShop, as!, cartId),
  startCard: (as) => startCard(testShop, as!, cartId),
  startCrypto: (as) => startCrypto(testShop, as!, cartId),
}

/** The owner's cart and its lines as stored in the database. */
const cartRows = async () =>
  (
    await testShop.app.db.execute(
      sql`select to_jsonb(c) as cart, (select jsonb_agg(i order by i.id) from cart_items i
        where i.cart_id = c.id) as items from carts c where c.id = ${cartId}`,
    )
  ).rows

it('every call about a cart has an entry here', () => {
  expect(Object.keys(calls)).toEqual(Object.keys(api.cart))
})

describe('others on the cart of a customer', () => {
  it.each(Object.keys(calls))('%s', async (name) => {
    const { ask, others } = calls[name]!
    const before = await cartRows()
    for (const [role, status] of Object.entries(others))
      expect((await ask(people[role]!)).status, role).toBe(status)
    expect(await cartRows()).toEqual(before)
  })

  it.each(Object.keys(checkouts))('%s', async (name) => {
    const before = await cartRows()

    for (const role of ['customer', 'admin', 'developer']) {
      const { status, body } = await checkouts[name]!(people[role]!)
      expect([status, body.code], role).toEqual([404, 'cart.not_found'])
    }

    expect(await cartRows()).toEqual(before)
  })
})

it('the owner may make every call', async () => {
  for (const [name, { ask }] of Object.entries(calls).filter(([one]) => one !== 'remove'))
    expect((await ask(people.owner!)).status, name).toBe(200)
  expect((await calls.remove!.ask(people.owner!)).body.items).toEqual([])
})
