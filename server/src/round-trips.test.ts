import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cartOf, coupon, person, product, type Person } from './testing/make.ts'
import { roundTripsOf } from './testing/round-trips.ts'
import { send, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// How often each call waits for the database, on a process that is warm and a buyer whom it knows.

type Call = Parameters<typeof send>[1]

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(async () => {
  await testShop?.close()
})

async function tripsOnce(call: Call, who: Person, body?: object) {
  const { statements, trips } = await roundTripsOf(async () => {
    const answer = await send(testShop, call, { as: who, ...(body ? { body } : {}) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })

  // The listener checks its connection every few seconds; those statements are not the call's.
  const beats = statements.filter((text) => text === 'select 1').length

  return { trips: trips - beats, told: statements.join('\n') }
}

/**
 * Counted after a first time: what a process remembers it looks up only once. The less of two
 * counts, since at one of them it may have been time to look something up again.
 */
async function trips(call: Call, who: Person, body?: object) {
  await tripsOnce(call, who, body)
  const [one, other] = [await tripsOnce(call, who, body), await tripsOnce(call, who, body)]

  return one.trips < other.trips ? one : other
}

const products = (lines: number) =>
  Promise.all(Array.from({ length: lines }, () => product(testShop.app, { keys: 20 })))

async function cartWith(who: Person, lines: number) {
  const ids = (await products(lines)).map(({ id }) => id)

  const cartId = await cartOf(
    testShop.app,
    who.userId,
    ids.map((productId) => ({ productId, quantity: 1 })),
  )

  return { cartId, productId: ids[0]! }
}

describe.each([1, 5])('a cart of %i products', (lines) => {
  let who: Person
  let cartId: string
  let productId: string
  let cart: string

  beforeAll(async () => {
    who = await person(testShop.app)
    ;({ cartId, productId } = await cartWith(who, lines))
    cart = `/api/product/cart/${who.userId}`
  })

  it('is read in one round trip', async () => {
    const read = await trips(`GET ${cart}`, who)
    expect(read.trips, read.told).toBe(1)
  })

  it('takes one more unit in four, begin and commit among them', async () => {
    const added = await trips(`POST ${cart}/add`, who, { productId })
    expect(added.trips, added.told).toBe(4)
  })

  it('takes another quantity in four', async () => {
    const changed = await trips(`PATCH ${cart}/update/${productId}`, who, {
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
      const priced = await trips('POST /api/product/cart/validate', who, {
        cartId,
        cupomCode,
      })
      expect(priced.trips, priced.told).toBe(most)
    }
  })

  it('loses a product in three', async () => {
    const removed = await trips(`DELETE ${cart}/remove/${productId}`, who)
    expect(removed.trips, removed.told).toBe(3)
  })
})

describe.each([1, 5])('a buyer of %i orders with as many lines', (count) => {
  let who: Person
  let paid: string

  beforeAll(async () => {
    who = await person(testShop.app)
    for (let n = 0; n < count; n++) {
      const { cartId } = await cartWith(who, count)
      const { body } = await startPix(testShop, who, cartId, { coupon: 'TUDO' })
      expect(body.status).toBe('completed')
      paid = body.paymentId
    }
  })

  it('sees the keys for the first time in three round trips, from then on in two', async () => {
    await send(testShop, 'GET /api/users/dashboard', { as: who })
    const first = await tripsOnce('GET /api/users/orders', who)
    expect(first.trips, first.told).toBe(3)
    const orders = await trips('GET /api/users/orders', who)
    expect(orders.trips, orders.told).toBe(2)
  })

  it('reads the products in one and the dashboard in three', async () => {
    const owned = await trips('GET /api/users/products', who)
    expect(owned.trips, owned.told).toBe(1)
    const dashboard = await trips('GET /api/users/dashboard', who)
    expect(dashboard.trips, dashboard.told).toBe(3)
  })

  it('looks at a payment that is over in three', async () => {
    const over = await trips(`GET /api/payment/efybank/status/${paid}`, who)
    expect(over.trips, over.told).toBe(3)
  })

  it('looks at a payment again that the provider was asked about just now in two', async () => {
    const { cartId } = await cartWith(who, count)
    const { body } = await startPix(testShop, who, cartId)
    const open = await trips(`GET /api/payment/efybank/status/${body.paymentId}`, who)
    expect(open.trips, open.told).toBe(2)
  })
})
