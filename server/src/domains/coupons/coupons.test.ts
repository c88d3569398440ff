import type { CouponType } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  carts,
  couponProducts,
  coupons,
  couponUses,
  orders,
  payments,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { cartOf, coupon, person, product, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import {
  consumeCouponUse,
  priceCart,
  releaseCouponUse,
  reserveCouponUse,
} from './coupons.service.ts'

let testShop: TestShop
let second: App

beforeAll(async () => {
  testShop = await openTestShop()
  second = await testShop.another()
})

afterAll(async () => {
  await testShop?.close()
})

const paymentName = () => randomBytes(16).toString('hex')

const counters = async (id: string) => {
  const [row] = await testShop.app.db
    .select({ used: coupons.usageCount, reserved: coupons.reservedCount })
    .from(coupons)
    .where(eq(coupons.id, id))

  const uses = await testShop.app.db.select().from(couponUses).where(eq(couponUses.couponId, id))

  expect(row).toEqual({
    used: uses.filter((one) => one.state === 'consumed').length,
    reserved: uses.filter((one) => one.state === 'reserved').length,
  })

  return row!
}

const reserve = (app: App, couponId: string, paymentId: string, userId: string) =>
  inTransaction(app, (tx) => reserveCouponUse(tx, { couponId, paymentId, userId }))

/** Store an order of a person with its payment. */
async function orderFor(
  who: Person,
  status: 'pending' | 'completed' | 'refunded',
  cartId = newId(),
): Promise<string> {
  const now = testShop.clock.now()
  const id = newId()

  const money = {
    currency: 'BRL' as const,
    discountCents: 0,
    customerName: who.name,
    customerEmail: who.email,
    createdAt: now,
  }

  await testShop.app.db.insert(orders).values({
    ...money,
    id,
    userId: who.userId,
    cartId,
    fingerprint: id,
    status,
    subtotalCents: 100,
    totalCents: 100,
    paymentMethod: 'pix',
  })

  const paymentId = paymentName()

  await testShop.app.db.insert(payments).values({
    ...money,
    id: paymentId,
    orderId: id,
    cartId,
    userId: who.userId,
    method: 'pix',
    status,
    amountCents: 100,
    originalCents: 100,
    usdRate: '5.4',
    productName: 'x',
    language: 'pt-BR',
    successUrl: '',
    cancelUrl: '',
    updatedAt: now,
    expiresAt: now,
  })

  return paymentId
}

describe('a limit', () => {
  it('of ten is taken exactly ten times by fifty payments at once; a released use returns once [B138, S167]', async () => {
    const who = await person(testShop.app)
    const id = await coupon(testShop.app, { code: 'DEZVEZES', usageLimit: 10 })
    const names = Array.from({ length: 50 }, paymentName)
    const got = await Promise.all(
      names.map((name, i) => reserve(i % 2 ? testShop.app : second, id, name, who.userId)),
    )
    const held = names.filter((_, i) => got[i])
    expect(held).toHaveLength(10)
    expect(await counters(id)).toEqual({ used: 0, reserved: 10 })

    await Promise.all(
      held
        .slice(0, 4)
        .flatMap((name) =>
          [testShop.app, second].map((app) =>
            inTransaction(app, (tx) => releaseCouponUse(tx, name)),
          ),
        ),
    )

    expect(await counters(id)).toEqual({ used: 0, reserved: 6 })

    const again = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        reserve(i % 2 ? testShop.app : second, id, paymentName(), who.userId),
      ),
    )

    expect(again.filter(Boolean)).toHaveLength(4)

    await Promise.all(
      held
        .slice(4)
        .flatMap((name) =>
          [testShop.app, second, testShop.app].map((app) =>
            inTransaction(app, (tx) => consumeCouponUse(tx, name)),
          ),
        ),
    )

    expect(await counters(id)).toEqual({ used: 6, reserved: 4 })
    expect(await reserve(second, id, paymentName(), who.userId)).toBe(false)
  })

  it('asking, paying and releasing twice or concurrently counts once [B138]', async () => {
    const who = await person(testShop.app)
    const id = await coupon(testShop.app, { code: 'DUASVEZES' })

    for (let round = 0; round < 10; round++) {
      const name = paymentName()

      expect([
        await reserve(testShop.app, id, name, who.userId),
        await reserve(second, id, name, who.userId),
      ]).toEqual([true, true])

      await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          inTransaction<unknown>(i % 2 ? testShop.app : second, (tx) =>
            i < 4 ? consumeCouponUse(tx, name) : releaseCouponUse(tx, name),
          ),
        ),
      )

      await inTransaction(testShop.app, (tx) => consumeCouponUse(tx, name))
      expect(await reserve(testShop.app, id, name, who.userId)).toBe(false)
    }

    expect(await counters(id)).toEqual({ used: 10, reserved: 0 })
    for (const nothing of [consumeCouponUse, releaseCouponUse])
      await inTransaction<unknown>(testShop.app, (tx) => nothing(tx, paymentName()))
  })

  it('a late payment consumes its coupon only while a use is left [B138]', async () => {
    const who = await person(testShop.app)
    const id = await coupon(testShop.app, { code: 'TARDE', usageLimit: 1 })
    const [early, late] = [paymentName(), paymentName()]
    await reserve(testShop.app, id, early, who.userId)
    await inTransaction(testShop.app, (tx) => releaseCouponUse(tx, early))
    expect(await reserve(testShop.app, id, late, who.userId)).toBe(true)
    await inTransaction(testShop.app, (tx) => consumeCouponUse(tx, early))
    expect(await counters(id)).toEqual({ used: 0, reserved: 1 })
    await inTransaction(testShop.app, (tx) => releaseCouponUse(tx, late))
    for (let i = 0; i < 2; i++) await inTransaction(second, (tx) => consumeCouponUse(tx, early))
    expect(await counters(id)).toEqual({ used: 1, reserved: 0 })
  })

  it('a last use that the cart itself reserved is refused to others only [S167]', async () => {
    const [who, other] = [await person(testShop.app), await person(testShop.app)]
    const id = await coupon(testShop.app, { code: 'ULTIMO', usageLimit: 1 })
    const cartId = newId()
    await reserve(testShop.app, id, await orderFor(who, 'pending', cartId), who.userId)

    const price = (by: Person, cart: string) =>
      priceCart(testShop.app, {
        userId: by.userId,
        cartId: cart,
        lines: [{ productId: newId(), unitCents: 1000, quantity: 1 }],
        currency: 'BRL',
        code: 'ULTIMO',
      })

    expect(await price(who, cartId)).toEqual({
      subtotalCents: 1000,
      discountCents: 100,
      totalCents: 900,
      coupon: { id, code: 'ULTIMO', type: 'percentage' },
    })

    expect((await price(other, newId())).coupon).toBeNull()
  })
})

describe('the nine types over HTTP', () => {
  const cases: {
    type: CouponType
    value?: number
    before?: (who: Person) => Promise<unknown>
    twoProducts?: boolean
    linked?: boolean
    discount: number
    refusedText: RegExp | null
  }[] = [
    { type: 'percentage', discount: 10, refusedText: null },
    { type: 'fixed', value: 2500, discount: 25, refusedText: null },
    { type: 'seasonal', discount: 10, refusedText: null },
    { type: 'birthday', discount: 10, refusedText: null },
    {
      type: 'first_purchase',
      before: (who) => orderFor(who, 'refunded'),
      discount: 10,
      refusedText: null,
    },
    {
      type: 'first_purchase',
      before: (who) => orderFor(who, 'completed'),
      discount: 0,
      refusedText: /primeira compra/,
    },
    {
      type: 'loyalty',
      before: async (who) => {
        for (let i = 0; i < 3; i++) await orderFor(who, 'completed')
      },
      discount: 10,
      refusedText: null,
    },
    {
      type: 'loyalty',
      before: async (who) => {
        for (let i = 0; i < 2; i++) await orderFor(who, 'completed')
        await orderFor(who, 'pending')
      },
      discount: 0,
      refusedText: /3 compras/,
    },
    { type: 'bundle', twoProducts: true, discount: 12, refusedText: null },
    { type: 'bundle', discount: 0, refusedText: /2 produtos/ },
    { type: 'category', linked: true, twoProducts: true, discount: 10, refusedText: null },
    { type: 'category', discount: 0, refusedText: /produtos do carrinho/ },
    {
      type: 'recovery',
      before: (who) =>
        testShop.app.db.insert(carts).values({
          id: newId(),
          userId: who.userId,
          status: 'completed',
          wasAbandoned: true,
          createdAt: testShop.clock.now(),
          updatedAt: testShop.clock.now(),
          expiresAt: testShop.clock.now(),
        }),
      discount: 10,
      refusedText: null,
    },
    { type: 'recovery', discount: 0, refusedText: /não está disponível/ },
  ]

  for (const [
    i,
    { type, value, before, twoProducts, linked, discount, refusedText },
  ] of cases.entries())
    it(`${type} ${refusedText ? 'is refused with its text' : `takes ${discount}`} (${i}) [B058, B153, S128, S167]`, async () => {
      const who = await person(testShop.app)
      await before?.(who)

      const [one, two] = [
        await product(testShop.app, { priceCents: 5000 }),
        await product(testShop.app, { priceCents: 2000 }),
      ]

      const id = await coupon(testShop.app, { code: `TIPO${i}`, type, ...(value ? { value } : {}) })
      if (linked)
        await testShop.app.db.insert(couponProducts).values({ couponId: id, productId: one.id })

      const cartId = await cartOf(testShop.app, who.userId, [
        { productId: one.id, quantity: 2 },
        ...(twoProducts ? [{ productId: two.id, quantity: 1 }] : []),
      ])

      const answer = await send(testShop, 'POST /api/product/cart/validate', {
        as: who,
        body: { cartId, cupomCode: `tipo${i}` },
      })

      const subtotal = twoProducts ? 120 : 100

      if (refusedText)
        expect(answer).toMatchObject({
          status: 400,
          body: { success: false, error: expect.stringMatching(refusedText) },
        })
      else
        expect(answer).toMatchObject({
          status: 200,
          body: {
            subtotal,
            discount,
            finalTotal: subtotal - discount,
            cupom: { code: `TIPO${i}`, type },
          },
        })

      expect(await counters(id)).toEqual({ used: 0, reserved: 0 })
    })

  it('a first purchase cannot be claimed by two carts of one person at once [B058]', async () => {
    const who = await person(testShop.app)
    const id = await coupon(testShop.app, { code: 'PRIMEIRA', type: 'first_purchase' })
    const other = await coupon(testShop.app, { code: 'PRIMEIRA2', type: 'first_purchase' })
    const { id: productId } = await product(testShop.app)
    await reserve(testShop.app, id, await orderFor(who, 'pending'), who.userId)
    const cartId = await cartOf(testShop.app, who.userId, [{ productId, quantity: 1 }])

    for (const cupomCode of ['PRIMEIRA', 'PRIMEIRA2'])
      expect(
        (
          await send(testShop, 'POST /api/product/cart/validate', {
            as: who,
            body: { cartId, cupomCode },
          })
        ).body.code,
      ).toBe('coupon.first_purchase')

    expect(await counters(other)).toEqual({ used: 0, reserved: 0 })
  })

  it('a dollar cart takes no fixed amount and compares limits in reais at the rate [S110, S172]', async () => {
    const who = await person(testShop.app)
    const { id: productId } = await product(testShop.app, { priceCents: 10_000, currency: 'USD' })
    const cartId = await cartOf(testShop.app, who.userId, [{ productId, quantity: 1 }])

    const check = (cupomCode: string, language = 'pt-BR') =>
      send(testShop, 'POST /api/product/cart/validate', {
        as: who,
        body: { cartId, cupomCode },
        headers: { 'accept-language': language },
      })

    await coupon(testShop.app, { code: 'REAIS', type: 'fixed', value: 500 })

    await coupon(testShop.app, {
      code: 'TETO',
      value: 5000,
      minPurchaseCents: 54_000,
      maxDiscountCents: 5_400,
    })

    await coupon(testShop.app, { code: 'ALTO', minPurchaseCents: 54_100 })
    expect((await check('REAIS')).body.code).toBe('coupon.currency')

    expect((await check('TETO')).body).toMatchObject({
      currency: 'USD',
      subtotal: 100,
      discount: 10,
      finalTotal: 90,
    })

    expect((await check('ALTO')).body.error).toBe(
      'Este cupom vale para compras a partir de US$\u00a0100,19.',
    )
    expect((await check('ALTO', 'en-US')).body.error).toBe(
      'This coupon is valid for purchases from $100.19.',
    )
  })
})
