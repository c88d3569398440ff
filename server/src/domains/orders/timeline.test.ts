import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { licences } from '../../db/tables/index.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { eventually, fill, payPix, paymentRow, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

// The history of an order as staff read it, and the shorter history for its customer.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(() => testShop?.close())

/** A paid order of a new product with these keys in stock, and its buyer. */
async function buy(keys: string[], units = keys.length): Promise<{ who: Person; orderId: string }> {
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { keys, priceCents: 1050 })
  const cartId = await fill(testShop, who, id, units)
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

it('says of a key that was replaced later that its customer saw the former one [B218]', async () => {
  const { who, orderId } = await buy(['ANTES-1111', 'DEPOIS-2222'], 1)
  const detailsOf = async () =>
    (await send(testShop, `GET /api/admin/orders/${orderId}`, { as: staff })).body.order.timeline
      .filter((event: { action: string }) => event.action === 'licence.shown')
      .map((event: { details: { ending: string } }) => event.details.ending)

  await send(testShop, 'GET /api/users/products', { as: who })
  const [licence] = await testShop.app.db
    .select()
    .from(licences)
    .where(eq(licences.userId, who.userId))
  testShop.clock.advance(60)

  const answer = await send(testShop, `POST /api/admin/licenses/${licence!.id}/replace`, {
    as: staff,
    body: { reason: 'A chave não ativa' },
  })

  expect(answer.status).toBe(200)
  const [replaced] = await testShop.app.db
    .select()
    .from(licences)
    .where(eq(licences.id, licence!.id))
  expect(replaced!.last4).toBe('2222')
  expect(await detailsOf()).toEqual(['1111'])
})
