import type { RefundReason } from '@chaveiro/contracts/shop-reasons'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { orders, payments, refunds } from '../../../db/tables/index.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { pastSale } from '../../../testing/past-sale.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// Whole refunds of 664.40, and R$ 50 of an order of 179.70 that stays completed. A fourth order is
// disputed.

let testShop: TestShop
let staff: Person
let buyer: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin' })
  buyer = await person(testShop.app)
  const shelf = [await product(testShop.app, { priceCents: 17_970 })]
  const at = new Date(testShop.clock.now().getTime() - 86_400_000)
  const sell = (cents: number, status: 'completed' | 'refunded' = 'completed') =>
    pastSale(testShop.app, { buyer, shelf }, { at: at.toISOString(), cents, status })
  const part = await sell(17_970)
  const gone = await sell(66_440, 'refunded')
  const twice = await sell(1000)
  const contested = await sell(2500)
  await name(part, 'ORD-000001', 17_970)
  await name(gone, 'ORD-000002', 66_440)
  // One payment received twice its price. The refund of the surplus does not reduce the order.
  await name(twice, 'ORD-000003', 2000)
  await name(contested, 'ORD-000004', 2500)

  await testShop.app.db
    .update(payments)
    .set({ dispute: 'open' })
    .where(eq(payments.id, contested.paymentId))

  const money = (
    id: string,
    paymentId: string,
    amountCents: number,
    reason: RefundReason = 'requested',
  ) => ({
    id,
    paymentId,
    receiptId: id,
    amountCents,
    reason,
    status: 'succeeded' as const,
    createdAt: at,
    updatedAt: at,
  })

  await testShop.app.db
    .insert(refunds)
    .values([
      money('a', part.paymentId, 3000),
      money('b', part.paymentId, 2000),
      money('c', gone.paymentId, 66_440),
      money('d', twice.paymentId, 1000, 'duplicate'),
      { ...money('e', contested.paymentId, 700), status: 'pending' as const },
    ])
})

afterAll(() => testShop?.close())

async function name(sale: { id: string; paymentId: string }, number: string, cents: number) {
  await testShop.app.db.update(orders).set({ number }).where(eq(orders.id, sale.id))
  await testShop.app.db
    .update(payments)
    .set({ receivedCents: cents, productName: number })
    .where(eq(payments.id, sale.paymentId))
}

const ask = async (path: string) => (await send(testShop, `GET ${path}`, { as: staff })).body

type Row = {
  orderNumber: string
  productName: string
  status: string
  refundedAmount?: number
  dispute?: string
}

const told = (rows: Row[], by: 'orderNumber' | 'productName' = 'orderNumber') =>
  rows
    .map((row) => [row[by], row.status, row.refundedAmount ?? null, row.dispute ?? null])
    .sort(([a], [b]) => String(a).localeCompare(String(b)))

const ofOrders = [
  ['ORD-000001', 'completed', 50, null],
  ['ORD-000002', 'refunded', 664.4, null],
  ['ORD-000003', 'completed', null, null],
  ['ORD-000004', 'completed', null, 'open'],
]

const ofPayments = [
  ['ORD-000001', 'completed', 50, null],
  ['ORD-000002', 'refunded', 664.4, null],
  ['ORD-000003', 'completed', 10, null],
  ['ORD-000004', 'completed', null, 'open'],
]

it('every list shows the refunded part of an order or payment, and its disputes [decision Q130]', async () => {
  const list = await ask('/api/admin/orders')
  expect(told(list.orders)).toEqual(ofOrders)
  expect(told((await ask('/api/admin/transactions')).data.transactions, 'productName')).toEqual(
    ofPayments,
  )
  const { customer } = await ask(`/api/admin/users/${buyer.userId}/overview`)
  expect(told(customer.orders.rows)).toEqual(ofOrders)
  expect(told(customer.payments.rows)).toEqual(ofPayments)

  const first = list.orders.find((row: Row) => row.orderNumber === 'ORD-000001')
  const { order } = await ask(`/api/admin/orders/${first.id}`)
  expect(order.refundedAmount).toBe(50)
  expect(order.payments[0].refundedAmount).toBe(50)
})

it('sums of refunded money equal the refunds, and income excludes them [decision Q130]', async () => {
  const { data } = await ask('/api/admin/transactions/stats')

  // The surplus of 10 was refunded, but was never part of the completed order.
  expect(data).toMatchObject({
    totalAmount: 879.1,
    completedCount: 3,
    completedAmount: 164.7,
    refundedCount: 1,
    refundedAmount: 724.4,
  })

  expect((await ask('/api/admin/orders/stats')).data.totalRevenue).toBe(164.7)
  expect((await ask('/api/admin/stats')).data.totalRevenue).toBe(164.7)
  expect((await ask('/api/admin/stats/sales-stats')).data.totalRevenue).toBe(164.7)
  const days: { amount: number }[] = (await ask('/api/admin/stats/sales')).data
  expect(days.map(({ amount }) => amount).filter(Boolean)).toEqual([164.7])
  expect((await ask('/api/admin/stats/payment-methods')).data).toEqual([
    { method: 'pix', count: 3, amount: 164.7 },
  ])
  expect((await ask('/api/admin/stats/top-products')).data).toEqual([
    { name: expect.any(String), sales: 3, revenue: 164.7 },
  ])
  const business = await ask('/api/admin/stats/business')

  expect(business.now).toMatchObject({
    sold: { count: 3, amount: 164.7 },
    takenIn: 879.1,
    refunds: { count: 3, amount: 714.4 },
  })

  expect(business.customers).toEqual([
    { id: buyer.userId, name: expect.any(String), orders: 3, revenue: 164.7 },
  ])
})
