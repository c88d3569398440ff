import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cartOf, coupon, person, product } from '../../../testing/make.ts'
import { send, startCard, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

describe('guesses of coupon codes', () => {
  it('wrong codes in cart and checkout count against one limit, after which right ones fail [F158]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 3 })
    const cartId = await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 1 }])

    const right = await coupon(testShop.app, { code: `CERTO${Date.now()}`, value: 10 }).then(
      async (couponId) =>
        (await testShop.app.pool.query('select code from coupons where id = $1', [couponId]))
          .rows[0].code as string,
    )

    const answers: unknown[] = []

    for (let guess = 0; guess < 30; guess++) {
      answers.push((await startPix(testShop, who, cartId, { coupon: `ERRADO${guess}` })).body.code)
      await send(testShop, 'POST /api/product/cart/validate', {
        as: who,
        body: { cartId, cupomCode: `FALSO${guess}` },
      })
    }

    expect(new Set(answers)).toEqual(new Set(['coupon.invalid']))
    expect((await startPix(testShop, who, cartId, { coupon: 'ERRADO-61' })).status).toBe(429)
    expect((await startCard(testShop, who, cartId, { coupon: right })).status).toBe(429)
    expect((await startPix(testShop, who, cartId)).status).toBe(200)
  })
})
