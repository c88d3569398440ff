import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, cartItems, carts, products, productVariants } from '../../db/tables/index.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { cartOf, coupon, person, product, type Person } from '../../testing/make.ts'
import {
  accepted,
  eventually,
  expectSound,
  paymentRow,
  payPix,
  send,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { abandonIdleCarts } from './cart.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/carts'

const call = (method: 'GET' | 'PATCH' | 'DELETE', path = '', body?: object) =>
  send(testShop, `${method} ${base}${path}`, { as: staff, body })

async function cart(given: { who?: Person; quantity?: number } = {}) {
  const who = given.who ?? (await person(testShop.app))

  const { id: productId } = await product(testShop.app, {
    name: 'Item do carrinho',
    keys: 5,
    priceCents: 1500,
  })

  return {
    who,
    productId,
    id: await cartOf(testShop.app, who.userId, [{ productId, quantity: given.quantity ?? 2 }]),
  }
}

async function pay({ who, id }: { who: Person; id: string }, code?: string): Promise<void> {
  const { body } = await startPix(testShop, who, id, code ? { coupon: code } : {})
  await payPix(testShop, body.txid)
  await eventually(testShop, async () => {
    expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
  })
}

describe('carts in the back office', () => {
  it('are listed in pages of ten, found by user id, name and e-mail, filtered by status [B214, B068, B251]', async () => {
    const who = await person(testShop.app, { name: 'Carla Ópera', email: 'carla@carrinhos.test' })
    const done = await cart({ who })
    await pay(done)
    testShop.clock.advance(1)
    const open = await cart({ who })
    const found = async (query: string) => (await call('GET', `?${query}`)).body
    const seen = await found('search=carla@carrinhos')
    expect(seen).toMatchObject({ success: true, total: 2, pagination: { itemsPerPage: 10 } })

    expect(seen.carts).toMatchObject([
      {
        id: open.id,
        _id: open.id,
        userId: who.userId,
        user: { name: 'Carla Ópera' },
        itemCount: 2,
        totalAmount: 30,
        subtotal: 30,
        status: 'active',
        termsAccepted: false,
        expired: false,
      },
      { id: done.id, status: 'completed', termsAccepted: true, totalAmount: 30 },
    ])

    for (const query of [
      `search=${who.userId}`,
      `search=${encodeURIComponent('carla ópera')}`.toUpperCase().replace('SEARCH', 'search'),
      'search=carla@carrinhos&status=all',
    ])
      expect((await found(query)).total, query).toBe(2)

    expect(
      (await found('search=carla@carrinhos&status=completed')).carts.map(
        (one: { id: string }) => one.id,
      ),
    ).toEqual([done.id])

    expect(
      (await found('search=carla@carrinhos&limit=1&page=2')).carts.map(
        (one: { id: string }) => one.id,
      ),
    ).toEqual([done.id])

    expect((await call('GET', '?status=expired')).status).toBe(400)
    expect((await send(testShop, `GET ${base}`, { as: who })).status).toBe(403)

    expect(
      (await call('GET', '/export.csv?search=carla@carrinhos')).body
        .toString()
        .trim()
        .split('\r\n'),
    ).toHaveLength(3)
  })

  it("show today's prices, a deleted product as none, and the coupon while it is valid [B134, B072]", async () => {
    await coupon(testShop.app, { code: 'CARRINHO' })
    const one = await cart()
    const second = await product(testShop.app, { keys: 1, priceCents: 700 })

    await testShop.app.db.insert(cartItems).values({
      id: newId(),
      cartId: one.id,
      variantId: second.id,
      quantity: 1,
      addedAt: testShop.clock.now(),
    })

    await testShop.app.db.update(carts).set({ couponCode: 'CARRINHO' }).where(eq(carts.id, one.id))
    const { body } = await call('GET', `/${one.id}`)

    expect(body).toMatchObject({
      success: true,
      id: one.id,
      itemCount: 3,
      subtotal: 37,
      totalAmount: 33.3,
      termsAccepted: false,
      expiresAt: expect.any(String),
      discount: { applied: true, cupomCode: 'CARRINHO', amount: 3.7 },
      items: [
        { product: { name: 'Item do carrinho', image: null }, price: 15, quantity: 2 },
        { quantity: 1 },
      ],
    })

    expect(body.cart).toEqual(body.data)

    await testShop.app.db
      .update(products)
      .set({ deletedAt: testShop.clock.now() })
      .where(eq(products.id, second.id))

    expect((await call('GET', `/${one.id}`)).body).toMatchObject({
      subtotal: 30,
      totalAmount: 27,
      itemCount: 2,
      items: [
        { price: 15, quantity: 2 },
        { product: null, price: null, quantity: 1 },
      ],
    })

    await testShop.app.db.update(carts).set({ couponCode: 'NADA' }).where(eq(carts.id, one.id))

    expect((await call('GET', `/${one.id}`)).body).toMatchObject({
      totalAmount: 30,
      discount: { applied: false, amount: 0 },
    })

    expect((await call('GET', `/${second.id}`)).body.code).toBe('cart.not_found')
  })

  it('cost the sum of their lines, as for the customer, also without the first dollar product [Q43, F145]', async () => {
    const who = await person(testShop.app, { email: 'sobra@carrinhos.test' })
    const gone = await product(testShop.app, { keys: 3, priceCents: 9900, currency: 'USD' })
    const id = await cartOf(testShop.app, who.userId, [{ productId: gone.id, quantity: 2 }])

    await testShop.app.db
      .update(products)
      .set({ deletedAt: testShop.clock.now() })
      .where(eq(products.id, gone.id))

    testShop.clock.advance(1)
    const { id: productId } = await product(testShop.app, { keys: 5, priceCents: 1500 })

    await send(testShop, `POST /api/product/cart/${who.userId}/add`, {
      as: who,
      body: { productId, quantity: 3 },
    })

    expect(
      (await send(testShop, `GET /api/product/cart/${who.userId}`, { as: who })).body,
    ).toMatchObject({
      cart: { id, total: 45, currency: 'BRL' },
      items: [{ product: { id: productId, price: 15 }, quantity: 3 }],
    })

    const { body } = await call('GET', `/${id}`)

    expect(body).toMatchObject({
      itemCount: 3,
      currency: 'BRL',
      subtotal: 45,
      totalAmount: 45,
      items: [
        { productId: gone.id, product: null, price: null, quantity: 2 },
        { productId, price: 15, quantity: 3 },
      ],
    })

    const [head, row] = (await call('GET', '/export.csv?search=sobra@carrinhos')).body
      .toString()
      .trim()
      .split('\r\n')
      .map((line: string) => line.slice(1, -1).split('","'))

    const written = Object.fromEntries(head.map((name: string, at: number) => [name, row[at]]))
    expect(written).toMatchObject({ itemCount: '3', subtotal: '45', currency: 'BRL' })
  })

  it('keep the paid price, whatever the price is now [B134]', async () => {
    await coupon(testShop.app, { code: 'PAGO10' })
    const paid = await cart()
    await pay(paid, 'PAGO10')

    await testShop.app.db
      .update(productVariants)
      .set({ priceCents: 99_00 })
      .where(eq(productVariants.id, paid.productId))

    expect((await call('GET', `/${paid.id}`)).body).toMatchObject({
      status: 'completed',
      subtotal: 30,
      totalAmount: 27,
      discount: { applied: true, cupomCode: 'PAGO10', amount: 3 },
    })
  })

  it('are counted by status; expired are the open ones past their date [B135, B148]', async () => {
    const before = (await call('GET', '/stats')).body
    await pay(await cart())
    const [idle, dead] = [await cart(), await cart()]
    await cart()

    await testShop.app.db
      .update(carts)
      .set({ updatedAt: new Date(testShop.clock.now().getTime() - 25 * 3_600_000) })
      .where(eq(carts.id, idle.id))

    await abandonIdleCarts(testShop.app)

    await testShop.app.db
      .update(carts)
      .set({ expiresAt: new Date(testShop.clock.now().getTime() - 1) })
      .where(eq(carts.id, dead.id))

    const after = (await call('GET', '/stats')).body

    expect(after).toMatchObject({
      totalCarts: before.totalCarts + 4,
      activeCarts: before.activeCarts + 2,
      completedCarts: before.completedCarts + 1,
      abandonedCarts: before.abandonedCarts + 1,
      expiredCarts: before.expiredCarts + 1,
      data: { totalCarts: after.totalCarts },
    })

    expect((await call('GET', `/${dead.id}`)).body).toMatchObject({
      status: 'active',
      expired: true,
    })
  })

  it('take any status by hand; the trail records the change and nothing is delivered [B215, B073, Q110]', async () => {
    const one = await cart()

    expect((await call('PATCH', `/${one.id}/status`, { status: 'abandoned' })).body).toMatchObject({
      success: true,
      id: one.id,
      status: 'abandoned',
      items: [{ quantity: 2 }],
    })

    await testShop.app.db
      .update(carts)
      .set({
        updatedAt: new Date(testShop.clock.now().getTime() - 48 * 3_600_000),
        expiresAt: testShop.clock.now(),
      })
      .where(eq(carts.id, one.id))

    expect((await call('PATCH', `/${one.id}`, { status: 'active' })).body.status).toBe('active')
    await abandonIdleCarts(testShop.app)

    expect((await call('GET', `/${one.id}`)).body).toMatchObject({
      status: 'active',
      expired: false,
    })

    expect(
      (await call('PATCH', `/${one.id}/status`, { status: 'completed' })).body.cart.status,
    ).toBe('completed')
    for (const status of ['abandoned', 'completed', 'active', 'completed'])
      expect((await call('PATCH', `/${one.id}/status`, { status })).body.cart.status).toBe(status)
    for (const status of ['expired', '', null])
      expect((await call('PATCH', `/${one.id}/status`, { status })).status).toBe(400)

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, one.id), eq(auditLog.action, 'cart.status')))
      .orderBy(auditLog.createdAt, auditLog.id)

    expect(trail.map((row) => row.details)).toEqual([
      { before: { status: 'active' }, after: { status: 'abandoned' } },
      { before: { status: 'abandoned' }, after: { status: 'active' } },
      { before: { status: 'active' }, after: { status: 'completed' } },
      { before: { status: 'completed' }, after: { status: 'abandoned' } },
      { before: { status: 'abandoned' }, after: { status: 'completed' } },
      { before: { status: 'completed' }, after: { status: 'active' } },
      { before: { status: 'active' }, after: { status: 'completed' } },
    ])

    expect(trail[0]).toMatchObject({ actorName: 'Dora Equipe', ip: '127.0.0.1' })
    expect((await send(testShop, 'GET /api/users/orders', { as: one.who })).body.orders).toEqual([])

    expect(
      (
        await send(testShop, `PATCH ${base}/${one.id}/status`, {
          as: one.who,
          body: { status: 'active' },
        })
      ).status,
    ).toBe(403)
  })

  it('once bought keep their status; a customer has one open cart; both errors explain it [B215, Q110]', async () => {
    const paid = await cart()
    await pay(paid)
    const { orders } = (await send(testShop, 'GET /api/users/orders', { as: paid.who })).body

    for (const status of ['active', 'abandoned'])
      expect(await call('PATCH', `/${paid.id}/status`, { status })).toMatchObject({
        status: 409,
        body: {
          code: 'cart.paid',
          error: `Este carrinho já foi comprado no pedido ${orders[0].orderNumber} e fica como está. Um novo carrinho o cliente abre ao escolher um produto.`,
        },
      })

    const first = await cart()
    await call('PATCH', `/${first.id}/status`, { status: 'completed' })
    const { id: productId } = await product(testShop.app, { keys: 1 })

    await send(testShop, `POST /api/product/cart/${first.who.userId}/add`, {
      as: first.who,
      body: { productId, quantity: 1 },
    })

    expect(await call('PATCH', `/${first.id}/status`, { status: 'active' })).toMatchObject({
      status: 409,
      body: {
        code: 'cart.another_open',
        error: 'O cliente já tem outro carrinho em uso. Feche ou exclua o outro primeiro.',
      },
    })
  })

  it('are neither completed nor deleted while a payment is open; orders survive a deletion [B216, B215, B181]', async () => {
    const open = await cart()
    accepted(await startPix(testShop, open.who, open.id))

    expect(await call('PATCH', `/${open.id}/status`, { status: 'completed' })).toMatchObject({
      status: 409,
      body: { code: 'cart.payment_open' },
    })

    expect(await call('DELETE', `/${open.id}`)).toMatchObject({
      status: 409,
      body: { code: 'cart.payment_open' },
    })

    const paid = await cart()
    await pay(paid)

    expect(await call('DELETE', `/${paid.id}`)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Carrinho excluído.' },
    })

    expect((await call('GET', `/${paid.id}`)).status).toBe(404)
    expect((await call('DELETE', `/${paid.id}`)).status).toBe(404)
    expect(
      (await send(testShop, 'GET /api/users/orders', { as: paid.who })).body.orders,
    ).toMatchObject([{ status: 'completed', licenses: [expect.any(String), expect.any(String)] }])

    expect(
      (
        await testShop.app.db
          .select()
          .from(auditLog)
          .where(and(eq(auditLog.targetId, paid.id), eq(auditLog.action, 'cart.deleted')))
      )[0],
    ).toMatchObject({
      actorId: staff.userId,
      details: { before: { userId: paid.who.userId, status: 'completed' } },
    })

    await expectSound(testShop)
  })
})
