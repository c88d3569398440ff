import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { orderUnits } from '../../db/tables/index.ts'
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

it('says to the customer that an order was delivered when its last key came [P130]', async () => {
  const { who, orderId } = await buy(['CHAVE-1', 'CHAVE-2', 'CHAVE-3'])
  const unitIds = await testShop.app.db
    .select({ id: orderUnits.id })
    .from(orderUnits)
    .where(eq(orderUnits.orderId, orderId))

  for (const [place, day] of ['05', '07', '06'].entries())
    await testShop.app.db
      .update(orderUnits)
      .set({ deliveredAt: new Date(`2031-03-${day}T12:00:00Z`) })
      .where(eq(orderUnits.id, unitIds[place]!.id))

  const { orders } = (await send(testShop, 'GET /api/users/orders', { as: who })).body

  expect(orders[0].timeline.at(-1)).toEqual({
    event: 'delivered',
    at: '2031-03-07T12:00:00.000Z',
  })
})
