import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { orderUnits } from '../../db/tables/index.ts'
import { cartOf, person, product } from '../../testing/make.ts'
import { eventually, paymentRow, payPix, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(() => testShop?.close())

it('an order shows its keys under their products in line order; both pages count the same [Q115, F128]', async () => {
  const buyer = await person(testShop.app)

  const first = await product(testShop.app, {
    name: 'Primeiro',
    keys: ['PRIM-0001'],
    priceCents: 1000,
  })

  const second = await product(testShop.app, {
    name: 'Segundo',
    keys: ['SEGU-0001', 'SEGU-0002'],
    priceCents: 2000,
  })

  const byHand = await product(testShop.app, {
    name: 'Manual',
    provider: 'manual',
    priceCents: 500,
  })

  const cartId = await cartOf(testShop.app, buyer.userId, [
    { productId: first.id, quantity: 1 },
    { productId: second.id, quantity: 2 },
    { productId: byHand.id, quantity: 1 },
  ])

  const { body } = await startPix(testShop, buyer, cartId)
  await payPix(testShop, body.txid)
  await eventually(testShop, async () => {
    expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
  })
  const other = await cartOf(testShop.app, buyer.userId, [{ productId: byHand.id, quantity: 1 }])
  expect((await startPix(testShop, buyer, other)).status).toBe(200)

  const { orders, pagination } = (await send(testShop, 'GET /api/users/orders', { as: buyer })).body
  expect(orders.map(({ status }: { status: string }) => status)).toEqual(['pending', 'completed'])
  const [pending, paid] = orders

  expect(
    paid.units.map((unit: { productName: string; licenseKey: string | null; status: string }) => [
      unit.productName,
      unit.licenseKey,
      unit.status,
    ]),
  ).toEqual([
    ['Primeiro', 'PRIM-0001', 'active'],
    ['Segundo', 'SEGU-0001', 'active'],
    ['Segundo', 'SEGU-0002', 'active'],
    ['Manual', null, 'pending'],
  ])

  expect(paid.licenses).toEqual(['PRIM-0001', 'SEGU-0001', 'SEGU-0002'])
  expect(pending.licenses).toEqual([])
  expect(paid.products.map(({ price }: { price: number }) => price)).toEqual([10, 20, 5])

  const { data } = (await send(testShop, 'GET /api/users/dashboard', { as: buyer })).body
  expect([pagination.totalItems, data.dashboard.totalOrders]).toEqual([2, 2])
  const owned = (await send(testShop, 'GET /api/users/products', { as: buyer })).body
  expect([owned.total, owned.active, owned.totalValue]).toEqual([4, 3, 55])
})

it('the category for products without another is on the status page only with products [F132]', async () => {
  const names = async () =>
    (await send(testShop, 'GET /api/server/status')).body.map(
      ({ categoryName }: { categoryName: string }) => categoryName,
    )

  expect(await names()).toContain('general')
  const own = await openTestShop()

  try {
    const empty = (await own.http.inject('/api/server/status')).json()
    expect(empty.map(({ categoryName }: { categoryName: string }) => categoryName)).not.toContain(
      'general',
    )
  } finally {
    await own.close()
  }
})

it('an order counts as delivered when its last key came [P130]', async () => {
  const buyer = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 3, priceCents: 1050 })
  const cartId = await cartOf(testShop.app, buyer.userId, [{ productId: id, quantity: 3 }])
  const { body } = await startPix(testShop, buyer, cartId)
  await payPix(testShop, body.txid)
  await eventually(testShop, async () => {
    expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
  })

  const { orderId } = await paymentRow(testShop, body.paymentId)
  const unitIds = await testShop.app.db
    .select({ id: orderUnits.id })
    .from(orderUnits)
    .where(eq(orderUnits.orderId, orderId))

  for (const [place, day] of ['05', '07', '06'].entries())
    await testShop.app.db
      .update(orderUnits)
      .set({ deliveredAt: new Date(`2031-03-${day}T12:00:00Z`) })
      .where(eq(orderUnits.id, unitIds[place]!.id))

  const { orders } = (await send(testShop, 'GET /api/users/orders', { as: buyer })).body

  expect(orders[0].timeline.at(-1)).toEqual({
    event: 'delivered',
    at: '2031-03-07T12:00:00.000Z',
  })
})
