import type { RefundReason } from '@chaveiro/contracts/shop-reasons'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  cartItems,
  carts,
  disputes,
  orderUnits,
  payments,
  refunds,
  visitDays,
} from '../../db/tables/index.ts'
import { newId, newSecretId } from '../../platform/secrets/ids.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { pastSale, type Sale } from '../../testing/past-sale.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person
let buyers: Person[]
let shelf: { id: string; name: string }[]

beforeAll(async () => {
  testShop = await openTestShop({ env: { FEE_PIX: '1%', FEE_CARD: '4%+0.50', FEE_CRYPTO: '0%' } })
  testShop.clock.advance(
    (Date.parse('2027-03-17T18:00:00Z') - testShop.clock.now().getTime()) / 1000,
  )
  staff = await person(testShop.app, { role: 'developer' })

  buyers = [
    await person(testShop.app, { name: 'Ana Souza' }),
    await person(testShop.app, { name: 'Rui Lima' }),
  ]

  shelf = [
    await product(testShop.app, { name: 'Alfa', keys: 6, priceCents: 2500 }),
    await product(testShop.app, { name: 'Beta', keys: 2, priceCents: 1000 }),
  ]

  await pastBusiness()
})

afterAll(async () => {
  await testShop?.close()
})

const sale = (buyer: number, given: Sale) =>
  pastSale(testShop.app, { buyer: buyers[buyer]!, shelf }, given)

const at = (day: string) => new Date(`${day}T15:00:00Z`)

const moneyBack = (id: string, reason: RefundReason, cents: number, day: string) => ({
  id: newSecretId(),
  paymentId: id,
  receiptId: newSecretId(),
  amountCents: cents,
  reason,
  status: 'succeeded' as const,
  createdAt: at(day),
  updatedAt: at(day),
})

/** Seven days of business until 17 March, and some of the week before. */
async function pastBusiness(): Promise<void> {
  const { db } = testShop.app

  const first = await sale(0, {
    at: '2027-03-17T15:00:00Z',
    cents: 10_000,
    source: 'instagram/natal',
    coupon: 'DEZ',
    discount: 1000,
  })

  await sale(0, { at: '2027-03-12T15:00:00Z', cents: 5000, method: 'stripe', source: '' })
  await sale(1, { at: '2027-03-11T15:00:00Z', cents: 2000, origin: 'discord' })
  const back = await sale(1, { at: '2027-03-15T15:00:00Z', cents: 3000, status: 'refunded' })
  // This order was sold before both weeks, and partly refunded in the earlier week.
  const earlier = await sale(0, { at: '2027-02-20T15:00:00Z', cents: 2000 })
  // A sale of the earlier week in dollars: 1000 cents at a rate of 6.10.
  await sale(0, { at: '2027-03-05T15:00:00Z', cents: 1000, currency: 'USD', rate: '6.1' })

  await db
    .insert(refunds)
    .values([
      moneyBack(back.paymentId, 'requested', 3000, '2027-03-16'),
      moneyBack(first.paymentId, 'duplicate', 10_000, '2027-03-17'),
      moneyBack(earlier.paymentId, 'requested', 700, '2027-03-04'),
    ])

  await db.insert(disputes).values({
    paymentId: first.paymentId,
    disputeId: 'd1',
    state: 'open',
    contestedCents: 10_000,
    takenCents: 0,
    readAt: at('2027-03-17'),
    createdAt: at('2027-03-17'),
    updatedAt: at('2027-03-17'),
  })

  const late = await sale(1, { at: '2027-03-14T15:00:00Z', cents: 4200, status: 'cancelled' })
  await db.update(payments).set({ reason: 'expired' }).where(eq(payments.id, late.paymentId))
  const cartId = newId()

  await db.insert(carts).values({
    id: cartId,
    userId: buyers[1]!.userId,
    status: 'abandoned',
    createdAt: at('2027-03-13'),
    updatedAt: at('2027-03-14'),
    expiresAt: at('2027-03-14'),
  })

  await db.insert(cartItems).values(
    shelf.map(({ id }, place) => ({
      id: newId(),
      cartId,
      variantId: id,
      quantity: place + 1,
      addedAt: at('2027-03-13'),
    })),
  )

  await db.insert(visitDays).values([
    { day: '2027-03-17', step: 'visit', source: 'instagram/natal', visits: 40 },
    { day: '2027-03-11', step: 'visit', source: '', visits: 60 },
    { day: '2027-03-12', step: 'cart', source: '', visits: 20 },
    { day: '2027-03-12', step: 'checkout', source: '', visits: 10 },
    { day: '2027-03-10', step: 'visit', source: 'google', visits: 7 },
  ])

  await db.insert(orderUnits).values(
    [0, 1, 2].map((unitIndex) => ({
      id: newId(),
      orderId: first.id,
      lineId: first.lineId,
      unitIndex,
      variantId: shelf[unitIndex ? 1 : 0]!.id,
      provider: 'stock' as const,
      createdAt: at('2027-03-17'),
    })),
  )
}

const ask = (path: string, as: Person = staff) => send(testShop, `GET ${path}`, { as })

it('a range shows income, profit, losses on the way and the range before [P402]', async () => {
  expect((await ask('/api/admin/stats/business?range=7d', buyers[0])).status).toBe(403)
  const { body } = await ask('/api/admin/stats/business?range=7d')

  expect(body.now).toEqual({
    sold: { count: 3, amount: 170 },
    takenIn: 200,
    // 1 % of 150 by PIX, 4 % of 50 and 50 cents by card.
    fees: 4,
    refunds: { count: 1, amount: 30 },
    net: 166,
    disputes: { count: 1, amount: 100 },
    visits: 100,
    carts: 20,
    checkouts: 10,
    paid: 2,
    abandonedCarts: { count: 1, amount: 45 },
    unpaidPix: { count: 1, amount: 42 },
  })

  expect(body.before).toEqual({
    sold: { count: 1, amount: 61 },
    takenIn: 61,
    fees: 0.61,
    refunds: { count: 1, amount: 7 },
    net: 53.39,
    disputes: { count: 0, amount: 0 },
    visits: 7,
    carts: 0,
    checkouts: 0,
    paid: 1,
    abandonedCarts: { count: 0, amount: 0 },
    unpaidPix: { count: 0, amount: 0 },
  })

  expect(body.days).toEqual([
    { date: '2027-03-11', revenue: 20, before: 0 },
    { date: '2027-03-12', revenue: 50, before: 61 },
    { date: '2027-03-13', revenue: 0, before: 0 },
    { date: '2027-03-14', revenue: 0, before: 0 },
    { date: '2027-03-15', revenue: 0, before: 0 },
    { date: '2027-03-16', revenue: 0, before: 0 },
    { date: '2027-03-17', revenue: 100, before: 0 },
  ])

  expect(body.customers).toEqual([
    { id: buyers[0]!.userId, name: 'Ana Souza', orders: 2, revenue: 150 },
    { id: buyers[1]!.userId, name: 'Rui Lima', orders: 1, revenue: 20 },
  ])

  expect(body.coupons).toEqual([{ code: 'DEZ', orders: 1, discount: 10, revenue: 100 }])

  expect(body.sources).toEqual([
    { source: 'instagram/natal', visits: 40, orders: 1, revenue: 100 },
    { source: '', visits: 60, orders: 1, revenue: 50 },
    { source: 'discord', visits: 0, orders: 1, revenue: 20 },
  ])

  expect(body.stock).toEqual([
    { name: 'Beta', left: 2, sold: 2, days: 30 },
    { name: 'Alfa', left: 6, sold: 1, days: 180 },
  ])
})

const monthFile = (month: string, language = 'pt-BR') =>
  fetch(`${testShop.origin}/api/admin/stats/month.csv${month && `?month=${month}`}`, {
    headers: { authorization: `Bearer ${staff.token}`, 'accept-language': language },
  })

const linesOf = async (month: string, language?: string): Promise<string[]> =>
  (await (await monthFile(month, language)).text())
    .replace(/ORD-\d+/g, 'ORD')
    .trimEnd()
    .split('\r\n')

it("the accountant gets a month's sales and refunds as a file that Excel opens in columns [P403, Q130]", async () => {
  const file = await monthFile('2027-03')
  expect(file.headers.get('content-disposition')).toContain('pedidos-2027-03.csv')
  expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])

  expect(await linesOf('2027-03')).toEqual([
    '"Data";"Tipo";"Pedido";"Cliente";"Pagamento";"Subtotal";"Desconto";"Total";"Taxa";"Reembolsado";"Líquido";"Cupom";"Origem da visita"',
    '"2027-03-04";"Reembolso";"ORD";"x";"PIX";"0";"0";"0";"0";"7";"-7";"";""',
    '"2027-03-05";"Venda";"ORD";"x";"PIX";"61";"0";"61";"0,61";"0";"60,39";"";""',
    '"2027-03-11";"Venda";"ORD";"x";"PIX";"20";"0";"20";"0,2";"0";"19,8";"";""',
    '"2027-03-12";"Venda";"ORD";"x";"Cartão";"50";"0";"50";"2,5";"0";"47,5";"";""',
    '"2027-03-15";"Venda";"ORD";"x";"PIX";"30";"0";"30";"0,3";"0";"29,7";"";""',
    '"2027-03-16";"Reembolso";"ORD";"x";"PIX";"0";"0";"0";"0";"30";"-30";"";""',
    '"2027-03-17";"Venda";"ORD";"x";"PIX";"110";"10";"100";"1";"0";"99";"DEZ";"instagram/natal"',
  ])

  expect((await linesOf('2027-03', 'en-US')).slice(0, 3)).toEqual([
    '"Date","Type","Order","Customer","Payment","Subtotal","Discount","Total","Fee","Refunded","Net","Coupon","Source of the visit"',
    '"2027-03-04","Refund","ORD","x","PIX","0","0","0","0","7","-7","",""',
    '"2027-03-05","Sale","ORD","x","PIX","61","0","61","0.61","0","60.39","",""',
  ])

  for (const month of ['2027-13', '2027-3', 'x'])
    expect((await ask(`/api/admin/stats/month.csv?month=${month}`)).status).toBe(400)
  expect((await ask('/api/admin/stats/month.csv?month=')).status).toBe(400)
  expect((await monthFile('')).headers.get('content-disposition')).toContain('pedidos-2027-03.csv')
})

it('a refund counts in its own month, not that of its sale: in file, chart and business view', async () => {
  const sold = await sale(0, { at: '2026-10-20T15:00:00Z', cents: 16_004, status: 'refunded' })
  const october = await linesOf('2026-10')

  const chart = async () => {
    const { body } = await ask('/api/admin/stats/revenue')
    return body.data.filter(({ month }: { month: string }) => /2026-1[01]/.test(month))
  }

  expect(await chart()).toEqual([
    { month: '2026-10', revenue: 160.04, expenses: 1.6, profit: 158.44 },
    { month: '2026-11', revenue: 0, expenses: 0, profit: 0 },
  ])

  await testShop.app.db
    .insert(refunds)
    .values(moneyBack(sold.paymentId, 'requested', 16_004, '2026-11-03'))

  expect(await linesOf('2026-10')).toEqual(october)
  expect(october.slice(1)).toEqual([
    '"2026-10-20";"Venda";"ORD";"x";"PIX";"160,04";"0";"160,04";"1,6";"0";"158,44";"";""',
  ])
  expect((await linesOf('2026-11')).slice(1)).toEqual([
    '"2026-11-03";"Reembolso";"ORD";"x";"PIX";"0";"0";"0";"0";"160,04";"-160,04";"";""',
  ])

  expect(await chart()).toEqual([
    { month: '2026-10', revenue: 160.04, expenses: 1.6, profit: 158.44 },
    { month: '2026-11', revenue: 0, expenses: 160.04, profit: -160.04 },
  ])
})
