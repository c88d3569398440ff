import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { orders, payments } from '../../db/tables/index.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { roundTripsOf } from '../../testing/round-trips.ts'
import { eventually, fill, paymentRow, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { countViews } from './orders.admin.queries.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'developer' })
})

afterAll(() => testShop?.close())

const asked = async (path: string) =>
  (await send(testShop, `GET /api/admin/orders${path}`, { as: staff })).body

const listed = async (query: string): Promise<string[]> =>
  (await asked(`?${query}`)).orders.map(({ id }: { id: string }) => id)

it('views of the orders list count what waits up to a thousand, in one statement [P407]', async () => {
  const { app } = testShop
  await coupon(app, { code: 'TUDO', value: 10_000 })
  const buyer = await person(app)

  // Four orders: one waits for a key by hand, one was delivered at once, one is unpaid, and one is
  // unpaid and in review.
  const given = async (productId: string) => {
    const cartId = await fill(testShop, buyer, productId, 1)
    const { body } = await startPix(testShop, buyer, cartId, { coupon: 'TUDO' })

    return (await paymentRow(testShop, body.paymentId)).orderId
  }

  const waits = await given((await product(app, { provider: 'manual' })).id)
  const goods = await product(app, { keys: 9 })
  const served = await given(goods.id)

  const openOrder = async () => {
    const who = await person(app)
    const { body } = await startPix(testShop, who, await fill(testShop, who, goods.id, 1))

    return await paymentRow(testShop, body.paymentId)
  }

  const open = await openOrder()
  const late = await openOrder()

  await app.db
    .update(payments)
    .set({ reviewReason: 'partial', needsReview: true })
    .where(eq(payments.id, late.id))

  await eventually(testShop, async () => {
    expect(await asked('/counts')).toEqual({
      success: true,
      all: 4,
      review: 1,
      delivery: 1,
      pending: 2,
    })
  })

  expect(await listed('waits=review')).toEqual([late.orderId])
  expect(await listed('waits=delivery')).toEqual([waits])
  expect((await listed('status=pending')).toSorted()).toEqual(
    [open.orderId, late.orderId].toSorted(),
  )
  expect(await listed('waits=')).toContain(served)
  expect((await asked('?waits=nothing')).success).toBe(false)

  const [one] = await app.db.select().from(orders).where(eq(orders.id, open.orderId!))

  await app.db.insert(orders).values(
    Array.from({ length: 1100 }, (_, place) => ({
      ...one!,
      id: newId(),
      cartId: newId(),
      number: `ORD-9${String(place).padStart(6, '0')}`,
    })),
  )

  const { trips, statements, result } = await roundTripsOf(() => countViews(app))
  expect(result).toEqual({ all: 1000, review: 1, delivery: 1, pending: 1000 })
  expect([trips, statements.length]).toEqual([1, 1])
})
