import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { payments, productVariants } from '../../../db/tables/index.ts'
import { coupon, keysOf, validCpf, type Person } from '../../../testing/make.ts'
import { buyerOf, send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

const ways = {
  pix: ['efybank/checkout', { customer: { cpf: validCpf } }],
  card: ['stripe/create-checkout', {}],
  crypto: ['binance/checkout', { cryptoType: 'USDT' }],
} as const

type Way = keyof typeof ways

/** Press the pay button of a page that shows a total. */
function press(who: Person, way: Way, body: { cartId: string; expectedTotal?: number }, lng = '') {
  const [path, more] = ways[way]
  return send(testShop, `POST /api/payment/${path}`, {
    as: who,
    body: { termsAccepted: true, ...more, ...body },
    headers: lng ? { 'accept-language': lng } : {},
  })
}

const costs = (productId: string, priceCents: number) =>
  testShop.app.db
    .update(productVariants)
    .set({ priceCents })
    .where(eq(productVariants.id, productId))

const opened = (who: Person) =>
  testShop.app.db.select().from(payments).where(eq(payments.userId, who.userId))

const free = async (productId: string) =>
  (await keysOf(testShop.app, productId)).filter(({ status }) => status === 'available').length

it.each(['pix', 'card', 'crypto'] as const)(
  'a changed total by %s is refused with the new one, and nothing is reserved [P375]',
  async (way) => {
    const { who, productId, cartId } = await buyerOf(testShop, 2, { priceCents: 2490 })
    await costs(productId, 3000)
    const refused = await press(who, way, { cartId, expectedTotal: 49.8 })

    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'payment.total_changed',
      'O total mudou para R$\u00a060,00. Nada foi cobrado. Confira e pague de novo.',
    ])

    // A lower total is refused too: buyers pay exactly the total they saw.
    await costs(productId, 1000)
    const english = await press(who, way, { cartId, expectedTotal: 60 }, 'en-US')
    expect(english.body.error).toBe(
      'The total is now R$20.00. Nothing was charged. Check it and pay again.',
    )
    expect(await opened(who)).toEqual([])
    expect(await free(productId)).toBe(5)
    const paid = await press(who, way, { cartId, expectedTotal: 20 })
    expect(paid.status).toBe(200)
    expect((await opened(who)).map(({ amountCents }) => amountCents)).toEqual([2000])
  },
)

it('a smaller discount is a changed total, nonsense is bad input, no total is not checked [P375]', async () => {
  const { who, cartId } = await buyerOf(testShop, 1, { priceCents: 1990 })
  await coupon(testShop.app, { code: 'MENOS', value: 1000 })
  const withCoupon = { cartId, cupomCode: 'MENOS', expectedTotal: 15.92 }
  expect((await press(who, 'pix', withCoupon)).body.error).toContain('R$\u00a017,91')
  for (const expectedTotal of [-1, 19.905, 1e12, '19,90' as never])
    expect((await press(who, 'pix', { cartId, expectedTotal })).status).toBe(400)
  expect(await opened(who)).toEqual([])
  expect((await press(who, 'pix', { cartId })).status).toBe(200)
})

it('an open payment is not reused with another total than it has [P375]', async () => {
  const { who, productId, cartId } = await buyerOf(testShop, 1, { priceCents: 1000 })
  expect((await press(who, 'pix', { cartId, expectedTotal: 10 })).status).toBe(200)
  expect((await press(who, 'pix', { cartId, expectedTotal: 10 })).body.code).toBe('payment.pending')
  await costs(productId, 1500)
  expect((await press(who, 'pix', { cartId, expectedTotal: 10 })).body.error).toContain('15,00')
  const other = await press(who, 'pix', { cartId, expectedTotal: 15 })
  expect(other.status).toBe(200)

  expect(
    (await opened(who)).map(({ status, amountCents }) => [status, amountCents]).sort(),
  ).toEqual([
    ['failed', 1000],
    ['pending', 1500],
  ])
})
