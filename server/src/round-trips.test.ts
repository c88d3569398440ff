import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cartOf, coupon, person, product, type Person } from './testing/make.ts'
import { roundTripsOf } from './testing/round-trips.ts'
import { send, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Database round trips of each call, on a warm process whose caches contain the buyer.

type Call = Parameters<typeof send>[1]

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(async () => {
  await testShop?.close()
})

async function tripsOnce(call: Call, buyer: Person, body?: object) {
  const { statements, trips } = await roundTripsOf(async () => {
    const answer = await send(testShop, call, { as: buyer, ...(body ? { body } : {}) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })

  // Leaves out the pings of the listening connection, which are not part of the call.
  const beats = statements.filter((text) => text === 'select 1').length

  return { trips: trips - beats, told: statements.join('\n') }
}

/**
 * Counts the round trips after a first call, which fills the caches. Of two counts it takes the
 * lower one, since a cache may expire during the other.
 */
async function trips(call: Call, buyer: Person, body?: object) {
  await tripsOnce(call, buyer, body)
  const [one, other] = [await tripsOnce(call, buyer, body), await tripsOnce(call, buyer, body)]

  return one.trips < other.trips ? one : other
}

const products = (lines: number) =>
  Promise.all(Array.from({ length: lines }, () => product(testShop.app, { keys: 20 })))

async function cartWith(buyer: Person, lines: number) {
  const ids = (await products(lines)).map(({ id }) => id)

  const cartId = await cartOf(
    testShop.app,
    buyer.userId,
    ids.map((productId) => ({ productId, quantity: 1 })),
  )

  return { cartId, productId: ids[0]! }
}

describe.each([1, 5])('a cart of %i products', (lines) => {
  let buyer: Person
  let cartId: string
  let productId: string
  let cart: string

  beforeAll(async () => {
    buyer = await person(testShop.app)
    ;({ cartId, productId } = await cartWith(buyer, lines))
    cart = `/api/product/cart/${buyer.userId}`
  })

  it('is read in one round trip', async () => {
    const read = await trips(`GET ${cart}`, buyer)
    expect(read.trips, read.told).toBe(1)
  })

  it('takes one more unit in four, begin and commit included', async () => {
    const added = await trips(`POST ${cart}/add`, buyer, { productId })
    expect(added.trips, added.told).toBe(4)
  })

  it('changes a quantity in four', async () => {
    const changed = await trips(`PATCH ${cart}/update/${productId}`, buyer, {
      quantity: 4,
    })
    expect(changed.trips, changed.told).toBe(4)
  })

  it('is priced in one, with a coupon in three, with a wrong code in four', async () => {
    for (const [cupomCode, most] of [
      [null, 1],
      ['TUDO', 3],
      ['NENHUM', 4],
    ] as const) {
      const priced = await trips('POST /api/product/cart/validate', buyer, {
        cartId,
        cupomCode,
      })
      expect(priced.trips, priced.told).toBe(most)
    }
  })

  it('loses a product in three', async () => {
    const removed = await trips(`DELETE ${cart}/remove/${productId}`, buyer)
    expect(removed.trips, removed.told).toBe(3)
  })
})

describe.each([1, 5])('a buyer of %i orders with as many lines', (count) => {
  let buyer: Person
  let paid: string

  beforeAll(async () => {
    buyer = await person(testShop.app)
    for (let n = 0; n < count; n++) {
      const { cartId } = await cartWith(buyer, count)
      const { body } = await startPix(testShop, buyer, cartId, { coupon: 'TUDO' })
      expect(body.status).toBe('completed')
      paid = body.paymentId
    }
  })

  it('sees the keys for the first time in three round trips, from then on in two', async () => {
    await send(testShop, 'GET /api/users/dashboard', { as: buyer })
    const first = await tripsOnce('GET /api/users/orders', buyer)
    expect(first.trips, first.told).toBe(3)
    const orders = await trips('GET /api/users/orders', buyer)
    expect(orders.trips, orders.told).toBe(2)
  })

  it('reads the products in one and the dashboard in three', async () => {
    const owned = await trips('GET /api/users/products', buyer)
    expect(owned.trips, owned.told).toBe(1)
    const dashboard = await trips('GET /api/users/dashboard', buyer)
    expect(dashboard.trips, dashboard.told).toBe(3)
  })

  it('reads the status of a finished payment in three', async () => {
    const over = await trips(`GET /api/payment/efybank/status/${paid}`, buyer)
    expect(over.trips, over.told).toBe(3)
  })

  it('reads the status again, just after the provider was asked, in two', async () => {
    const { cartId } = await cartWith(buyer, count)
    const { body } = await startPix(testShop, buyer, cartId)
    const open = await trips(`GET /api/payment/efybank/status/${body.paymentId}`, buyer)
    expect(open.trips, open.told).toBe(2)
  })
})
