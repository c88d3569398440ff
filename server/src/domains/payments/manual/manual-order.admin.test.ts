import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLog, orderLines, orders, payments, receipts } from '../../../db/tables/index.ts'
import { coupon, keysOf, person, product, variant, type Person } from '../../../testing/make.ts'
import { together } from '../../../testing/race.ts'
import {
  accepted,
  eventually,
  expectSound,
  fill,
  send,
  startPix,
  type Answer,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { manualSums } from './manual-order.rules.ts'

// Orders that staff make for a customer (Q134).

let testShop: TestShop
let staff: Person
let buyer: Person
let goods: string

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  buyer = await person(testShop.app, { name: 'Ivo Cliente' })
  goods = (await product(testShop.app, { name: 'Chave Mestra', keys: 3, priceCents: 2500 })).id
})

const given = (more: object = {}) => ({
  requestKey: randomUUID(),
  userId: buyer.userId,
  variantId: goods,
  quantity: 1,
  method: 'given',
  reason: 'chave defeituosa',
  ...more,
})

const outside = (more: object = {}) =>
  given({ method: 'outside', reason: undefined, amount: 20, reference: randomUUID(), ...more })

const make = (body: object): Promise<Answer> =>
  send(testShop, 'POST /api/admin/orders', { as: staff, body })

const ordersOf = (userId = buyer.userId) =>
  testShop.app.db.select().from(orders).where(eq(orders.userId, userId))

const paymentOf = async (orderId: string) =>
  (await testShop.app.db.select().from(payments).where(eq(payments.orderId, orderId)))[0]!

const linesIn = (orderId: string) =>
  testShop.app.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))

const trailAt = (targetId: string, action: string) =>
  testShop.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, targetId), eq(auditLog.action, action)))

const business = async () =>
  accepted(await send(testShop, 'GET /api/admin/stats/business?range=7d', { as: staff })).now

const refusal = ({ status, body }: Answer) => [status, body.code, body.error]

describe('an order given by staff', () => {
  it('is delivered like any other, costs nothing and names its author and reason', async () => {
    const before = await business()
    const { order } = accepted(await make(given({ quantity: 2 })))

    expect(order).toMatchObject({
      userId: buyer.userId,
      customer: { name: 'Ivo Cliente', email: buyer.email },
      status: 'completed',
      subtotal: 50,
      discount: { applied: true, cupomCode: null, amount: 50 },
      totalAmount: 0,
      currency: 'BRL',
      paymentMethod: 'given',
      origin: 'manual',
      itemCount: 2,
      productNames: ['Chave Mestra'],
    })

    expect(order.units.map((unit: { status: string }) => unit.status)).toEqual(['active', 'active'])
    expect(new Set(order.units.map((unit: { licenseKey: string }) => unit.licenseKey)).size).toBe(2)

    expect((await keysOf(testShop.app, goods)).map(({ status }) => status).toSorted()).toEqual([
      'available',
      'used',
      'used',
    ])

    const [line] = await trailAt(order.id, 'order.given')

    expect(line).toMatchObject({
      actorId: staff.userId,
      targetType: 'order',
      details: {
        customer: 'Ivo Cliente',
        product: 'Chave Mestra',
        quantity: 2,
        totalCents: 0,
        currency: 'BRL',
        reason: 'chave defeituosa',
      },
    })

    expect(order.timeline[0]).toMatchObject({ action: 'order.created', source: 'staff' })
    const after = await business()

    expect([after.takenIn, after.fees, after.net]).toEqual([
      before.takenIn,
      before.fees,
      before.net,
    ])

    expect(after.sold.amount).toBe(before.sold.amount)
    await expectSound(testShop)
  })

  it('is mailed as given, in the customer’s language, with the shop’s own document', async () => {
    const { order } = accepted(await make(given()))
    await eventually(testShop, async () => {
      const mails = await testShop.sandbox!.call('GET', '/sandbox/api/mail')
      const mail = mails.find((one: { to: string }) => one.to.includes(buyer.email))
      expect(mail?.subject).toBe(`Pedido ${order.orderNumber}, sem custo para você`)
      expect(mail.text.replace(/\s+/g, ' ')).toContain(
        'A loja deu este pedido a você, nada foi cobrado e sua compra está pronta.',
      )
    })
  })

  it('is listed with the orders of its customer, who cannot withdraw from it', async () => {
    const { order } = accepted(await make(given()))
    const own = accepted(await send(testShop, 'GET /api/users/orders', { as: buyer }))
    expect(own.totalSpent).toBe(0)

    expect(own.orders).toMatchObject([
      {
        id: order.id,
        status: 'completed',
        totalAmount: 0,
        paymentMethod: 'given',
        withdrawal: null,
      },
    ])

    expect(own.orders[0].licenses).toHaveLength(1)
  })

  it('is revoked without a reference, since no money came', async () => {
    const { order } = accepted(await make(given()))

    const back = await send(testShop, `PATCH /api/admin/orders/${order.id}/status`, {
      as: staff,
      body: { status: 'refunded', reason: 'engano' },
    })

    expect(accepted(back).order).toMatchObject({
      status: 'refunded',
      units: [{ status: 'suspended' }],
    })

    await expectSound(testShop)
  })

  it('is no purchase for a coupon of first purchases', async () => {
    await coupon(testShop.app, { code: 'ESTREIA', type: 'first_purchase', value: 1000 })
    accepted(await make(given()))
    const cartId = await fill(testShop, buyer, goods)
    const { body } = await startPix(testShop, buyer, cartId, { coupon: 'ESTREIA' })
    expect(body.amount).toBe(22.5)
  })

  it('needs a reason and takes neither amount nor reference', async () => {
    const wrong = [{ reason: ' ' }, { reason: undefined }, { amount: 5 }, { reference: 'X' }]

    for (const one of wrong)
      expect(refusal(await make(given(one))), JSON.stringify(one)).toEqual([
        400,
        'request.invalid',
        expect.stringMatching(/motivo|valor|referência/),
      ])

    expect(await ordersOf()).toEqual([])
  })
})

describe('an order that was paid outside the shop', () => {
  it('counts by its amount, to the cent, under its reference', async () => {
    const before = await business()
    const reference = `RECIBO-${randomUUID()}`
    const body = outside({ quantity: 3, amount: 19.99, reference, reason: 'feira' })
    const { order } = accepted(await make(body))

    expect(order).toMatchObject({
      subtotal: 75,
      discount: { applied: true, amount: 55.01 },
      totalAmount: 19.99,
      paymentMethod: 'outside',
      origin: 'manual',
    })

    expect(await paymentOf(order.id)).toMatchObject({
      method: 'outside',
      status: 'completed',
      testMode: false,
      amountCents: 1999,
      originalCents: 7500,
      discountCents: 5501,
      receivedCents: 1999,
      note: 'feira',
      nextCheckAt: null,
      providerReference: null,
    })

    const [receipt] = await testShop.app.db
      .select()
      .from(receipts)
      .where(eq(receipts.receiptId, reference))

    expect(receipt).toMatchObject({
      method: 'outside',
      amountCents: 1999,
      currency: 'BRL',
      byHand: true,
    })

    const after = await business()
    expect(Math.round((after.takenIn - before.takenIn) * 100)).toBe(1999)
    expect(after.fees).toBe(before.fees)
    const [line] = await trailAt(order.id, 'order.recorded')
    expect(line!.details).toMatchObject({ totalCents: 1999, reference, reason: 'feira' })
    await expectSound(testShop)
  })

  it('may cost more than today’s price: the total is the paid amount', async () => {
    const { order } = accepted(await make(outside({ quantity: 3, amount: 100 })))
    expect([order.subtotal, order.discount.amount, order.totalAmount]).toEqual([100.02, 0.02, 100])
    expect(await linesIn(order.id)).toMatchObject([{ unitCents: 3334, quantity: 3 }])
    await expectSound(testShop)
  })

  it('refuses a reference that was used before, and names its order', async () => {
    const reference = `TED ${randomUUID()}`
    const { order } = accepted(await make(outside({ reference })))
    const other = await make(outside({ reference: reference.toLowerCase() }))

    expect(refusal(other)).toEqual([
      409,
      'payment.reference_used',
      `Esta referência já confirmou o pagamento do pedido ${order.orderNumber}, de Ivo Cliente. ` +
        'Confira qual dos dois ela pagou.',
    ])

    expect(await ordersOf()).toHaveLength(1)
    await expectSound(testShop)
  })

  it('needs an amount above zero and a reference', async () => {
    for (const wrong of [
      { amount: 0 },
      { amount: 1.005 },
      { amount: undefined },
      { reference: '' },
    ])
      expect(refusal(await make(outside(wrong)))[1], JSON.stringify(wrong)).toBe('request.invalid')
    expect(await ordersOf()).toEqual([])
  })

  it('can be withdrawn from and is refunded by hand alone', async () => {
    const { order } = accepted(await make(outside({ amount: 25 })))
    const [own] = accepted(await send(testShop, 'GET /api/users/orders', { as: buyer })).orders
    expect(own.withdrawal).toMatchObject({ state: 'possible' })

    const refund = (more: object) =>
      send(testShop, `PATCH /api/admin/orders/${order.id}/status`, {
        as: staff,
        body: { status: 'refunded', reason: 'desistiu', ...more },
      })

    expect(refusal(await refund({}))).toEqual([
      409,
      'payment.refund_by_hand',
      'A loja não pode devolver este valor pelo provedor. Devolva-o por fora e informe a ' +
        'referência da devolução.',
    ])

    expect(accepted(await refund({ reference: 'VOLTA-1' })).order.status).toBe('refunded')

    await eventually(testShop, async () => {
      const mails = await testShop.sandbox!.call('GET', '/sandbox/api/mail')
      const told = mails.filter((one: { to: string }) => one.to.includes(buyer.email))
      expect(told.map((one: { text: string }) => one.text).join()).toContain(
        'Fora da loja, como a equipe combinou com você',
      )
    })

    await expectSound(testShop)
  })
})

describe('an order by staff, given or paid', () => {
  it('refuses a banned, deleted or unknown customer, an unknown option and a wrong quantity', async () => {
    const banned = await person(testShop.app)

    await send(testShop, `POST /api/admin/users/${banned.userId}/ban`, {
      as: staff,
      body: { reason: 'fraude' },
    })

    const limited = await variant(testShop.app, goods, {
      name: 'Dupla',
      keys: 9,
      minQuantity: 2,
      maxQuantity: 4,
    })

    const cases: [object, string, RegExp][] = [
      [{ userId: banned.userId }, 'order.buyer_banned', /está banido e não recebe nada/],
      [{ userId: randomUUID() }, 'account.not_found', /não encontrado/],
      [{ variantId: randomUUID() }, 'variant.not_found', /Opção não encontrada/],
      [{ quantity: 11 }, 'cart.quantity', /No máximo 10 de Chave Mestra/],
      [{ variantId: limited, quantity: 1 }, 'cart.limit_order', /Dupla: de 2 a 4 por pedido/],
      [{ quantity: 4 }, 'stock.short', /Estoque insuficiente de Chave Mestra.*: restam 3/],
      [{ quantity: 0 }, 'request.invalid', /quantidade/],
    ]

    for (const [wrong, code, words] of cases) {
      const answer = await make(given(wrong))
      expect(answer.body.code, JSON.stringify(wrong)).toBe(code)
      expect(answer.body.error).toMatch(words)
    }

    await testShop.app.db.execute(
      `update users set deleted_at = now() where id = '${buyer.userId}'` as never,
    )
    expect(refusal(await make(given()))[1]).toBe('order.buyer_deleted')
    expect(await ordersOf()).toEqual([])

    expect((await keysOf(testShop.app, goods)).map(({ status }) => status)).toEqual([
      'available',
      'available',
      'available',
    ])
  })

  it('is created once by one key, also with the last unit; other data are refused', async () => {
    const body = outside({ quantity: 3 })
    const first = accepted(await make(body)).order
    expect(accepted(await make(body)).order.id).toBe(first.id)

    for (const other of [
      { quantity: 1 },
      { amount: 20.01 },
      { reference: 'outra' },
      { reason: 'outro' },
      { userId: staff.userId },
    ])
      expect(refusal(await make({ ...body, ...other }))).toEqual([
        409,
        'order.request_key_used',
        `Este pedido já foi criado com outros dados: é o ${first.orderNumber}. Confira-o. ` +
          'Para criar mais um, feche esta janela e comece de novo.',
      ])

    expect(await ordersOf()).toHaveLength(1)
    expect(await trailAt(first.id, 'order.recorded')).toHaveLength(1)
  })

  it('requested twice at once with the last key is one order, which both responses name', async () => {
    const body = given({ quantity: 3 })

    const answers = await together(
      testShop,
      (tx) => tx.db.execute(`select from users where id = '${buyer.userId}' for update` as never),
      [() => make(body), () => make(body)],
    )

    const ids = answers.map((one) =>
      one.status === 'fulfilled' ? accepted(one.value).order.id : one.reason,
    )
    expect(ids[1]).toBe(ids[0])
    expect(await ordersOf()).toHaveLength(1)
    await expectSound(testShop)
  })

  it('waits for staff when its key is theirs to enter, and is minted otherwise', async () => {
    const manual = await product(testShop.app, { name: 'Conta Feita', provider: 'manual' })
    const minted = await product(testShop.app, { name: 'Do Servidor', provider: 'keyauth' })
    const own = accepted(await make(given({ variantId: manual.id }))).order
    expect(own.units).toMatchObject([{ status: 'pending', licenseKey: null }])
    const made = accepted(await make(given({ variantId: minted.id }))).order

    await eventually(testShop, async () => {
      const { order } = accepted(
        await send(testShop, `GET /api/admin/orders/${made.id}`, { as: staff }),
      )
      expect(order.units).toMatchObject([{ status: 'active', licenseKey: expect.any(String) }])
    })

    await expectSound(testShop)
  })

  it('may exceed the customer limit, and is found by its origin', async () => {
    const rare = await variant(testShop.app, goods, {
      name: 'Rara',
      keys: 3,
      perCustomer: 1,
      perCustomerSince: new Date(0),
    })

    const { order } = accepted(await make(given({ variantId: rare, quantity: 2 })))
    await startPix(testShop, buyer, await fill(testShop, buyer, goods))

    const found = async (origin: string) =>
      accepted(
        await send(testShop, `GET /api/admin/orders?userId=${buyer.userId}&origin=${origin}`, {
          as: staff,
        }),
      ).orders.map((one: { id: string }) => one.id)

    expect(await found('manual')).toEqual([order.id])
    expect(await found('site')).toHaveLength(1)
    expect(await found('')).toHaveLength(2)

    const listed = accepted(
      await send(
        testShop,
        `GET /api/admin/transactions?paymentMethod=given&userId=${buyer.userId}`,
        {
          as: staff,
        },
      ),
    ).data.transactions

    expect(listed).toMatchObject([
      { orderId: order.id, paymentMethod: { type: 'given', name: 'Dado pela loja' } },
    ])
    await expectSound(testShop)
  })
})

it('the sums of any price, quantity and payment are exact to the cent', () => {
  for (const list of [0, 1, 1990, 2500])
    for (let quantity = 1; quantity <= 10; quantity++)
      for (const paidCents of [0, 1, 99, 1000, 1999, 25_000, 33_333]) {
        const sums = manualSums(list, { quantity, paidCents })
        expect(sums.totalCents).toBe(paidCents)
        expect(sums.unitCents * quantity - sums.discountCents).toBe(paidCents)
        expect(sums.unitCents).toBeGreaterThanOrEqual(list)
        expect(sums.discountCents).toBeGreaterThanOrEqual(0)
      }
})
