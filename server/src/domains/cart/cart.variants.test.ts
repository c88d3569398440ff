import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { couponVariants, productTexts, productVariants } from '../../db/tables/index.ts'
import { coupon, person, product, variant, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

type Item = { lineId: string; product: object; variant: { id: string }; quantity: number }

const cartOf = (who: Person) => {
  const base = `/api/product/cart/${who.userId}`
  return {
    add: (body: object) => send(testShop, `POST ${base}/add`, { as: who, body }),
    set: (id: string, quantity: number) =>
      send(testShop, `PATCH ${base}/update/${id}`, { as: who, body: { quantity } }),
    drop: (id: string) => send(testShop, `DELETE ${base}/remove/${id}`, { as: who }),
    sync: (localCartItems: object[]) =>
      send(testShop, `POST ${base}/sync`, { as: who, body: { localCartItems } }),
    read: () => send(testShop, `GET ${base}`, { as: who }),
  }
}

const held = ({ body }: { body: { items: Item[] } }) =>
  body.items.map(({ variant: { id }, quantity }) => [id, quantity])

describe('a cart with variants', () => {
  it('takes the leading variant for a product alone, and refuses one of another product [L007, L008]', async () => {
    const cart = cartOf(await person(testShop.app))
    const { id } = await product(testShop.app, { keys: 9 })
    const other = await variant(testShop.app, id, { name: 'Outra', keys: 9 })
    const off = await variant(testShop.app, id, { name: 'Fora', keys: 9, active: false })
    const stranger = await product(testShop.app, { keys: 1 })
    expect(held(await cart.add({ productId: id }))).toEqual([[id, 1]])

    expect(await cart.add({ productId: stranger.id, variantId: other })).toMatchObject({
      status: 404,
      body: { code: 'variant.not_found', error: 'Opção não encontrada.' },
    })

    expect(await cart.add({ productId: id, variantId: off })).toMatchObject({
      status: 409,
      body: { code: 'product.unavailable' },
    })

    const none = await product(testShop.app, { keys: 1 })
    await testShop.app.pool.query('update product_variants set active = false where id = $1', [
      none.id,
    ])

    expect(await cart.add({ productId: none.id })).toMatchObject({
      status: 409,
      body: { code: 'product.unavailable' },
    })

    // The first variant is no longer on sale, so the id of the product now means the next variant.
    await testShop.app.pool.query('update product_variants set active = false where id = $1', [id])

    expect(held(await cart.add({ productId: id }))).toEqual([
      [id, 1],
      [other, 1],
    ])
  })

  it('names products and options in English for English readers, where staff wrote it [P259]', async () => {
    const who = await person(testShop.app)
    const { id, name } = await product(testShop.app, { keys: 9 })
    const yearly = await variant(testShop.app, id, { name: 'Anual', keys: 9 })
    const plain = await variant(testShop.app, id, { name: 'Mensal', keys: 9 })
    const lone = await product(testShop.app, { keys: 9 })

    await testShop.app.db.insert(productTexts).values({
      productId: id,
      language: 'en-US',
      name: 'Field editor',
      updatedAt: testShop.clock.now(),
    })

    await testShop.app.db
      .update(productVariants)
      .set({ nameEn: 'Yearly' })
      .where(eq(productVariants.id, yearly))

    const cart = cartOf(who)
    for (const variantId of [yearly, plain]) await cart.add({ productId: id, variantId })
    await cart.add({ productId: lone.id })
    type Named = { product: { name: string }; variant: { name: string } }

    const ask = (call: string, language: string, body?: object) =>
      send(testShop, call as 'GET /x', {
        as: who,
        headers: { 'accept-language': language },
        ...(body ? { body } : {}),
      })

    const names = ({ body }: { body: { items: Named[] } }) =>
      body.items.map((item) => [item.product.name, item.variant.name])
    const base = `/api/product/cart/${who.userId}`

    const english = [
      ['Field editor', 'Yearly'],
      ['Field editor', 'Mensal'],
      [lone.name, ''],
    ]

    expect(names(await ask(`GET ${base}`, 'en-US'))).toEqual(english)
    expect(names(await ask(`PATCH ${base}/update/${yearly}`, 'en-US', { quantity: 2 }))).toEqual(
      english,
    )

    const portuguese = [
      [name, 'Anual'],
      [name, 'Mensal'],
      [lone.name, ''],
    ]

    expect(names(await ask(`GET ${base}`, 'pt-BR'))).toEqual(portuguese)
    expect(names(await ask(`PATCH ${base}/update/${yearly}`, 'pt-BR', { quantity: 1 }))).toEqual(
      portuguese,
    )
  })

  it('holds two variants as two lines with their own ids, prices and quantities [L011, L012]', async () => {
    const cart = cartOf(await person(testShop.app))
    const { id, name } = await product(testShop.app, { priceCents: 1000, keys: 9 })

    const other = await variant(testShop.app, id, {
      name: 'Anual',
      priceCents: 5000,
      compareAtCents: 9000,
      keys: 9,
    })

    await cart.add({ productId: id, quantity: 2 })
    const { body } = await cart.add({ productId: id, variantId: other, quantity: 3 })

    expect(body.items).toMatchObject([
      {
        product: { id, name, price: 10 },
        variant: { id, _id: id, name: 'Primeira' },
        compareAtPrice: null,
        quantity: 2,
      },
      {
        product: { id, name, price: 50 },
        variant: { id: other, _id: other, name: 'Anual' },
        compareAtPrice: 90,
        quantity: 3,
      },
    ])

    expect(body.cart.total).toBe(170)
    const lines = (items: Item[]) => items.map(({ lineId }) => lineId)
    expect(new Set(lines(body.items)).size).toBe(2)
    expect(lines((await cart.read()).body.items)).toEqual(lines(body.items))

    // Product and first variant share this id; here it means the line of the first variant.
    expect(held(await cart.set(id, 1))).toEqual([
      [id, 1],
      [other, 3],
    ])

    const dear = await variant(testShop.app, id, { name: 'Vitalícia', keys: 9 })
    await cart.drop(id)
    expect(held(await cart.set(id, 4))).toEqual([[other, 4]])
    await cart.add({ productId: id, variantId: dear })

    for (const quantity of [5, 0])
      expect(await cart.set(id, quantity)).toMatchObject({
        status: 409,
        body: {
          code: 'variant.choose',
          error: 'Há mais de uma opção deste produto no carrinho. Escolha qual mudar.',
        },
      })

    expect(held(await cart.drop(id))).toEqual([])
  })

  it("merges a visitor's cart by variant with the larger quantity, and again without change [L013]", async () => {
    const cart = cartOf(await person(testShop.app))
    const { id } = await product(testShop.app, { keys: 9 })
    const other = await variant(testShop.app, id, { name: 'Outra', keys: 3 })
    const stranger = await product(testShop.app, { keys: 1 })
    await cart.add({ productId: id, quantity: 4 })

    const local = [
      { id, quantity: 2 },
      { id, variantId: other, quantity: 9 },
      { id: stranger.id, variantId: other, quantity: 1 },
    ]

    for (let time = 0; time < 2; time++)
      expect(held(await cart.sync(local))).toEqual([
        [id, 4],
        [other, 3],
      ])
  })

  it('an order holds a variant between its minimum and its maximum [L025]', async () => {
    const cart = cartOf(await person(testShop.app))
    const { id, name } = await product(testShop.app, { keys: 9 })

    const few = await variant(testShop.app, id, {
      name: 'Lote',
      keys: 20,
      minQuantity: 3,
      maxQuantity: 5,
    })

    expect(await cart.add({ productId: id, variantId: few, quantity: 6 })).toMatchObject({
      status: 409,
      body: { code: 'cart.limit_order', error: `${name} · Lote: de 3 a 5 por pedido.` },
    })

    expect(held(await cart.add({ productId: id, variantId: few, quantity: 2 }))).toEqual([[few, 2]])
    expect((await cart.set(few, 6)).body.code).toBe('cart.limit_order')
    expect(held(await cart.sync([{ id, variantId: few, quantity: 9 }]))).toEqual([[few, 5]])
  })

  it('a coupon for a variant covers its lines only; two variants count as one product [L028]', async () => {
    const who = await person(testShop.app)
    const cart = cartOf(who)
    const { id } = await product(testShop.app, { priceCents: 10_000, keys: 9 })
    const other = await variant(testShop.app, id, { name: 'Outra', priceCents: 2000, keys: 9 })
    await cart.add({ productId: id })
    const { body } = await cart.add({ productId: id, variantId: other, quantity: 2 })

    const off = async (code: string) =>
      (
        await send(testShop, 'POST /api/product/cart/validate', {
          as: who,
          body: { cartId: body.id, cupomCode: code },
        })
      ).body

    const couponId = await coupon(testShop.app, { code: 'SOUMA' })
    await testShop.app.db.insert(couponVariants).values({ couponId, variantId: other })
    expect(await off('SOUMA')).toMatchObject({ subtotal: 140, discount: 4, finalTotal: 136 })
    const first = await coupon(testShop.app, { code: 'PRIMEIRA' })
    await testShop.app.db.insert(couponVariants).values({ couponId: first, variantId: id })
    expect(await off('PRIMEIRA')).toMatchObject({ discount: 10 })
    await coupon(testShop.app, { code: 'DUPLA', type: 'bundle' })
    expect(await off('DUPLA')).toMatchObject({ code: 'coupon.bundle' })
  })
})
