import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  licences,
  orderLines,
  orders,
  payments,
  products,
  productVariants,
} from '../../../db/tables/index.ts'
import {
  cartOf,
  coupon,
  keysOf,
  person,
  product,
  variant,
  type Person,
} from '../../../testing/make.ts'
import { accepted, eventually, expectSound, payPix, send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { fillChatCart } from '../../cart/cart.service.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { OPEN_PAYMENTS: '100' } })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
})

afterAll(async () => {
  await testShop?.close()
})

const cartWith = (who: Person, productId: string, variantId: string, quantity = 1) =>
  cartOf(testShop.app, who.userId, [{ productId, variantId, quantity }])

const orderOf = async (cartId: string) =>
  (await testShop.app.db.select().from(orders).where(eq(orders.cartId, cartId)))[0]!

const licencesOf = (who: Person) =>
  testShop.app.db.select().from(licences).where(eq(licences.userId, who.userId))

describe('a variant that is bought', () => {
  it('delivers its own key for its own days, and orders show both names [L014, L030]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { name: 'Editor', keys: ['MES-0001'] })

    const life = await variant(testShop.app, id, {
      name: 'Vitalícia',
      validityDays: null,
      priceCents: 9000,
      keys: ['VIDA-0001'],
    })

    const cartId = await cartWith(who, id, life)
    expect((await startPix(testShop, who, cartId, { coupon: 'TUDO' })).body.status).toBe(
      'completed',
    )

    expect(await licencesOf(who)).toMatchObject([
      {
        productId: id,
        variantId: life,
        productName: 'Editor · Vitalícia',
        variantName: 'Vitalícia',
        validityDays: null,
        expiresAt: null,
        last4: '0001',
      },
    ])

    expect(await keysOf(testShop.app, id)).toMatchObject([{ status: 'available' }])

    // The order keeps its terms when the variant changes.
    await testShop.app.db
      .update(productVariants)
      .set({ name: 'Eterna', priceCents: 1, validityDays: 3 })
      .where(eq(productVariants.id, life))

    await testShop.app.db.update(products).set({ name: 'Outro' }).where(eq(products.id, id))
    const { body } = await send(testShop, 'GET /api/users/orders', { as: who })
    expect(body.orders[0].items ?? body.orders[0].products).toMatchObject([
      { name: 'Editor · Vitalícia', price: 90 },
    ])
    const bought = await send(testShop, 'GET /api/users/products', { as: who })
    expect(JSON.stringify(bought.body)).toContain('Editor · Vitalícia')
    const [payment] = await testShop.app.db
      .select()
      .from(payments)
      .where(eq(payments.cartId, cartId))
    expect(payment!.productName).toBe('Editor · Vitalícia')
    await testShop.drain()
    await expectSound(testShop)
  })

  it("costs today's price when its checkout is restarted, by a payment that replaces the first [L030]", async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { name: 'Giz', keys: 1 })
    const blue = await variant(testShop.app, id, { name: 'Azul', priceCents: 1000, keys: 2 })
    const cartId = await cartWith(who, id, blue)
    const first = await startPix(testShop, who, cartId)
    expect(first.body.amount).toBe(10)

    await testShop.app.db
      .update(productVariants)
      .set({ name: 'Anil', priceCents: 1250 })
      .where(eq(productVariants.id, blue))

    const second = await startPix(testShop, who, cartId)
    expect(second.body).toMatchObject({ amount: 12.5 })

    const rows = await testShop.app.db
      .select({
        status: payments.status,
        reason: payments.reason,
        cents: payments.amountCents,
        name: orderLines.name,
      })
      .from(payments)
      .innerJoin(orderLines, eq(orderLines.orderId, payments.orderId))
      .where(eq(payments.cartId, cartId))
      .orderBy(payments.createdAt)

    expect(rows).toEqual([
      { status: 'failed', reason: 'replaced', cents: 1000, name: 'Giz · Azul' },
      { status: 'pending', reason: null, cents: 1250, name: 'Giz · Anil' },
    ])
  })

  it('without keys is refused alone, by both names, and nothing is charged [L024]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { name: 'Caneta', keys: 3 })
    const none = await variant(testShop.app, id, { name: 'Azul' })

    const cartId = await cartOf(testShop.app, who.userId, [
      { productId: id, quantity: 1 },
      { productId: id, variantId: none, quantity: 1 },
    ])

    expect(await startPix(testShop, who, cartId)).toMatchObject({
      status: 409,
      body: { code: 'stock.short', error: expect.stringContaining('Caneta · Azul') },
    })

    expect(await testShop.app.db.$count(payments, eq(payments.cartId, cartId))).toBe(0)

    expect(await keysOf(testShop.app, id)).toMatchObject([
      { status: 'available' },
      { status: 'available' },
      { status: 'available' },
    ])

    const other = await person(testShop.app)
    const fine = await cartWith(other, id, id, 3)
    expect((await startPix(testShop, other, fine, { coupon: 'TUDO' })).status).toBe(200)
  })

  it('is refused at the checkout in a smaller quantity than its minimum [L025]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { name: 'Lápis', keys: 1 })
    const lot = await variant(testShop.app, id, { name: 'Caixa', minQuantity: 3, keys: 5 })
    const cartId = await cartWith(who, id, lot, 2)

    expect(await startPix(testShop, who, cartId)).toMatchObject({
      status: 409,
      body: { code: 'cart.limit_order', error: 'Lápis · Caixa: de 3 a 10 por pedido.' },
    })
  })

  it('is delivered later from its own keys alone, even if it was deleted meanwhile [L031]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 2 })
    const late = await variant(testShop.app, id, { name: 'Tarde', keys: 1 })
    const cartId = await cartWith(who, id, late)
    const { body } = await startPix(testShop, who, cartId)
    await testShop.advance(3600)
    await testShop.sweep()
    const thief = await person(testShop.app)
    accepted(await startPix(testShop, thief, await cartWith(thief, id, late), { coupon: 'TUDO' }))
    await payPix(testShop, body.txid)
    await eventually(testShop, async () =>
      expect(await orderOf(cartId)).toMatchObject({ status: 'completed' }),
    )
    expect(await licencesOf(who)).toEqual([])

    await testShop.app.db
      .update(productVariants)
      .set({ deletedAt: testShop.clock.now() })
      .where(eq(productVariants.id, late))

    const staff = await person(testShop.app, { role: 'admin' })

    const pasted = await send(testShop, 'POST /api/admin/stock', {
      as: staff,
      body: { productId: id, variantId: late, licenses: ['TARDE-0002'] },
    })

    expect(pasted.body).toMatchObject({ added: 1 })
    await testShop.drain()
    expect(await licencesOf(who)).toMatchObject([{ variantId: late, last4: '0002' }])
    await expectSound(testShop)
  })
})

describe('the customer limit of a variant', () => {
  const limited = async (keys = 60) => {
    const { id, name } = await product(testShop.app, { keys: 1 })

    const only = await variant(testShop.app, id, {
      name: 'Promo',
      keys,
      perCustomer: 2,
      perCustomerSince: testShop.clock.now(),
    })

    return { id, name, only }
  }

  it('counts paid units and those in open payments, and excludes refunded ones [L026, L027]', async () => {
    const { id, name, only } = await limited()
    const who = await person(testShop.app)
    const first = await cartWith(who, id, only, 2)
    expect((await startPix(testShop, who, first, { coupon: 'TUDO' })).status).toBe(200)
    const second = await cartWith(who, id, only)

    expect(await startPix(testShop, who, second)).toMatchObject({
      status: 409,
      body: {
        code: 'cart.limit_customer',
        error: `${name} · Promo: até 2 por cliente. Você já comprou 2.`,
      },
    })

    await testShop.app.db.update(orders).set({ status: 'refunded' }).where(eq(orders.cartId, first))
    expect((await startPix(testShop, who, second)).status).toBe(200)
    // The open payment of the same cart is replaced, so its units do not count.
    expect((await startPix(testShop, who, second, { coupon: 'TUDO' })).status).toBe(200)
  })

  it('is exceeded by late money, and the review remarks on it [L026]', async () => {
    const { id, only } = await limited()
    const who = await person(testShop.app)
    const staff = await person(testShop.app, { role: 'admin' })

    const remarks = async (cartId: string) => {
      const [{ id: paymentId }] = (await testShop.app.db
        .select({ id: payments.id })
        .from(payments)
        .where(eq(payments.cartId, cartId))) as [{ id: string }]

      const { body } = await send(testShop, `GET /api/admin/desk/payments/${paymentId}`, {
        as: staff,
      })
      const { kind, remark, timeline } = body.payment
      const completed = timeline.find((one: any) => one.action === 'payment.completed')

      return [kind, remark, completed.details.remark ?? null]
    }

    const lateBy = async (quantity: number, meanwhile?: () => Promise<unknown>) => {
      const cartId = await cartWith(who, id, only, quantity)
      const { body } = await startPix(testShop, who, cartId)
      await testShop.advance(3600)
      await testShop.sweep()
      await meanwhile?.()
      await payPix(testShop, body.txid)
      await eventually(testShop, async () =>
        expect(await orderOf(cartId)).toMatchObject({ status: 'completed' }),
      )

      return cartId
    }

    // Late money within the limit gets no remark about the limit.
    expect(await remarks(await lateBy(1))).toEqual(['late', null, null])

    const beyond = await lateBy(1, async () => {
      const chat = await fillChatCart(testShop.app, who.userId, only, 1)
      expect((await startPix(testShop, who, chat, { coupon: 'TUDO' })).status).toBe(200)
    })

    expect(await remarks(beyond)).toEqual(['late', 'customer_limit', 'customer_limit'])
    expect(await licencesOf(who)).toHaveLength(3)
    expect((await startPix(testShop, who, await cartWith(who, id, only))).body.code).toBe(
      'cart.limit_customer',
    )
    await testShop.drain()
    await expectSound(testShop)
  })

  it('holds for concurrent checkouts on site and chat, and no charge is created beyond it [L026]', async () => {
    const { id, only } = await limited()
    const who = await person(testShop.app)
    const site = await cartWith(who, id, only, 2)
    const chat = await fillChatCart(testShop.app, who.userId, only, 2)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => startPix(testShop, who, i % 2 ? site : chat)),
    )
    const halves = [0, 1].map((rest) => answers.filter((_, i) => i % 2 === rest))
    const won = (half: typeof answers) => half.some(({ status }) => status === 200)
    expect(halves.filter(won)).toHaveLength(1)
    // The limit refuses every checkout of the cart that lost.
    const codes = halves.find((half) => !won(half))!.map(({ body }) => body.code)
    expect(new Set(codes)).toEqual(new Set(['cart.limit_customer']))

    const lines = await testShop.app.db
      .select({ quantity: orderLines.quantity })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.orderId))
      .where(eq(orderLines.variantId, only))

    expect(lines).toEqual([{ quantity: 2 }])
    expect(await testShop.app.db.$count(payments, inArray(payments.cartId, [site, chat]))).toBe(1)
    await expectSound(testShop)
  })
})
