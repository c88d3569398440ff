import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  auditLog,
  licences,
  orders,
  orderUnits,
  payments,
  receipts,
  refunds,
} from '../../../db/tables/index.ts'
import { cartOf, coupon, keysOf, person, product, type Person } from '../../../testing/make.ts'
import {
  deposit,
  eventually,
  expectSound,
  fill,
  payCard,
  paymentRow,
  payPix,
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
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/transactions'

const read = async (path = '', headers = {}) =>
  (await send(testShop, `GET ${base}${path}`, { as: staff, headers })).body

const move = (id: string, body: object, by = staff) =>
  send(testShop, `PATCH ${base}/${id}/status`, { as: by, body })

const orderMove = (id: string, body: object) =>
  send(testShop, `PATCH /api/admin/orders/${id}/status`, { as: staff, body })

const completed = (id: string) => async () => {
  expect((await paymentRow(testShop, id)).status).toBe('completed')
}

const trailOf = (id: string, action: string) =>
  testShop.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, id), eq(auditLog.action, action)))

const byHand = { status: 'completed', reason: 'Extrato conferido', reference: 'E0000' }

async function pixOf(
  given: {
    keys?: number
    priceCents?: number
    name?: string
    who?: Person
    couponCode?: string
  } = {},
) {
  const who = given.who ?? (await person(testShop.app))

  const { id: productId, name } = await product(testShop.app, {
    keys: given.keys ?? 2,
    ...(given.priceCents ? { priceCents: given.priceCents } : {}),
    ...(given.name ? { name: given.name } : {}),
  })

  const cartId = await fill(testShop, who, productId)

  const { body } = await startPix(
    testShop,
    who,
    cartId,
    given.couponCode ? { coupon: given.couponCode } : {},
  )

  return {
    who,
    productId,
    name,
    cartId,
    id: body.paymentId as string,
    txid: body.txid as string,
    orderId: (await paymentRow(testShop, body.paymentId)).orderId,
  }
}

async function paidPix(given: Parameters<typeof pixOf>[0] = {}) {
  const one = await pixOf(given)
  await payPix(testShop, one.txid)
  await eventually(testShop, completed(one.id))

  return one
}

describe('the list of transactions', () => {
  it('shows each payment with customer, amounts, coupon, method and delivery, and no secrets [B132, B251, B077, B078, B253]', async () => {
    await coupon(testShop.app, { code: 'LISTA10' })
    const who = await person(testShop.app, { name: 'Lia Lista', email: 'lia@lista.test' })
    const paid = await paidPix({ who, couponCode: 'LISTA10', name: 'Chave da Lista' })
    const open = await startCard(testShop, who, await fill(testShop, who, paid.productId))
    const { data } = await read('?search=lia@lista.test')

    expect(data.pagination).toMatchObject({
      page: 1,
      limit: 20,
      total: 2,
      pages: 1,
      itemsPerPage: 20,
      totalPages: 1,
    })

    expect(data.transactions[0]).toMatchObject({
      id: open.body.paymentId,
      status: 'pending',
      keyGenerated: false,
      paymentMethod: { type: 'stripe', name: 'Cartão' },
      sessionId: expect.stringMatching(/^cs_/),
      discount: { applied: false, cupomCode: null },
    })

    expect(data.transactions[1]).toMatchObject({
      id: paid.id,
      _id: paid.id,
      paymentId: paid.id,
      sessionId: paid.txid,
      customer: { name: 'Lia Lista', email: 'lia@lista.test', discordId: null },
      productName: 'Chave da Lista',
      amount: 17.91,
      originalAmount: 19.9,
      currency: 'BRL',
      discount: { applied: true, cupomCode: 'LISTA10', amount: 1.99 },
      paymentMethod: { type: 'pix', name: 'PIX' },
      status: 'completed',
      keyGenerated: true,
      refunded: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })

    expect(
      (await read('?search=lia@lista.test', { 'accept-language': 'en' })).data.transactions[0]
        .paymentMethod.name,
    ).toBe('Card')

    const details = await read(`/${paid.id}`)

    expect(details).toMatchObject({
      success: true,
      id: paid.id,
      orderNumber: expect.stringMatching(/^ORD-/),
      receivedAmount: 17.91,
      receipts: [{ amount: 17.91, byHand: false }],
      refunds: [],
    })

    expect(details.timeline.map((one: { action: string }) => one.action).slice(0, 2)).toEqual([
      'payment.created',
      'payment.completed',
    ])

    expect(details.timeline[0].source).toBe('customer')
    for (const text of [JSON.stringify(details), JSON.stringify(data)])
      expect(text).not.toMatch(/52998224725|529\.982|KEY-|"[^"]*cpf[^"]*":/i)
    expect((await send(testShop, `GET ${base}/nothing`, { as: staff })).body.code).toBe(
      'payment.not_found',
    )
  })

  it('is filtered by text, status, method and days, both inclusive; wildcards are letters [B132, B076, B075]', async () => {
    const who = await person(testShop.app, { name: "D'Ávila 100%_", email: 'davila@filtros.test' })

    const [a, b] = [
      await paidPix({ who, name: 'Filtro A' }),
      await pixOf({ who, name: 'Filtro B' }),
    ]

    const found = async (query: string) =>
      (await read(`?search=davila@filtros.test&${query}`)).data.transactions.map(
        (one: { id: string }) => one.id,
      )

    expect(await found('')).toEqual([b.id, a.id])
    expect(await found('status=completed')).toEqual([a.id])
    expect(await found('status=all&paymentMethod=&startDate=&endDate=')).toEqual([b.id, a.id])
    for (const method of ['pix', 'efybank'])
      expect(await found(`paymentMethod=${method}`)).toHaveLength(2)
    for (const method of ['stripe', 'card', 'crypto', 'ticket'])
      expect(await found(`paymentMethod=${method}`)).toEqual([])

    for (const text of [a.id, a.txid.slice(3, 20), 'FILTRO a', "d'ávila 100%_"])
      expect(
        (await read(`?search=${encodeURIComponent(text)}`)).data.transactions.map(
          (one: { id: string }) => one.id,
        ),
        text,
      ).toContain(a.id)

    expect((await read(`?search=${encodeURIComponent('%_%')}`)).data.transactions).toEqual([])

    await testShop.app.db
      .update(payments)
      .set({ createdAt: new Date('2026-03-10T02:59:59.999Z') })
      .where(eq(payments.id, a.id))

    await testShop.app.db
      .update(payments)
      .set({ createdAt: new Date('2026-03-10T03:00:00Z') })
      .where(eq(payments.id, b.id))

    expect(await found('startDate=2026-03-09&endDate=2026-03-09')).toEqual([a.id])
    expect(await found('startDate=2026-03-10&endDate=2026-03-10')).toEqual([b.id])
    expect(await found('startDate=2026-03-09&endDate=2026-03-10')).toEqual([b.id, a.id])

    for (const wrong of [
      'status=paid',
      'paymentMethod=cash',
      'startDate=2026-13-40',
      'startDate=x',
      'page=0',
      'limit=1000',
    ])
      expect((await send(testShop, `GET ${base}?${wrong}`, { as: staff })).status, wrong).toBe(400)

    expect((await send(testShop, `GET ${base}`, { as: a.who })).status).toBe(403)
  })

  it('sums by status add up, dollars at their own rate; the total ignores the status filter [B132, B133, B074]', async () => {
    const before = await read('/stats')
    const who = await person(testShop.app, { email: 'somas@cartoes.test' })
    const paid = await paidPix({ who, priceCents: 1000 })
    const dollars = await paidPix({ who, priceCents: 2000 })
    await pixOf({ who, priceCents: 5000 })

    await testShop.app.db
      .update(payments)
      .set({ currency: 'USD', usdRate: '5.5' })
      .where(eq(payments.id, dollars.id))

    const stats = (await read('?search=somas@cartoes.test&status=pending')).data
    expect(stats.transactions).toHaveLength(1)
    expect(stats.pagination.total).toBe(1)

    expect(stats.stats).toEqual({
      totalTransactions: 3,
      totalAmount: 120,
      completedCount: 2,
      completedAmount: 120,
      pendingCount: 1,
      failedCount: 0,
      rejectedCount: 0,
      refundedCount: 0,
      refundedAmount: 0,
    })

    await testShop.app.db
      .update(payments)
      .set({ currency: 'BRL' })
      .where(eq(payments.id, dollars.id))
    const after = await read('/stats')
    expect(after.completedAmount - before.completedAmount).toBeCloseTo(30, 5)
    expect(after.totalTransactions - before.totalTransactions).toBe(3)
    expect(after.data).toMatchObject({ totalTransactions: after.totalTransactions })

    await testShop.app.db
      .update(payments)
      .set({ createdAt: new Date(testShop.clock.now().getTime() - 20 * 86_400_000) })
      .where(eq(payments.id, paid.id))

    const [week, month] = [await read('/stats?period=7d'), await read('/stats?period=30d')]
    expect(month.completedCount - week.completedCount).toBe(1)

    const own = '/stats?period=own&from=2025-02-27&to=2025-03-01'

    for (const [time, counted] of [
      ['2025-02-27T02:59:59Z', 0],
      ['2025-02-27T03:00:00Z', 1],
      ['2025-03-02T02:59:59Z', 1],
      ['2025-03-02T03:00:00Z', 0],
    ] as const) {
      await testShop.app.db
        .update(payments)
        .set({ createdAt: new Date(time) })
        .where(eq(payments.id, paid.id))
      expect((await read(own)).totalTransactions).toBe(counted)
    }

    expect((await read('/stats?from=2025-02-27&to=2025-03-02')).totalTransactions).toBe(1)

    expect(await read('/stats?period=own&from=2025-03-01&to=2025-02-27')).toMatchObject({
      code: 'range.unusable',
      fields: ['to'],
    })
  })

  it('as CSV has the filtered rows, safe for a spreadsheet, and no secrets [B132]', async () => {
    const who = await person(testShop.app, { name: '=HYPERLINK("x")', email: 'planilha@csv.test' })
    const paid = await paidPix({ who })

    const reply = await testShop.http.inject({
      url: `${base}/export.csv?search=planilha@csv.test`,
      headers: staff.headers,
    })

    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('transactions.csv'),
    })

    const lines = reply.payload.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(
      `"${paid.id}","${paid.txid}","'=HYPERLINK(""x"")","planilha@csv.test"`,
    )
    expect(reply.payload).not.toMatch(/52998224725|KEY-/)
  })
})

describe('a payment confirmed by hand', () => {
  it('needs reason and reference, delivers once, and is in the audit trail with its author [B219, B150, B149]', async () => {
    const one = await pixOf()

    for (const body of [
      { status: 'completed' },
      { status: 'completed', reason: 'x' },
      { status: 'completed', reference: 'x' },
      { status: 'completed', reason: ' ', reference: 'x' },
    ])
      expect((await move(one.id, body)).body.code).toBe('request.invalid')

    expect((await paymentRow(testShop, one.id)).status).toBe('pending')
    const reply = await move(one.id, { ...byHand, reference: 'E-UM' })

    expect(reply).toMatchObject({
      status: 200,
      body: {
        success: true,
        transaction: {
          id: one.id,
          status: 'completed',
          keyGenerated: true,
          receipts: [{ receiptId: 'E-UM', amount: 19.9, byHand: true }],
          attention: null,
        },
      },
    })

    expect(
      (await testShop.app.db.select().from(orders).where(eq(orders.id, one.orderId)))[0]!.status,
    ).toBe('completed')
    expect(
      await testShop.app.db.select().from(licences).where(eq(licences.orderId, one.orderId)),
    ).toHaveLength(1)

    expect((await trailOf(one.id, 'payment.confirmed_by_hand'))[0]).toMatchObject({
      actorId: staff.userId,
      actorName: 'Dora Equipe',
      ip: '127.0.0.1',
      details: {
        before: { status: 'pending', receivedCents: 0 },
        after: { status: 'completed', receivedCents: 1990 },
        reason: 'Extrato conferido',
        reference: 'E-UM',
      },
    })

    expect(await move(one.id, byHand)).toMatchObject({
      status: 409,
      body: { code: 'state.illegal' },
    })

    await testShop.sweep()
    await expectSound(testShop)
  })

  it('twenty times at once delivers once [B150]', async () => {
    const one = await pixOf({ keys: 5 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => move(one.id, { ...byHand, reference: `E-VINTE-${i}` })),
    )
    expect(answers.every((answer) => [200, 409].includes(answer.status))).toBe(true)
    expect(
      await testShop.app.db.select().from(licences).where(eq(licences.orderId, one.orderId)),
    ).toHaveLength(1)
    expect(
      await testShop.app.db.select().from(receipts).where(eq(receipts.paymentId, one.id)),
    ).toHaveLength(1)
    expect(
      (await keysOf(testShop.app, one.productId)).filter((key) => key.status === 'used'),
    ).toHaveLength(1)
    await expectSound(testShop)
  })

  it('when the provider reports it paid, that counts; its charge takes no more money [B150]', async () => {
    const told = await pixOf()
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'efi', method: '*', path: '*', times: 1, do: 'drop-webhook' },
    ])
    await payPix(testShop, told.txid)
    expect(
      (await move(told.id, { ...byHand, reference: 'E-SABIDO' })).body.transaction,
    ).toMatchObject({ status: 'completed', receipts: [{ byHand: false }] })
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    const closed = await pixOf()
    await move(closed.id, { ...byHand, reference: 'E-FECHADO' })
    await expect(payPix(testShop, closed.txid)).rejects.toThrow()
    await expectSound(testShop)
  })

  it('late money is late, a paid order is not paid again, one reference confirms one payment [B150]', async () => {
    const late = await pixOf()
    await testShop.advance(31 * 60)
    await testShop.sweep()
    expect((await paymentRow(testShop, late.id)).status).toBe('failed')
    expect(
      (await move(late.id, { ...byHand, reference: 'E-TARDE' })).body.transaction,
    ).toMatchObject({ status: 'completed', attention: 'late' })
    const other = await pixOf()

    expect(await move(other.id, { ...byHand, reference: 'E-TARDE' })).toMatchObject({
      status: 409,
      body: { code: 'payment.reference_used' },
    })

    expect((await paymentRow(testShop, other.id)).status).toBe('pending')
    const card = await startCard(testShop, other.who, other.cartId)
    await payCard(testShop, (await paymentRow(testShop, card.body.paymentId)).providerReference!)
    await eventually(testShop, completed(card.body.paymentId))

    expect(await move(other.id, { ...byHand, reference: 'E-OUTRO' })).toMatchObject({
      status: 409,
      body: {
        code: 'payment.order_paid',
        error: 'O pedido desta transação já foi pago por outra.',
      },
    })

    await expectSound(testShop)
  })

  it('money that a provider reports later is named, and nothing is refunded unasked [B150]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1, priceCents: 4100 })
    const started = await startCrypto(testShop, who, await fill(testShop, who, id))
    expect((await move(started.body.paymentId, { ...byHand, reference: 'TX-1' })).status).toBe(200)
    await deposit(testShop, { coin: 'USDT', network: 'TRX', amount: started.body.cryptoAmount })
    await testShop.sweep()

    expect(await paymentRow(testShop, started.body.paymentId)).toMatchObject({
      status: 'completed',
      reviewReason: 'duplicate',
    })

    expect(
      await testShop.app.db
        .select()
        .from(refunds)
        .where(eq(refunds.paymentId, started.body.paymentId)),
    ).toEqual([])

    await expectSound(testShop)
  })

  it('every other transition returns 409 with a text [B219, B150]', async () => {
    const paid = await paidPix()

    for (const [status, word] of [
      ['pending', 'pendente'],
      ['failed', 'não concluído'],
      ['rejected', 'recusado'],
      ['completed', 'concluído'],
    ]) {
      const reply = await move(paid.id, { status, reason: 'x', reference: 'x' })
      expect(reply).toMatchObject({
        status: 409,
        body: {
          code: 'state.illegal',
          error: `Esta mudança de estado não é permitida: de “concluído” para “${word}”.`,
        },
      })
    }

    const open = await pixOf()
    for (const status of ['pending', 'failed', 'rejected', 'refunded'])
      expect((await move(open.id, { status, reason: 'x', reference: 'x' })).status).toBe(409)
    expect((await move(open.id, { status: 'paid' })).status).toBe(400)
    expect((await move('0'.repeat(32), byHand)).status).toBe(404)
    expect((await move(open.id, byHand, open.who)).status).toBe(403)
  })
})

describe('a refund by staff', () => {
  it('goes through the provider once of twenty requests, and revokes key and licence at its end [B219, B150]', async () => {
    const paid = await paidPix()

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        move(paid.id, { status: 'refunded', reason: 'Arrependimento' }),
      ),
    )

    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(1)
    expect(answers.every((answer) => [200, 409].includes(answer.status))).toBe(true)

    await eventually(testShop, async () => {
      await testShop.advance(40)
      await testShop.sweep()
      expect(await paymentRow(testShop, paid.id)).toMatchObject({
        status: 'refunded',
        refunded: true,
      })
    })

    const sent = await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, paid.id))
    expect(sent).toMatchObject([{ amountCents: 1990, status: 'succeeded', reason: 'requested' }])
    expect(
      (await testShop.app.db.select().from(orders).where(eq(orders.id, paid.orderId)))[0]!.status,
    ).toBe('refunded')

    expect(
      (await testShop.app.db.select().from(licences).where(eq(licences.orderId, paid.orderId))).map(
        (row) => row.status,
      ),
    ).toEqual(['revoked'])

    expect(
      (
        await testShop.app.db.select().from(orderUnits).where(eq(orderUnits.orderId, paid.orderId))
      ).map((row) => row.status),
    ).toEqual(['revoked'])

    expect((await keysOf(testShop.app, paid.productId)).map((key) => key.status).sort()).toEqual([
      'available',
      'revoked',
    ])

    expect(await trailOf(paid.id, 'payment.refund_requested')).toHaveLength(1)

    expect((await trailOf(paid.id, 'payment.refunded'))[0]).toMatchObject({
      details: {
        before: { status: 'completed' },
        after: { status: 'refunded' },
        orderRefunded: true,
        licencesRevoked: 1,
      },
    })

    expect(await read(`/${paid.id}`)).toMatchObject({
      status: 'refunded',
      refunded: true,
      refunds: [{ status: 'succeeded', amount: 19.9 }],
    })

    expect((await move(paid.id, byHand)).status).toBe(409)
    await expectSound(testShop)
  })

  it('of a card, and by the order, ends the same [B150]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const card = await startCard(testShop, who, await fill(testShop, who, id))
    await payCard(testShop, (await paymentRow(testShop, card.body.paymentId)).providerReference!)
    await eventually(testShop, completed(card.body.paymentId))
    const { orderId } = await paymentRow(testShop, card.body.paymentId)
    expect(
      (await orderMove(orderId, { status: 'refunded', reason: 'Pedido do cliente' })).status,
    ).toBe(200)

    await eventually(testShop, async () => {
      await testShop.advance(40)
      await testShop.sweep()
      expect((await paymentRow(testShop, card.body.paymentId)).status).toBe('refunded')
    })

    expect(
      (await send(testShop, `GET /api/admin/orders/${orderId}`, { as: staff })).body.order,
    ).toMatchObject({ status: 'refunded', units: [{ status: 'suspended' }] })
    await expectSound(testShop)
  })

  it('of coins or of money confirmed by hand needs the reference of a return by hand [B150]', async () => {
    const one = await pixOf()
    await move(one.id, { ...byHand, reference: 'E-VOLTA' })

    expect(await move(one.id, { status: 'refunded', reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'payment.refund_by_hand' },
    })

    expect((await paymentRow(testShop, one.id)).status).toBe('completed')

    expect(
      (
        await move(one.id, {
          status: 'refunded',
          reason: 'Devolvido no banco',
          reference: 'D-VOLTA',
        })
      ).body.transaction,
    ).toMatchObject({
      status: 'refunded',
      refunded: true,
      refunds: [{ reason: 'by_hand', status: 'succeeded' }],
    })

    expect(
      (await testShop.app.db.select().from(orders).where(eq(orders.id, one.orderId)))[0]!.status,
    ).toBe('refunded')
    await expectSound(testShop)
  })

  it('does not block other units: a refunded order is skipped, those behind it are served [B150]', async () => {
    const first = await pixOf({ keys: 1 })
    const second = await person(testShop.app)
    await testShop.advance(31 * 60)
    await testShop.sweep()

    const taken = await startPix(
      testShop,
      second,
      await cartOf(testShop.app, second.userId, [{ productId: first.productId, quantity: 1 }]),
    )

    await payPix(testShop, taken.body.txid)
    await eventually(testShop, completed(taken.body.paymentId))
    await move(first.id, { ...byHand, reference: 'E-FILA' })
    expect((await read(`/${first.id}`)).keyGenerated).toBe(false)
    await move(first.id, { status: 'refunded', reason: 'sem chave', reference: 'D-FILA' })

    expect(
      (
        await testShop.app.db.select().from(orderUnits).where(eq(orderUnits.orderId, first.orderId))
      ).map((row) => row.status),
    ).toEqual(['revoked'])

    await expectSound(testShop)
  })
})
