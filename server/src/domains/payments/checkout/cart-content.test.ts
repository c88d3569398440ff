import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { carts, orders, productVariants } from '../../../db/tables/index.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { expire, pay, type Method } from '../../../testing/money-matrix.ts'
import {
  eventually,
  expectSound,
  paymentRow,
  send,
  startCard,
  startCrypto,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const starts = { pix: startPix, stripe: startCard, crypto: startCrypto }

const cartOf = async (who: Person) =>
  (await send(testShop, `GET /api/product/cart/${who.userId}`, { as: who })).body

const inCart = async (who: Person): Promise<[string, number][]> =>
  (await cartOf(who)).items.map((one: { product: { name: string }; quantity: number }) => [
    one.product.name,
    one.quantity,
  ])

const add = (who: Person, productId: string, quantity = 1) =>
  send(testShop, `POST /api/product/cart/${who.userId}/add`, {
    as: who,
    body: { productId, quantity },
  })

const set = (who: Person, productId: string, quantity: number) =>
  send(testShop, `PATCH /api/product/cart/${who.userId}/update/${productId}`, {
    as: who,
    body: { quantity },
  })

const boughtIn = async (cartId: string) =>
  (await send(testShop, `GET /api/admin/carts/${cartId}`, { as: staff })).body.data

const completed = (id: string) =>
  eventually(testShop, async () => {
    expect((await paymentRow(testShop, id)).status).toBe('completed')
  })

async function begin(who: Person, method: Method) {
  const { id: cartId } = await cartOf(who)
  const { status, body } = await starts[method](testShop, who, cartId)
  expect(status).toBe(200)
  const id = body.paymentId as string

  return { who, productId: '', id, txid: body.txid, coins: Number(body.cryptoAmount), cartId }
}

let cents = 50_000

const goods = async () => {
  cents += 7000
  return [
    await product(testShop.app, { name: `Um ${cents}`, keys: 3, priceCents: cents }),
    await product(testShop.app, { name: `Dois ${cents}`, keys: 6, priceCents: 1000 }),
  ] as const
}

describe('items added to a cart while its charge is open', () => {
  for (const method of ['pix', 'stripe', 'crypto'] as const)
    it(`by ${method} stay in the next cart, and the paid cart shows what was bought [F110]`, async () => {
      const who = await person(testShop.app)
      const [one, two] = await goods()
      await add(who, one.id)
      const begun = await begin(who, method)
      await add(who, two.id, 2)
      await add(who, one.id)
      await pay(testShop, method, begun)
      await completed(begun.id)
      expect((await cartOf(who)).id).not.toBe(begun.cartId)

      expect(await inCart(who)).toEqual([
        [one.name, 1],
        [two.name, 2],
      ])

      await testShop.app.db
        .update(productVariants)
        .set({ priceCents: 99_999, name: 'Outro nome' })
        .where(eq(productVariants.id, one.id))

      expect(await boughtIn(begun.cartId)).toMatchObject({
        status: 'completed',
        totalAmount: cents / 100,
        items: [{ quantity: 1, price: cents / 100, product: { name: one.name } }],
      })

      expect((await boughtIn(begun.cartId)).items).toHaveLength(1)
      await expectSound(testShop)
    })

  it('stay in a cart of the same channel [F110]', async () => {
    const who = await person(testShop.app)
    const [one, two] = await goods()
    await add(who, one.id)
    const begun = await begin(who, 'pix')
    await add(who, two.id)
    await testShop.app.db
      .update(carts)
      .set({ channel: 'discord' })
      .where(eq(carts.id, begun.cartId))
    await pay(testShop, 'pix', begun)
    await completed(begun.id)

    const [nextCart] = await testShop.app.db
      .select()
      .from(carts)
      .where(and(eq(carts.userId, who.userId), eq(carts.status, 'active')))

    expect(nextCart!.channel).toBe('discord')
  })

  it('leave no next cart when they only repeat the purchase, or are fewer [F110]', async () => {
    const who = await person(testShop.app)
    const [one, two] = await goods()
    await add(who, one.id, 2)
    await add(who, two.id)
    const begun = await begin(who, 'pix')
    await set(who, one.id, 1)
    await set(who, two.id, 0)
    await pay(testShop, 'pix', begun)
    await completed(begun.id)
    expect(await cartOf(who)).toMatchObject({ cart: null, items: [] })

    expect((await boughtIn(begun.cartId)).items).toMatchObject([
      { quantity: 2, product: { name: one.name } },
      { quantity: 1, product: { name: two.name } },
    ])
  })

  it('and paid by a second charge are each bought once when late money pays the first [F110]', async () => {
    const who = await person(testShop.app)
    const [one, two] = await goods()
    await add(who, one.id)
    const first = await begin(who, 'pix')
    await expire(testShop, first)
    await set(who, one.id, 0)
    await add(who, two.id)
    const second = await begin(who, 'pix')
    await add(who, one.id, 3)
    await pay(testShop, 'pix', first)
    await completed(first.id)
    expect((await paymentRow(testShop, second.id)).status).toBe('pending')

    expect(await inCart(who)).toEqual([
      [two.name, 1],
      [one.name, 2],
    ])

    await pay(testShop, 'pix', second)
    await completed(second.id)
    expect(await inCart(who)).toEqual([[one.name, 2]])

    expect(
      await testShop.app.db
        .select({ status: carts.status })
        .from(carts)
        .where(and(eq(carts.userId, who.userId), eq(carts.id, first.cartId))),
    ).toEqual([{ status: 'completed' }])

    await expectSound(testShop)
  })

  it.each(['none', 'first', 'second', 'both'] as const)(
    'bought in two orders, refund of %s: page and refusal name one order, a paid one first [F110]',
    async (back) => {
      const who = await person(testShop.app)
      const [one, two] = await goods()
      await add(who, one.id)
      const first = await begin(who, 'pix')
      await expire(testShop, first)
      await set(who, one.id, 0)
      await add(who, two.id)
      const second = await begin(who, 'pix')
      await pay(testShop, 'pix', first)
      await completed(first.id)
      await pay(testShop, 'pix', second)
      await completed(second.id)

      for (const [name, { id }] of Object.entries({ first, second }))
        if (back === name || back === 'both') {
          const { left } = (
            await send(testShop, `GET /api/admin/desk/payments/${id}`, { as: staff })
          ).body.payment

          await send(testShop, `POST /api/admin/desk/payments/${id}/refund`, {
            as: staff,
            body: { reason: 'teste', left },
          })

          await eventually(testShop, async () => {
            await testShop.advance(40)
            await testShop.sweep()
            expect((await paymentRow(testShop, id)).status).toBe('refunded')
          })
        }

      const named = back === 'second' ? first : second
      expect((await boughtIn(first.cartId)).items).toMatchObject([
        { quantity: 1, product: { name: named === first ? one.name : two.name } },
      ])
      const { orderId } = await paymentRow(testShop, named.id)
      const [order] = await testShop.app.db.select().from(orders).where(eq(orders.id, orderId))

      expect(
        (
          await send(testShop, `PATCH /api/admin/carts/${first.cartId}/status`, {
            as: staff,
            body: { status: 'active' },
          })
        ).body.error,
      ).toBe(
        `Este carrinho já foi comprado no pedido ${order!.number} e fica como está. Um novo carrinho o cliente abre ao escolher um produto.`,
      )
    },
  )

  it('by six additions at the moment of the settlement are in one cart or the other, whole [F110]', async () => {
    const who = await person(testShop.app)
    const [one, two] = await goods()
    await add(who, one.id)
    const begun = await begin(who, 'pix')

    const [, ...answers] = await Promise.all([
      pay(testShop, 'pix', begun),
      ...Array.from({ length: 6 }, () => add(who, two.id)),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    await completed(begun.id)
    expect(await inCart(who)).toEqual([[two.name, 6]])
  })
})
