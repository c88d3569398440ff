import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  categories,
  licences,
  orders,
  orderUnits,
  payments,
  products,
  productVariants,
} from '../../db/tables/index.ts'
import { cartOf, coupon, person, product, type Person } from '../../testing/make.ts'
import { wordsOf } from '../../testing/pdf-words.ts'
import {
  eventually,
  expectSound,
  fill,
  look,
  payCard,
  paymentRow,
  payPix,
  send,
  startCard,
  startCrypto,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

const read = async (who: Person, path: string, headers: Record<string, string> = {}) =>
  (await send(testShop, `GET /api/users/${path}`, { as: who, headers })).body

const invoice = (who: Person, id: string, language = 'pt-BR') =>
  testShop.http.inject({
    method: 'GET',
    url: `/api/users/orders/${id}/invoice`,
    headers: { ...who.headers, 'accept-language': language },
  })

async function buy(
  who: Person,
  cartId: string,
  choice: { coupon?: string } = {},
): Promise<{ paymentId: string; orderId: string; txid: string }> {
  const { body } = await startPix(testShop, who, cartId, choice)
  await payPix(testShop, body.txid)
  await eventually(testShop, async () => {
    expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
  })

  return {
    paymentId: body.paymentId,
    txid: body.txid,
    orderId: (await paymentRow(testShop, body.paymentId)).orderId,
  }
}

describe('own orders', () => {
  it('are paged newest first with lines and keys, and their total counts completed ones [S139, S133, S142, S104, S185, S110]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 5, priceCents: 1050 })
    const first = await buy(who, await fill(testShop, who, id, 2))
    await testShop.advance(1)
    const pending = await startPix(testShop, who, await fill(testShop, who, id))
    const seen = await read(who, 'orders')

    expect(seen).toMatchObject({
      success: true,
      totalSpent: 21,
      pagination: {
        currentPage: 1,
        totalPages: 1,
        totalItems: 2,
        itemsPerPage: 10,
        hasNextPage: false,
        hasPrevPage: false,
      },
    })

    expect(seen.data).toEqual(seen.orders)

    expect(seen.orders.map((order: { status: string }) => order.status)).toEqual([
      'pending',
      'completed',
    ])

    expect(seen.orders[1]).toMatchObject({
      id: first.orderId,
      _id: first.orderId,
      orderNumber: expect.stringMatching(/^ORD-\d{6}$/),
      totalAmount: 21,
      currency: 'BRL',
      paymentMethod: 'pix',
      products: [{ id, _id: id, quantity: 2, price: 10.5 }],
      pendingUnits: 0,
    })

    expect(seen.orders[1].licenses).toHaveLength(2)
    expect(seen.orders[1].licenses[0]).toMatch(/^KEY-/)
    expect(seen.orders[0]).toMatchObject({ licenses: [], totalAmount: 10.5 })

    expect(await read(who, 'orders?page=2&limit=1')).toMatchObject({
      orders: [{ id: first.orderId }],
      pagination: { totalPages: 2, hasPrevPage: true, hasNextPage: false },
    })

    expect((await look(testShop, who, pending.body.paymentId)).body.status).toBe('pending')
    expect((await send(testShop, 'GET /api/users/orders?limit=101', { as: who })).status).toBe(400)
  })

  it('show their timeline, how long they can be paid, and what can be bought again [P130, P131]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 5, priceCents: 1050, expirationDays: 10 })
    const first = await buy(who, await fill(testShop, who, id, 2))
    await testShop.advance(1)
    const started = await startPix(testShop, who, await fill(testShop, who, id))
    const [open, paid] = (await read(who, 'orders')).orders
    const row = async (orderId: string) =>
      (await testShop.app.db.select().from(orders).where(eq(orders.id, orderId)))[0]!
    const stored = await row(first.orderId)

    expect(open).toMatchObject({
      openUntil: started.body.pixExpiration,
      timeline: [{ event: 'made', at: open.createdAt }],
    })

    expect(paid).toMatchObject({
      openUntil: null,
      products: [{ id, image: null, color: expect.stringMatching(/^#/), onSale: true }],
      units: [{ productId: id }, { productId: id }],
      timeline: [
        { event: 'made', at: stored.createdAt.toISOString() },
        { event: 'paid', at: stored.completedAt!.toISOString() },
        { event: 'delivered', at: expect.any(String) },
      ],
    })

    const dashboard = async () => (await read(who, 'dashboard')).data.dashboard
    const [ending] = (await dashboard()).endingSoon
    expect(ending).toMatchObject({ productId: id, onSale: true })
    expect((await dashboard()).endingSoon).toHaveLength(2)

    const again = async () => [
      (await read(who, 'orders')).orders[1].products[0].onSale,
      (await read(who, 'products')).products[0].onSale,
      (await dashboard()).endingSoon[0].onSale,
    ]

    expect(await again()).toEqual([true, true, true])
    const { db } = testShop.app
    await db.update(products).set({ status: 'inactive' }).where(eq(products.id, id))
    expect(await again()).toEqual([false, false, false])
    await db.update(products).set({ status: 'active' }).where(eq(products.id, id))
    // A product of a disabled category is not sold either.
    const ofIt = sql`${categories.id} = (select category_id from products where id = ${id})`
    await db.update(categories).set({ active: false }).where(ofIt)
    expect(await again()).toEqual([false, false, false])
    await db.update(categories).set({ active: true }).where(ofIt)
    const admin = await person(testShop.app, { role: 'admin' })

    const { status } = await send(
      testShop,
      `POST /api/admin/desk/payments/${first.paymentId}/refund`,
      {
        as: admin,
        body: { reason: 'Arrependimento.' },
      },
    )

    expect(status).toBe(200)

    await eventually(testShop, async () => {
      const back = (await read(who, 'orders')).orders[1]
      expect(back.timeline.at(-1)).toMatchObject({ event: 'refunded', at: expect.any(String) })
    })

    expect((await dashboard()).endingSoon).toEqual([])
    await expectSound(testShop)
  })

  it("dollars count at their payment's rate, and an order paid twice counts once [S110, S102]", async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 2, priceCents: 1001, currency: 'USD' })
    const { body } = await startCard(testShop, who, await fill(testShop, who, id))
    await payCard(testShop, (await paymentRow(testShop, body.paymentId)).providerReference!)
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
    })

    await testShop.app.db
      .update(payments)
      .set({ usdRate: '6.1' })
      .where(eq(payments.id, body.paymentId))

    expect(await read(who, 'orders')).toMatchObject({
      totalSpent: 61.06,
      orders: [{ currency: 'USD', totalAmount: 10.01 }],
    })

    const reais = await product(testShop.app, { keys: 1, priceCents: 2000 })
    const paid = await buy(who, await fill(testShop, who, reais.id))
    await payPix(testShop, paid.txid)
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, paid.paymentId)).reviewReason).toBe('duplicate')
    })
    expect((await read(who, 'orders')).totalSpent).toBe(81.06)
    expect(await read(who, 'products')).toMatchObject({ total: 2, active: 2, totalValue: 81.06 })
    await expectSound(testShop)
  })

  it('are readable by their buyer alone, and responses are never cached [S209]', async () => {
    const [who, other, staff] = [
      await person(testShop.app),
      await person(testShop.app),
      await person(testShop.app, { role: 'admin' }),
    ]

    const { id } = await product(testShop.app, { keys: 1 })
    const { orderId } = await buy(who, await fill(testShop, who, id))

    expect(await read(other, 'orders')).toMatchObject({
      orders: [],
      totalSpent: 0,
      pagination: { totalItems: 0, totalPages: 1 },
    })

    expect(await read(other, 'products')).toMatchObject({
      products: [],
      total: 0,
      active: 0,
      totalValue: 0,
    })

    expect((await read(other, 'payments')).payments).toEqual([])

    expect((await invoice(other, orderId)).json()).toMatchObject({
      success: false,
      code: 'order.not_found',
    })

    expect((await invoice(staff, orderId)).statusCode).toBe(200)

    for (const path of ['orders', 'products', 'payments', `orders/${orderId}/invoice`]) {
      const url = `/api/users/${path}`
      expect((await testShop.http.inject(url)).statusCode).toBe(401)
      expect(
        (await testShop.http.inject({ url, headers: who.headers })).headers['cache-control'],
      ).toBe('no-store')
    }
  })
})

describe('own products', () => {
  it('list one entry a unit: active, pending, expired or suspended [S141, S107, S108, S184, S186]', async () => {
    const who = await person(testShop.app)

    const [stocked, manual] = [
      await product(testShop.app, { keys: 4, priceCents: 1000, expirationDays: 30 }),
      await product(testShop.app, { provider: 'manual', priceCents: 500 }),
    ]

    const { orderId } = await buy(
      who,
      await cartOf(testShop.app, who.userId, [
        { productId: stocked.id, quantity: 3 },
        { productId: manual.id, quantity: 1 },
      ]),
    )

    expect((await read(who, 'orders')).orders[0]).toMatchObject({
      pendingUnits: 1,
      totalAmount: 35,
    })

    const owned = await testShop.app.db.select().from(licences).where(eq(licences.orderId, orderId))

    await testShop.app.db
      .update(licences)
      .set({ status: 'revoked' })
      .where(eq(licences.id, owned[0]!.id))

    await testShop.app.db
      .update(orderUnits)
      .set({ status: 'revoked' })
      .where(eq(orderUnits.id, owned[0]!.unitId))

    await testShop.app.db
      .update(licences)
      .set({ expiresAt: testShop.clock.now() })
      .where(eq(licences.id, owned[1]!.id))

    const seen = await read(who, 'products')
    expect(seen.data).toEqual(seen.products)
    expect(seen).toMatchObject({ total: 4, active: 1, totalValue: 35 })
    const by = (status: string) =>
      seen.products.find((one: { status: string }) => one.status === status)

    expect(by('pending')).toMatchObject({
      name: manual.name,
      price: 5,
      currency: 'BRL',
      licenseKey: null,
      expirationDate: null,
      id: expect.any(String),
    })

    expect(by('suspended')).toMatchObject({ name: stocked.name, licenseKey: null })
    expect(by('expired').licenseKey).toMatch(/^KEY-/)

    expect(
      (new Date(by('active').expirationDate).getTime() -
        new Date(by('active').purchaseDate).getTime()) /
        86_400_000,
    ).toBeCloseTo(30, 3)

    expect((await read(who, 'orders')).orders[0].licenses).toHaveLength(2)
  })
})

describe('own payments', () => {
  it("are paged, newest first, with the method named in the request's language [S142, S224]", async () => {
    const who = await person(testShop.app)
    const { id, name } = await product(testShop.app, { keys: 3 })
    const cartId = await fill(testShop, who, id)
    const pix = await startPix(testShop, who, cartId)
    const card = await startCard(testShop, who, cartId)
    const seen = await read(who, 'payments', { 'accept-language': 'en-US' })

    expect(seen.payments).toMatchObject([
      {
        id: card.body.paymentId,
        _id: card.body.paymentId,
        status: 'pending',
        amount: 19.9,
        currency: 'BRL',
        paymentMethod: { type: 'stripe', name: 'Card' },
        productName: name,
      },
      { id: pix.body.paymentId, status: 'failed', paymentMethod: { type: 'pix', name: 'PIX' } },
    ])

    expect(seen.data).toEqual(seen.payments)
    expect((await read(who, 'payments?limit=1&page=1')).payments[0].paymentMethod.name).toBe(
      'Cartão',
    )
    expect((await read(who, 'payments?limit=1&page=2')).payments[0].id).toBe(pix.body.paymentId)
  })
})

describe('the invoice', () => {
  it("shows the order as agreed, in the request's language, without a key [S105]", async () => {
    const who = await person(testShop.app, { name: 'Zoë "Aspas" 你好 😀\r\nX: y' })
    const { id } = await product(testShop.app, { name: 'Edição <Pró>', keys: 3, priceCents: 3333 })
    await coupon(testShop.app, { code: 'NOTA10' })
    const { orderId } = await buy(who, await fill(testShop, who, id, 3), { coupon: 'nota10' })
    await testShop.app.db.update(products).set({ name: 'Nome novo' }).where(eq(products.id, id))

    await testShop.app.db
      .update(productVariants)
      .set({ priceCents: 9, name: 'Outra' })
      .where(eq(productVariants.id, id))

    const [order] = await testShop.app.db.select().from(orders).where(eq(orders.id, orderId))
    const reply = await invoice(who, orderId)

    expect(reply).toMatchObject({
      statusCode: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="fatura-${order!.number}.pdf"; filename*=UTF-8''fatura-${order!.number}.pdf`,
      },
    })

    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const words = wordsOf(reply.rawPayload)

    for (const wanted of [
      'Chaveiro',
      'Recibo/Fatura',
      order!.number,
      'Cliente Zoë "Aspas" 你好 😀 X: y · ',
      'Edição <Pró> 3 R$ 33,33 R$ 99,99',
      'Desconto (NOTA10) - R$ 10,00',
      'Total\nR$ 89,99',
      'Total R$ 89,99',
      'Forma de pagamento PIX',
      'Não é documento fiscal',
    ])
      expect(words).toContain(wanted)

    // The sum is above the products, and all is on one page.
    expect(words.indexOf('R$ 89,99')).toBeLessThan(words.indexOf('Edição <Pró>'))
    expect(reply.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(reply.rawPayload.toString('latin1') + words).not.toContain('KEY-')
    const english = await invoice(who, orderId, 'en-US,en;q=0.9')
    expect(english.headers['content-disposition']).toContain(`invoice-${order!.number}.pdf`)
    expect(wordsOf(english.rawPayload)).toMatch(
      /Receipt\/Invoice[\s\S]*R\$89\.99[\s\S]*Not a fiscal document/,
    )
  })

  it("shows the shop's day, although an evening is the next day in UTC", async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const { orderId } = await buy(who, await fill(testShop, who, id))
    const completedAt = new Date('2026-03-05T02:30:00Z')
    await testShop.app.db.update(orders).set({ completedAt }).where(eq(orders.id, orderId))
    const words = wordsOf((await invoice(who, orderId)).rawPayload)
    expect(words).toContain('4 de março de 2026')
  })

  it('of a test purchase in a production shop says so in its title and its note [P423]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const { orderId } = await buy(who, await fill(testShop, who, id))
    const read = async (language?: string) =>
      wordsOf((await invoice(who, orderId, language)).rawPayload)
    await testShop.app.db.update(orders).set({ testMode: true }).where(eq(orders.id, orderId))
    expect(await read()).not.toContain('Teste')
    testShop.app.config.production = true

    try {
      const words = await read()
      expect(words).toContain('Recibo/Fatura: Teste')
      expect(words).toContain('Compra de teste: nenhum dinheiro foi cobrado.')
      const english = await read('en-US')
      expect(english).toContain('Receipt/Invoice: Test')
      expect(english).toContain('Test purchase: no money was charged.')
    } finally {
      testShop.app.config.production = false
    }
  })

  it.each([
    ['pix', startPix],
    ['card', startCard],
    ['crypto', startCrypto],
  ])(
    'names in one line whom the checkout named, whoever pays: %s [Q126, S234, S236, S238]',
    async (_method, start) => {
      const who = await person(testShop.app, { name: 'Ana Conta' })
      const { id } = await product(testShop.app, { keys: 1, priceCents: 1990 })
      const cartId = await fill(testShop, who, id)

      const named = (name?: string, email?: string) =>
        start(testShop, who, cartId, {
          named: { ...(name ? { name } : {}), ...(email ? { email } : {}) },
        })

      const line = async () => {
        const order = await testShop.app.db.select().from(orders).where(eq(orders.cartId, cartId))
        return /Cliente .*/.exec(wordsOf((await invoice(who, order[0]!.id)).rawPayload))?.[0]
      }

      for (const [wrong, field] of [
        [await named('x'.repeat(201)), 'nome'],
        [await named('Ana', 'x'.repeat(255)), 'e-mail'],
      ] as const)
        expect(wrong).toMatchObject({
          status: 400,
          body: { message: `Confira o que foi informado: ${field}.` },
        })

      const { status, body } = await named(
        ' Padaria\r\nDa Ana\u202e\u0007 Ltda ',
        'nota@padaria.test\u2028Bcc: x',
      )

      expect(status).toBe(200)
      expect(await line()).toBe('Cliente Padaria Da Ana Ltda · nota@padaria.test Bcc: x')
      // When the same purchase is requested again, the last input is used; the account's data fill
      // its empty fields.
      await named('Ana & Filhos', ' \t ')
      expect(await line()).toBe(`Cliente Ana & Filhos · ${who.email}`)
      await named()
      expect(await line()).toBe(`Cliente Ana Conta · ${who.email}`)

      expect(await paymentRow(testShop, body.paymentId)).toMatchObject({
        status: 'pending',
        customerName: 'Ana Conta',
        customerEmail: who.email,
      })
    },
  )

  it('exists for every order: a receipt when paid or refunded, else a summary [S105, Q109] [F132]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 2 })
    const { orderId } = await buy(who, await fill(testShop, who, id))
    const set = (status: 'pending' | 'completed' | 'cancelled' | 'refunded') =>
      testShop.app.db.update(orders).set({ status }).where(eq(orders.id, orderId))

    for (const [status, pt, en] of [
      [
        'pending',
        'Pedido aguardando o pagamento, nada foi cobrado ainda',
        'Order awaiting payment, nothing was charged yet',
      ],
      ['cancelled', 'Pedido cancelado, nada foi cobrado', 'Order cancelled, nothing was charged'],
    ] as const) {
      await set(status)
      const summary = await invoice(who, orderId)
      expect(summary.headers['content-disposition'], status).toMatch(/filename="resumo-/)
      expect(wordsOf(summary.rawPayload)).toContain(`Resumo do pedido: ${pt}`)
      expect(wordsOf(summary.rawPayload)).not.toMatch(/[Rr]ecibo|[Ff]atura|confirmação de compra/)
      const english = wordsOf((await invoice(who, orderId, 'en-US')).rawPayload)
      expect(english).toContain(`Order summary: ${en}`)
      expect(english).not.toMatch(/[Rr]eceipt|[Ii]nvoice|Confirmation/)
    }

    await set('refunded')
    expect(wordsOf((await invoice(who, orderId)).rawPayload)).toContain(
      'Valor devolvido ao cliente.',
    )
    await set('completed')
    expect((await invoice(who, '01890000-0000-7000-8000-000000000000')).statusCode).toBe(404)
    expect((await invoice(who, 'x')).statusCode).toBe(400)
  })
})
