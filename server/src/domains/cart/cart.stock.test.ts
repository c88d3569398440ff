import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { person, product, type Person } from '../../testing/make.ts'
import { send, startCrypto, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(() => testShop?.close())

const base = (who: Person) => `/api/product/cart/${who.userId}`

const add = (who: Person, productId: string, quantity = 1, more: object = {}) =>
  send(testShop, `POST ${base(who)}/add`, { as: who, body: { productId, quantity, ...more } })

const set = (who: Person, productId: string, quantity: number) =>
  send(testShop, `PATCH ${base(who)}/update/${productId}`, { as: who, body: { quantity } })

const lines = (body: { items: { product: { name: string }; quantity: number; max: number }[] }) =>
  body.items.map(({ product: { name }, quantity, max }) => [name, quantity, max])

const said = ({ status, body }: { status: number; body: any }) => [status, body.code, body.error]

describe('a cart stops at what is left', () => {
  it('with 2 keys it takes 2 and names the stock in the reader’s language [F125]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { name: 'Duas', keys: 2 })
    expect(said(await add(buyer, id, 5))).toEqual([409, 'cart.stock', 'Só restam 2 de Duas.'])
    expect(lines((await add(buyer, id)).body)).toEqual([['Duas', 1, 2]])
    expect(said(await set(buyer, id, 3))).toEqual([409, 'cart.stock', 'Só restam 2 de Duas.'])
    expect(lines((await set(buyer, id, 2)).body)).toEqual([['Duas', 2, 2]])

    const english = await send(testShop, `POST ${base(buyer)}/add`, {
      as: buyer,
      body: { productId: id, quantity: 1 },
      headers: { 'accept-language': 'en-US' },
    })

    expect(english.body.error).toBe('Only 2 left of Duas.')
    expect(lines((await send(testShop, `GET ${base(buyer)}`, { as: buyer })).body)).toEqual([
      ['Duas', 2, 2],
    ])
  })

  it('with one key the text is in the singular [F125]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { name: 'Uma', keys: 1 })
    expect(said(await add(buyer, id, 2))).toEqual([409, 'cart.stock', 'Só resta 1 de Uma.'])
  })

  it('a sold-out product is refused; products not from stock are limited per order only [Q116, F125]', async () => {
    const buyer = await person(testShop.app)
    const { id: none } = await product(testShop.app, { name: 'Nenhuma', keys: 0 })

    expect(said(await add(buyer, none))).toEqual([
      409,
      'cart.out',
      'Nenhuma está esgotado no momento.',
    ])

    const { id: byHand } = await product(testShop.app, { name: 'Manual', provider: 'manual' })
    expect(lines((await add(buyer, byHand, 10)).body)).toEqual([['Manual', 10, 10]])

    expect(said(await add(buyer, byHand))).toEqual([
      409,
      'cart.quantity',
      'No máximo 10 de Manual por pedido. Diminua a quantidade no carrinho.',
    ])
  })

  it("keys of others are gone, one's own open payment counts as stock, fewer is always taken [F125, F127]", async () => {
    const [buyer, other] = [await person(testShop.app), await person(testShop.app)]
    const { id } = await product(testShop.app, { name: 'Quatro', keys: 4 })
    const mine = (await add(buyer, id, 4)).body
    const theirs = (await add(other, id, 2)).body
    expect((await startPix(testShop, other, theirs.cart._id)).status).toBe(200)
    expect(lines((await send(testShop, `GET ${base(buyer)}`, { as: buyer })).body)).toEqual([
      ['Quatro', 4, 2],
    ])
    expect(said(await set(buyer, id, 5))).toEqual([409, 'cart.stock', 'Só restam 2 de Quatro.'])
    expect(lines((await set(buyer, id, 3)).body)).toEqual([['Quatro', 3, 2]])
    expect((await startCrypto(testShop, buyer, mine.cart._id)).body.code).toBe('stock.short')
    await set(buyer, id, 1)
    expect((await startCrypto(testShop, buyer, mine.cart._id)).status).toBe(200)
    expect(lines((await send(testShop, `GET ${base(buyer)}`, { as: buyer })).body)).toEqual([
      ['Quatro', 1, 2],
    ])
    expect(lines((await set(buyer, id, 2)).body)).toEqual([['Quatro', 2, 2]])
    expect((await startCrypto(testShop, buyer, mine.cart._id)).status).toBe(200)
  })

  it("a visitor's cart merges up to the stock and skips what is gone; visitors can ask for it [Q50, F125]", async () => {
    const buyer = await person(testShop.app)
    const few = await product(testShop.app, { name: 'Poucas', keys: 3 })
    const gone = await product(testShop.app, { name: 'Acabou', keys: 0 })
    const off = await product(testShop.app, { name: 'Fora', keys: 3, status: 'inactive' })
    const ids = [few.id, gone.id, off.id]
    const asked = await send(testShop, `GET /api/product/limits?ids=${ids.join()},x`)

    expect([asked.status, asked.body.limits]).toEqual([
      200,
      [
        { id: few.id, max: 3, onSale: true },
        { id: gone.id, max: 0, onSale: true },
        { id: off.id, max: 0, onSale: false },
      ],
    ])

    const { body } = await send(testShop, `POST ${base(buyer)}/sync`, {
      as: buyer,
      body: { localCartItems: ids.map((id) => ({ id, quantity: 7 })) },
    })

    expect(lines(body)).toEqual([['Poucas', 3, 3]])
  })

  it('a product that went off sale stays in the cart with a maximum of none [F125]', async () => {
    const [buyer, admin] = [
      await person(testShop.app),
      await person(testShop.app, { role: 'admin' }),
    ]
    const { id } = await product(testShop.app, { name: 'Some', keys: 3 })
    await add(buyer, id)

    await send(testShop, `PATCH /api/admin/product/${id}/status`, {
      as: admin,
      body: { status: 'inactive' },
    })

    expect(lines((await send(testShop, `GET ${base(buyer)}`, { as: buyer })).body)).toEqual([
      ['Some', 1, 0],
    ])

    expect(said(await set(buyer, id, 2))).toEqual([
      409,
      'product.unavailable',
      'Este produto não está à venda no momento.',
    ])
  })
})

describe('another currency', () => {
  it('is refused, unless the cart is replaced [Q53, F124]', async () => {
    const buyer = await person(testShop.app)
    const reais = await product(testShop.app, { name: 'Em reais', keys: 2 })
    const dollars = await product(testShop.app, { name: 'Em dólares', keys: 2, currency: 'USD' })
    await add(buyer, dollars.id)

    expect(said(await add(buyer, reais.id))).toEqual([
      409,
      'cart.currency',
      'O carrinho aceita apenas produtos em USD.',
    ])

    const { body } = await add(buyer, reais.id, 1, { replace: true })
    expect([lines(body), body.cart.currency]).toEqual([[['Em reais', 1, 2]], 'BRL'])
    const { id: sold } = await product(testShop.app, { name: 'Vendido', keys: 0, currency: 'USD' })
    expect((await add(buyer, sold, 1, { replace: true })).body.code).toBe('cart.out')
    expect(lines((await send(testShop, `GET ${base(buyer)}`, { as: buyer })).body)).toEqual([
      ['Em reais', 1, 2],
    ])
  })
})

it("another user's cart answers 403 to reading and to every change [F132, Q02]", async () => {
  const [buyer, stranger] = [await person(testShop.app), await person(testShop.app)]
  const { id } = await product(testShop.app, { keys: 1 })

  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '/add', { productId: id, quantity: 1 }],
    ['PATCH', `/update/${id}`, { quantity: 1 }],
    ['DELETE', `/remove/${id}`, undefined],
    ['POST', '/sync', { localCartItems: [] }],
  ] as const) {
    const reply = await send(testShop, `${method} ${base(buyer)}${path}`, { as: stranger, body })
    expect(said(reply), method).toEqual([
      403,
      'auth.forbidden',
      'Você não tem permissão para isso.',
    ])
  }

  expect(
    (await send(testShop, `GET /api/users/${buyer.userId}/history`, { as: stranger })).status,
  ).toBe(403)
})
