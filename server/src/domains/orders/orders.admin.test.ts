import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, orders, payments } from '../../db/tables/index.ts'
import { storeDay } from '../../platform/time/store-calendar.ts'
import { coupon, keysOf, person, product, type Person } from '../../testing/make.ts'
import {
  eventually,
  expectSound,
  fill,
  paymentRow,
  payPix,
  send,
  startCard,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'developer' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/orders'

const call = (method: 'GET' | 'PATCH' | 'DELETE', path = '', body?: object) =>
  send(testShop, `${method} ${base}${path}`, { as: staff, body })

async function order(
  given: { who?: Person; pay?: boolean; code?: string; quantity?: number } = {},
) {
  const who = given.who ?? (await person(testShop.app))

  const { id: productId } = await product(testShop.app, {
    name: 'Chave Mestra',
    keys: 3,
    priceCents: 2500,
  })

  const cartId = await fill(testShop, who, productId, given.quantity ?? 1)
  const { body } = await startPix(testShop, who, cartId, given.code ? { coupon: given.code } : {})

  if (given.pay) {
    await payPix(testShop, body.txid)
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
    })
  }

  const [row] = await testShop.app.db
    .select()
    .from(orders)
    .where(eq(orders.id, (await paymentRow(testShop, body.paymentId)).orderId))

  return {
    who,
    productId,
    cartId,
    paymentId: body.paymentId as string,
    txid: body.txid as string,
    id: row!.id,
    number: row!.number,
  }
}

const statusOf = async (id: string) =>
  (await testShop.app.db.select().from(orders).where(eq(orders.id, id)))[0]!.status

describe('orders in the back office', () => {
  it('are listed by ten, newest first, searched by number, e-mail and name, and filtered [B217, B012, B251]', async () => {
    const who = await person(testShop.app, { name: 'Íris Busca', email: 'iris@pedidos.test' })
    const paid = await order({ who, pay: true, quantity: 2 })
    testShop.clock.advance(1)
    const open = await order({ who })
    const found = async (query: string) => (await call('GET', `?${query}`)).body
    const seen = await found('search=iris@pedidos')

    expect(seen).toMatchObject({
      success: true,
      total: 2,
      pagination: { itemsPerPage: 10, totalPages: 1 },
    })

    expect(seen.orders[1]).toMatchObject({
      id: paid.id,
      _id: paid.id,
      orderNumber: paid.number,
      customer: { name: 'Íris Busca', email: 'iris@pedidos.test' },
      status: 'completed',
      totalAmount: 50,
      currency: 'BRL',
      paymentMethod: 'pix',
      itemCount: 2,
      createdAt: expect.any(String),
    })

    expect(seen.data).toEqual(seen.orders)

    for (const query of [
      `search=${paid.number.toLowerCase()}`,
      `search=${encodeURIComponent('íris')}&status=completed`,
      `userId=${who.userId}&status=completed`,
    ])
      expect(
        (await found(query)).orders.map((one: { id: string }) => one.id),
        query,
      ).toEqual([paid.id])

    expect(
      (await found(`userId=${who.userId}&page=2&limit=1`)).orders.map(
        (one: { id: string }) => one.id,
      ),
    ).toEqual([paid.id])

    expect((await found('search=iris@pedidos&status=refunded')).total).toBe(0)
    for (const wrong of ['status=paid', 'userId=x', 'limit=0'])
      expect((await call('GET', `?${wrong}`)).status).toBe(400)
    expect((await send(testShop, `GET ${base}`, { as: open.who })).status).toBe(403)
    const csv = (await call('GET', '/export.csv?search=iris@pedidos')).body.toString() as string
    expect(csv).toContain(`"${paid.number}","Íris Busca","iris@pedidos.test","2","50"`)
    expect(csv.trim().split('\r\n')).toHaveLength(3)
  })

  it('show lines, units with keys, payments and a history that names no key [B218, Q120]', async () => {
    await coupon(testShop.app, { code: 'HISTORIA' })
    const paid = await order({ pay: true, code: 'HISTORIA', quantity: 2 })
    const { body } = await call('GET', `/${paid.id}`)

    expect(body.order).toMatchObject({
      id: paid.id,
      subtotal: 50,
      totalAmount: 45,
      discount: { applied: true, cupomCode: 'HISTORIA', amount: 5 },
      items: [{ name: 'Chave Mestra', price: 25, quantity: 2 }],

      units: [
        {
          productName: 'Chave Mestra',
          status: 'active',
          keyEnding: expect.stringMatching(/^.{4}$/),
          licenseId: expect.any(String),
        },
        { status: 'active' },
      ],

      payments: [{ id: paid.paymentId, status: 'completed', method: 'pix', amount: 45 }],
    })

    expect(body.order.timeline.map((one: { action: string }) => one.action)).toEqual(
      expect.arrayContaining([
        'order.created',
        'payment.created',
        'payment.received',
        'payment.completed',
      ]),
    )

    expect(
      body.order.timeline.filter((one: { source: string }) => one.source === 'pix'),
    ).toMatchObject([{ action: 'payment.received', details: { amountCents: 4500 } }])
    expect(body.order.units[0].licenseKey).toMatch(/^KEY-[0-9A-F]{20}$/)
    expect(JSON.stringify(body.order.timeline)).not.toContain('KEY-')
    expect(JSON.stringify(body)).not.toContain('52998224725')
    expect((await call('GET', `/${paid.cartId}`)).body.code).toBe('order.not_found')
  })

  it('are counted by status over a range, with revenue from the completed ones [B217, B196]', async () => {
    const before = (await call('GET', '/stats')).body
    await order({ pay: true })
    await order()
    const old = await order()

    await testShop.app.db
      .update(orders)
      .set({ createdAt: new Date(testShop.clock.now().getTime() - 40 * 86_400_000) })
      .where(eq(orders.id, old.id))

    const after = (await call('GET', '/stats')).body

    expect(after).toMatchObject({
      totalOrders: before.totalOrders + 2,
      completedOrders: before.completedOrders + 1,
      pendingOrders: before.pendingOrders + 1,
      totalRevenue: before.totalRevenue + 25,
      data: { cancelledOrders: after.cancelledOrders, refundedOrders: 0 },
    })

    expect((await call('GET', '/stats?range=90d')).body.totalOrders).toBe(after.totalOrders + 1)
    expect((await call('GET', '/stats?range=1d')).status).toBe(400)
    // The shop's midnight lies between two orders made a minute before and a minute after it.
    const day = storeDay('America/Sao_Paulo', testShop.clock.now())
    const today = (await call('GET', '/stats?range=today')).body.totalOrders

    for (const [time, more] of [
      ['T02:59:00Z', 0],
      ['T03:00:00Z', 1],
    ] as const) {
      await testShop.app.db
        .update(orders)
        .set({ createdAt: new Date(`${day}${time}`) })
        .where(eq(orders.id, old.id))
      expect((await call('GET', '/stats?range=today')).body.totalOrders).toBe(today + more)
    }

    // Both days of a custom range are counted in full; the day after is not (Q135).
    for (const [time, counted] of [
      ['2025-02-27T02:59:59Z', 0],
      ['2025-02-27T03:00:00Z', 1],
      ['2025-03-02T02:59:59Z', 1],
      ['2025-03-02T03:00:00Z', 0],
    ] as const) {
      await testShop.app.db
        .update(orders)
        .set({ createdAt: new Date(time) })
        .where(eq(orders.id, old.id))

      const own = await call('GET', '/stats?range=own&from=2025-02-27&to=2025-03-01')
      expect(own.body.totalOrders).toBe(counted)
    }
  })

  it('are completed by staff once, with reason and reference; impossible input is refused [B218, B012, Q122, Q34]', async () => {
    const open = await order()
    const set = (id: string, status: string, grounds = {}) =>
      call('PATCH', `/${id}/status`, { status, ...grounds })

    expect(await set(open.id, 'completed', { reason: 'Extrato' })).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', fields: ['reference'] },
    })

    expect(await set(open.id, 'refunded')).toMatchObject({
      status: 409,
      body: {
        error:
          'Este pedido não foi pago, então não há o que reembolsar. Um valor que chegou em parte é devolvido nas pendências de pagamento.',
      },
    })

    expect(await set(open.id, 'pending')).toMatchObject({
      status: 409,
      body: { error: 'O pedido já está nessa situação; nada mudou.' },
    })

    expect((await set(open.id, 'paid')).status).toBe(400)
    expect(await statusOf(open.id)).toBe('pending')
    const grounds = { reason: 'Veio por TED', reference: 'TED-ORDEM-1' }

    expect((await set(open.id, 'completed', grounds)).body.order).toMatchObject({
      status: 'completed',
      payments: [{ status: 'completed' }],
      units: [{ status: 'active', licenseKey: expect.stringMatching(/^KEY-/) }],
    })

    await expect(payPix(testShop, open.txid)).rejects.toThrow()

    for (const [status, error] of [
      ['completed', 'O pedido já está nessa situação; nada mudou.'],
      ['pending', 'Este pedido está pago e não volta a esperar pagamento.'],
      [
        'cancelled',
        'Este pedido está pago e não pode ser cancelado. Para desfazê-lo, reembolse-o: o dinheiro volta e as licenças deixam de valer.',
      ],
    ] as const)
      expect(await set(open.id, status, grounds), status).toMatchObject({
        status: 409,
        body: { error },
      })

    const back = { reason: 'Desistiu', reference: 'TED-VOLTA-1' }

    expect((await set(open.id, 'refunded', back)).body.order).toMatchObject({
      status: 'refunded',
      units: [{ status: 'suspended' }],
    })

    for (const status of ['pending', 'cancelled', 'completed'])
      expect(await set(open.id, status, grounds), status).toMatchObject({
        status: 409,
        body: {
          error:
            'O dinheiro deste pedido voltou ao cliente, e isso não se desfaz. Para vender de novo, o cliente faz outro pedido.',
        },
      })

    await expectSound(testShop)
  })

  it('that were cancelled are reopened, or completed when their money came after all [B218, Q122, Q34]', async () => {
    const [again, late, part] = [await order(), await order(), await order()]
    await payPix(testShop, part.txid, '1.00')
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, part.paymentId)).reviewReason).toBe('partial')
    })

    for (const one of [again, late, part])
      expect(
        (await call('PATCH', `/${one.id}/status`, { status: 'cancelled' })).body.order.status,
      ).toBe('cancelled')

    expect(
      (await call('PATCH', `/${again.id}/status`, { status: 'pending', reason: 'Voltou' })).body
        .order,
    ).toMatchObject({ status: 'pending', payments: [{ status: 'failed' }] })

    expect(await call('PATCH', `/${part.id}/status`, { status: 'pending' })).toMatchObject({
      status: 409,
      body: {
        error: 'Chegou dinheiro para este pedido: decida sobre ele nas pendências de pagamento.',
      },
    })

    // The buyer continues with the same order.
    const { body } = await startPix(testShop, again.who, again.cartId)
    expect((await paymentRow(testShop, body.paymentId)).orderId).toBe(again.id)

    expect(
      (
        await call('PATCH', `/${late.id}/status`, {
          status: 'completed',
          reason: 'Extrato do banco',
          reference: 'TED-TARDE-1',
        })
      ).body.order,
    ).toMatchObject({ status: 'completed', units: [{ status: 'active' }] })

    const [trail] = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, again.id), eq(auditLog.action, 'order.reopened')))

    expect(trail).toMatchObject({
      actorName: 'Dora Equipe',
      details: { before: { status: 'cancelled' }, after: { status: 'pending' }, reason: 'Voltou' },
    })

    await expectSound(testShop)
  })

  it('cancelled by staff close their charge and release keys and coupon; the buyer may retry [B218]', async () => {
    await coupon(testShop.app, { code: 'VOLTA', usageLimit: 1 })
    const open = await order({ code: 'VOLTA' })

    expect(
      (
        await call('PATCH', `/${open.id}/status`, {
          status: 'cancelled',
          reason: 'Cliente desistiu',
        })
      ).body.order,
    ).toMatchObject({ status: 'cancelled', payments: [{ status: 'failed' }] })

    expect(
      (await keysOf(testShop.app, open.productId)).every((key) => key.status === 'available'),
    ).toBe(true)
    await expect(payPix(testShop, open.txid)).rejects.toThrow()

    const [trail] = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, open.id), eq(auditLog.action, 'order.cancelled')))

    expect(trail).toMatchObject({
      actorName: 'Dora Equipe',
      ip: '127.0.0.1',
      details: {
        before: { status: 'pending' },
        after: { status: 'cancelled' },
        reason: 'Cliente desistiu',
      },
    })

    expect((await startPix(testShop, open.who, open.cartId, { coupon: 'VOLTA' })).status).toBe(200)
    await expectSound(testShop)
  })

  it('paid a moment before are not cancelled [B218]', async () => {
    const quick = await order()
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'efi', method: '*', path: '*', times: 1, do: 'drop-webhook' },
    ])
    await payPix(testShop, quick.txid)

    expect(await call('PATCH', `/${quick.id}/status`, { status: 'cancelled' })).toMatchObject({
      status: 409,
      body: {
        error:
          'O pagamento chegou neste meio-tempo e o pedido foi concluído. Para desfazê-lo, reembolse-o.',
      },
    })

    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    expect(await statusOf(quick.id)).toBe('completed')
    await expectSound(testShop)
  })

  it("paid and then deleted leave the staff lists, but not the customer's or the books [B218, Q122]", async () => {
    const paid = await order({ pay: true })
    const before = (await call('GET', '/stats')).body

    expect(await call('DELETE', `/${paid.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    })

    expect((await call('GET', `?search=${paid.number}`)).body.total).toBe(0)
    expect((await call('GET', `?search=${paid.number}&archived=true`)).body.orders).toMatchObject([
      { id: paid.id, status: 'completed', archived: true },
    ])
    expect((await call('GET', `/export.csv?search=${paid.number}`)).body.toString()).not.toContain(
      paid.number,
    )
    expect((await call('GET', '/stats')).body).toEqual(before)
    expect(
      (await send(testShop, 'GET /api/users/orders', { as: paid.who })).body.orders,
    ).toMatchObject([{ id: paid.id, licenses: [expect.stringMatching(/^KEY-/)] }])
    expect((await call('DELETE', `/${paid.id}`)).status).toBe(404)
    // An archived order can still be refunded.
    expect(
      (await call('PATCH', `/${paid.id}/status`, { status: 'refunded', reason: 'Pediu' })).status,
    ).toBe(200)

    await eventually(testShop, async () => {
      expect((await call('GET', `/${paid.id}`)).body.order).toMatchObject({
        status: 'refunded',
        archived: true,
      })
    })

    expect(
      (
        await testShop.app.db
          .select()
          .from(auditLog)
          .where(and(eq(auditLog.targetId, paid.id), eq(auditLog.action, 'order.archived')))
      )[0],
    ).toMatchObject({ actorId: staff.userId, details: { before: { status: 'completed' } } })

    await expectSound(testShop)
  })

  it('unpaid and deleted close their charge and leave every list; late money restores them [B218, Q122]', async () => {
    const open = await order()
    expect((await call('DELETE', `/${open.id}`)).status).toBe(200)
    expect((await paymentRow(testShop, open.paymentId)).status).toBe('failed')
    await expect(payPix(testShop, open.txid)).rejects.toThrow()
    expect(
      (await keysOf(testShop.app, open.productId)).every((key) => key.status === 'available'),
    ).toBe(true)
    expect((await call('GET', `/${open.id}`)).status).toBe(404)
    for (const filter of ['', '&archived=true'])
      expect((await call('GET', `?search=${open.number}${filter}`)).body.total).toBe(0)
    expect((await send(testShop, 'GET /api/users/orders', { as: open.who })).body.orders).toEqual(
      [],
    )
    const old = await order()
    await testShop.advance(31 * 60)
    await testShop.sweep()
    expect((await call('DELETE', `/${old.id}`)).status).toBe(200)
    expect((await call('DELETE', `/${old.id}`)).status).toBe(404)

    expect(
      (
        await testShop.app.db
          .select()
          .from(auditLog)
          .where(and(eq(auditLog.targetId, old.id), eq(auditLog.action, 'order.deleted')))
      )[0],
    ).toMatchObject({
      actorId: staff.userId,
      details: { before: { number: old.number, status: 'cancelled' } },
    })

    await payPix(testShop, old.txid)
    await eventually(testShop, async () => {
      expect(await statusOf(old.id)).toBe('completed')
    })
    expect((await call('GET', `?search=${old.number}`)).body.orders).toMatchObject([
      { id: old.id, status: 'completed', archived: false },
    ])
    const short = await order()
    await payPix(testShop, short.txid, '1.00')
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, short.paymentId)).reviewReason).toBe('partial')
    })
    expect((await call('DELETE', `/${short.id}`)).status).toBe(200)
    expect((await call('GET', `?search=${short.number}&archived=true`)).body.orders).toMatchObject([
      { id: short.id, status: 'cancelled' },
    ])

    expect(await startCard(testShop, old.who, old.cartId)).toMatchObject({
      status: 409,
      body: { code: 'payment.already_paid' },
    })

    expect(
      await testShop.app.db.select().from(payments).where(eq(payments.orderId, short.id)),
    ).toHaveLength(1)
    await expectSound(testShop)
  })
})
