import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cartOf, coupon, person, product } from '../../../testing/make.ts'
import { send, startCard, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let world: TestShop

beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await world?.close()
})

describe('guesses of coupon codes', () => {
  it('wrong codes in cart and checkout count against one limit, after which right ones fail [F158]', async () => {
    const who = await person(world.app)
    const { id } = await product(world.app, { keys: 3 })
    const cartId = await cartOf(world.app, who.userId, [{ productId: id, quantity: 1 }])

    const right = await coupon(world.app, { code: `CERTO${Date.now()}`, value: 10 }).then(
      async (couponId) =>
        (await world.app.pool.query('select code from coupons where id = $1', [couponId])).rows[0]
          .code as string,
    )

    const answers: unknown[] = []

    for (let guess = 0; guess < 30; guess++) {
      answers.push((await startPix(world, who, cartId, { coupon: `ERRADO${guess}` })).body.code)
      await send(world, 'POST /api/product/cart/validate', {
        as: who,
        body: { cartId, cupomCode: `FALSO${guess}` },
      })
    }

    expect(new Set(answers)).toEqual(new Set(['coupon.invalid']))
    expect((await startPix(world, who, cartId, { coupon: 'ERRADO-61' })).status).toBe(429)
    expect((await startCard(world, who, cartId, { coupon: right })).status).toBe(429)
    expect((await startPix(world, who, cartId)).status).toBe(200)
  })
})
