import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cartItems, payments, productVariants } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { keysOf, person, product, validCpf, type Person } from '../../../testing/make.ts'
import { expectSound, fill, startCard, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { fillChatCart } from '../../cart/cart.service.ts'
import { startPayment } from './checkout.service.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { OPEN_PAYMENTS: '1' } })
})

afterAll(async () => {
  await testShop?.close()
})

const pixFor = (app: App, who: Person, cartId: string) =>
  startPayment(
    app,
    { userId: who.userId, name: who.name, email: who.email, language: 'pt-BR' },
    {
      method: 'pix',
      cartId,
      cpf: validCpf.replace(/\D/g, ''),
      couponCode: null,
      termsAccepted: true,
      successUrl: 'http://localhost:3000/success',
      cancelUrl: 'http://localhost:3000/failed',
    },
  )

const held = async (productId: string) =>
  (await keysOf(testShop.app, productId)).filter((key) => key.status === 'reserved').length

describe('the reservations of one customer', () => {
  it("are at most one order's units of a product; the checkout names product and limit too [Q116, F113]", async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { name: 'Chave Disputada', keys: 87 })
    const cartId = await fill(testShop, who, id, 87)

    expect(await startPix(testShop, who, cartId)).toMatchObject({
      status: 409,
      body: {
        code: 'cart.quantity',
        message: 'No máximo 10 de Chave Disputada por pedido. Diminua a quantidade no carrinho.',
      },
    })

    expect(await held(id)).toBe(0)
    await testShop.app.db
      .update(cartItems)
      .set({ quantity: 10 })
      .where(eq(cartItems.cartId, cartId))
    expect((await startPix(testShop, who, cartId)).status).toBe(200)
    expect(await held(id)).toBe(10)

    await testShop.app.db
      .update(productVariants)
      .set({ maxQuantity: 4 })
      .where(eq(productVariants.id, id))

    expect((await startCard(testShop, who, cartId)).body.code).toBe('cart.quantity')
    await expectSound(testShop)
  })

  it('are at most the allowed open payments; the refusal names the wait, replacing is allowed [Q116, F113]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 9 })
    const chat = await fillChatCart(testShop.app, who.userId, id, 1)
    const site = await fill(testShop, who, id, 2)
    await pixFor(testShop.app, who, chat)
    await testShop.advance(600)

    const reply = await testShop.http.inject({
      method: 'POST',
      url: '/api/payment/efybank/checkout',
      headers: who.headers,
      payload: {
        cartId: site,
        termsAccepted: true,
        customer: { name: who.name, email: who.email, cpf: validCpf },
      },
    })

    expect(reply.statusCode).toBe(429)

    expect(reply.json()).toMatchObject({
      code: 'payment.too_many_open',
      message:
        'Você já tem pagamentos em aberto (1 é o máximo). Pague um deles ou espere o prazo terminar.',
    })

    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(1150)
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(1200)
    expect(await held(id)).toBe(1)
    await fillChatCart(testShop.app, who.userId, id, 3)
    await pixFor(testShop.app, who, chat)
    expect(await held(id)).toBe(3)
    await testShop.advance(1801)
    await testShop.sweep()
    expect((await startPix(testShop, who, site)).status).toBe(200)
    expect(await held(id)).toBe(2)
    await expectSound(testShop)
  })

  it('hold for two processes at the same moment: one of two carts gets its charge [Q116, F113]', async () => {
    const second = await testShop.another()
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 9 })

    const [chat, site] = [
      await fillChatCart(testShop.app, who.userId, id, 1),
      await fill(testShop, who, id),
    ]

    const answers = await Promise.allSettled([
      pixFor(testShop.app, who, chat),
      pixFor(second, who, site),
    ])

    expect(answers.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])

    expect(
      (await testShop.app.db.select().from(payments).where(eq(payments.userId, who.userId))).map(
        (row) => row.status,
      ),
    ).toEqual(['pending'])

    await expectSound(testShop)
  })
})
