import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { webhookEvents } from './db/tables/index.ts'
import { settle } from './domains/payments/settlement/settle.service.ts'
import { cartOf, coupon, keysOf, person, product, type Person } from './testing/make.ts'
import { roundTripsOf } from './testing/round-trips.ts'
import {
  expectSound,
  payPix,
  paymentRow,
  send,
  startCard,
  startPix,
  type Answer,
} from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Database round trips of an order, on a warm process. Their number must not depend on lines and
// units: the tests compare orders of 1, 2 and 5 products with three units each.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  await coupon(testShop.app, { code: 'DEZ' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
  for (const start of [startPix, startCard]) await start(testShop, ...(await filled(1)), dez)
})

afterAll(async () => {
  await testShop?.close()
})

// Nothing else may run while round trips are counted.
beforeEach(() => testShop.drain())

const dez = { coupon: 'DEZ' }
type Filled = { who: Person; cartId: string; productIds: string[] }

/** A buyer's cart; the process has the buyer in its caches. */
async function fillCart(lines: number): Promise<Filled> {
  const buyer = await person(testShop.app)
  await send(testShop, `GET /api/product/cart/${buyer.userId}`, { as: buyer })
  const productIds: string[] = []
  for (let i = 0; i < lines; i++) productIds.push((await product(testShop.app, { keys: 5 })).id)
  const items = productIds.map((productId) => ({ productId, quantity: 3 }))

  return { who: buyer, cartId: await cartOf(testShop.app, buyer.userId, items), productIds }
}

const filled = async (lines: number): Promise<[Person, string]> => {
  const { who: buyer, cartId } = await fillCart(lines)
  return [buyer, cartId]
}

/** Round trips of a checkout before and after the call to the provider. */
async function tripsOfCharge(method: 'pix' | 'stripe', start: () => Promise<Answer>) {
  const provider = testShop.app.providers.charges[method]!
  const charge = provider.charge.bind(provider)

  try {
    const counted = await roundTripsOf(async (soFar) => {
      let tripsUntilCall = Number.NaN

      provider.charge = async (request) => {
        tripsUntilCall = soFar()
        return charge(request)
      }

      return { answer: await start(), asked: tripsUntilCall }
    })

    const { answer, asked } = counted.result
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)

    return { before: asked, after: counted.trips - asked, told: counted.statements.join('\n') }
  } finally {
    provider.charge = charge
  }
}

/** A paid PIX charge whose callback is stored but not processed yet. */
async function paid(lines: number) {
  const [buyer, cartId] = await filled(lines)
  const { body } = await startPix(testShop, buyer, cartId, dez)
  await payPix(testShop, body.txid)
  const callbacks = () =>
    testShop.app.db.$count(webhookEvents, eq(webhookEvents.reference, body.paymentId))
  await expect.poll(callbacks).toBe(1)

  return { paymentId: body.paymentId as string, txid: body.txid as string }
}

describe.each([1, 2, 5])('an order of %i products', (lines) => {
  it('opens its PIX in fourteen round trips at most, and stores the charge in two', async () => {
    const [buyer, cartId] = await filled(lines)
    const counted = await tripsOfCharge('pix', () => startPix(testShop, buyer, cartId, dez))
    expect(counted.before, counted.told).toBeLessThanOrEqual(14)
    expect(counted.after, counted.told).toBeLessThanOrEqual(2)
  })

  it('opens its card page in fourteen round trips at most, and stores it in two', async () => {
    const [buyer, cartId] = await filled(lines)
    const counted = await tripsOfCharge('stripe', () => startCard(testShop, buyer, cartId, dez))
    expect(counted.before, counted.told).toBeLessThanOrEqual(14)
    expect(counted.after, counted.told).toBeLessThanOrEqual(2)
  })

  it('is placed for free and delivered in fourteen at most', async () => {
    const { who: buyer, cartId, productIds } = await fillCart(lines)
    const counted = await roundTripsOf(() => startPix(testShop, buyer, cartId, { coupon: 'TUDO' }))
    expect(counted.result).toMatchObject({ status: 200, body: { status: 'completed' } })
    expect(counted.trips, counted.statements.join('\n')).toBeLessThanOrEqual(14)
    for (const id of productIds)
      expect((await keysOf(testShop.app, id)).filter((key) => key.status === 'used')).toHaveLength(
        3,
      )
    await expectSound(testShop)
  })

  it('is settled in a dozen at most', async () => {
    const { paymentId } = await paid(lines)
    const counted = await roundTripsOf(() => settle(testShop.app, paymentId, 'webhook'))
    expect(counted.result).toMatchObject({ status: 'completed' })
    expect(counted.trips, counted.statements.join('\n')).toBeLessThanOrEqual(12)
    await expectSound(testShop)
  })
})

/** Words of the list that occur in the statements, in the order of the statements. */
const orderOf = (statements: readonly string[], words: readonly string[]) =>
  words
    .map((word) => ({ word, at: statements.findIndex((text) => text.includes(word)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ word }) => word)

describe('statements that travel together keep their order', () => {
  it('a checkout reads the cart behind its lock and takes the coupon last', async () => {
    const [buyer, cartId] = await filled(2)
    const { statements } = await roundTripsOf(() => startPix(testShop, buyer, cartId, dez))

    const steps = [
      'from "carts"',
      'from "cart_items"',
      'from "users"',
      "status = 'reserved'",
      'from "orders" where ("orders"."cart_id"',
      'insert into "orders"',
      'insert into "payments"',
      'update "coupons"',
      'commit',
    ]

    expect(orderOf(statements, steps.toReversed())).toEqual(steps)
  })

  it('an order with nothing to pay locks cart, buyer and keys, and takes the coupon last', async () => {
    const [buyer, cartId] = await filled(2)
    const { statements } = await roundTripsOf(() =>
      startPix(testShop, buyer, cartId, { coupon: 'TUDO' }),
    )

    const steps = [
      'from "carts"',
      'from "cart_items"',
      'from "users"',
      "status = 'reserved'",
      'insert into "orders"',
      'insert into "payments"',
      "update stock_keys k set status = 'used'",
      'update "carts"',
      'update "coupons"',
      'commit',
    ]

    expect(orderOf(statements, steps.toReversed())).toEqual(steps)
  })

  it('a settlement locks payment, buyer, order, keys and cart, and takes the coupon last', async () => {
    const { paymentId } = await paid(2)
    const { statements } = await roundTripsOf(() => settle(testShop.app, paymentId, 'webhook'))

    const steps = [
      'from "payments" where "payments"."id" = $1 for update',
      'insert into "receipts"',
      'from "users" where "users"."id" = $1 for share',
      'update "orders"',
      'from "stock_keys"',
      'from "carts"',
      'update stock_keys',
      'update "carts"',
      'update "coupons"',
      'commit',
    ]

    expect(orderOf(statements, steps.toReversed())).toEqual(steps)
  })
})

describe('the callback of a PIX', () => {
  it('is answered after two round trips, new or repeated', async () => {
    const { paymentId, txid } = await paid(1)
    await testShop.drain()
    expect(await paymentRow(testShop, paymentId)).toMatchObject({ status: 'completed' })
    const secret = encodeURIComponent(testShop.app.config.pix!.webhookSecret[0]!)

    const tell = (letter: string) => () =>
      send(testShop, `POST /api/webhooks/pix?hmac=${secret}`, {
        body: { pix: [{ endToEndId: letter.repeat(32), txid }] },
      })

    await tell('A')()

    for (const time of ['first', 'again']) {
      const counted = await roundTripsOf(tell('B'))
      expect(counted.result.status, time).toBe(200)
      expect(counted.trips, `${time}\n${counted.statements.join('\n')}`).toBeLessThanOrEqual(2)
    }
  })
})
