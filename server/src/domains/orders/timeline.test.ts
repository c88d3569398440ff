import { afterAll, beforeAll, expect, it } from 'vitest'

import { person, product, type Person } from '../../testing/make.ts'
import { eventually, fill, payPix, paymentRow, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

// The history of an order as staff read it, and the customer's shorter one.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(() => testShop?.close())

/** A paid order with one unit for each key, and its buyer. */
async function buy(keys: string[]): Promise<{ who: Person; orderId: string }> {
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { keys, priceCents: 1050 })
  const cartId = await fill(testShop, who, id, keys.length)
  const { paymentId, txid } = (await startPix(testShop, who, cartId)).body
  await payPix(testShop, txid)
  await eventually(testShop, async () => {
    expect((await paymentRow(testShop, paymentId)).status).toBe('completed')
  })

  return { who, orderId: (await paymentRow(testShop, paymentId)).orderId }
}

it('says to staff what was ordered, and which key its customer saw from where [B218]', async () => {
  const { who, orderId } = await buy(['ANTES-7777'])
  await send(testShop, 'GET /api/users/products', { as: who })
  const { body } = await send(testShop, `GET /api/admin/orders/${orderId}`, { as: staff })

  const detailsOf = (action: string) =>
    body.order.timeline.find((event: { action: string }) => event.action === action).details

  expect(detailsOf('order.created')).toEqual({
    totalCents: 1050,
    currency: 'BRL',
    origin: 'site',
  })
  expect(detailsOf('licence.shown')).toEqual({ ending: '7777', ip: '127.0.0.1' })
})
