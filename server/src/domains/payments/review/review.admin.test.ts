import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  auditLog,
  deposits,
  licences,
  orders,
  orderUnits,
  refunds,
  stockKeys,
} from '../../../db/tables/index.ts'
import { person, type Person } from '../../../testing/make.ts'
import { matrix, pay, started, type Method } from '../../../testing/money-matrix.ts'
import { wordsOf } from '../../../testing/pdf-words.ts'
import { deposit, eventually, expectSound, paymentRow, send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { pollInfractions } from '../disputes/infractions.service.ts'
import { settle } from '../settlement/settle.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/desk'

const read = async (id: string) =>
  (await send(testShop, `GET ${base}/payments/${id}`, { as: staff })).body.payment

const act = (id: string, action: string, body: object = {}) =>
  send(testShop, `POST ${base}/payments/${id}/${action}`, { as: staff, body })

const onScreen = async (id: string, state = 'open') =>
  (await send(testShop, `GET ${base}?state=${state}&limit=100`, { as: staff })).body.payments.find(
    (one: { id: string }) => one.id === id,
  )

const settled = (id: string, given: object) =>
  eventually(testShop, async () => {
    expect(await paymentRow(testShop, id)).toMatchObject(given)
  })

const licencesOf = async (id: string) =>
  (
    await testShop.app.db
      .select()
      .from(licences)
      .where(eq(licences.orderId, (await paymentRow(testShop, id)).orderId))
  ).map((row) => row.status)

const trailOf = (id: string, action: string) =>
  testShop.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, id), eq(auditLog.action, action)))

/** Runs refunds until the provider has finished them. */
const untilBack = (id: string, given: object) =>
  eventually(testShop, async () => {
    await testShop.advance(40)
    await testShop.sweep()
    expect(await paymentRow(testShop, id)).toMatchObject(given)
  })

const paid = async (method: Method, keys = 1, priceCents?: number) => {
  const one = await started(testShop, method, keys, priceCents)
  await pay(testShop, method, one)
  await settled(one.id, { status: 'completed' })

  return one
}

describe('late, short, over and double payments, by each method, with and without stock [R007]', () => {
  it('has every combination', () => {
    expect(
      new Set(matrix.map(({ event, method, stock }) => `${event} ${method} ${stock}`)).size,
    ).toBe(24)
  })

  for (const cell of matrix)
    it(`${cell.event} by ${cell.method}, stock ${cell.stock}: ${cell.kind ?? '–'}, ${cell.status}`, async () => {
      const id = await cell.make(testShop)
      const { kind, status, delivered, units, actions } = cell

      expect(await read(id)).toMatchObject({
        kind,
        status,
        delivered,
        units,
        actions,
        onDesk: cell.state === 'open',
      })

      for (const state of ['open', 'done'])
        expect((await onScreen(id, state)) !== undefined).toBe(state === cell.state)
      await expectSound(testShop)
    })
})

describe('what staff may do', () => {
  const back = (id: string, method: Method, more: object = {}) =>
    act(id, 'refund', {
      reason: 'Devolvido',
      ...(method === 'crypto' ? { reference: `TX-${id}` } : {}),
      ...more,
    })

  const make = (event: string, method: Method, stock: boolean) =>
    matrix
      .find((cell) => cell.event === event && cell.method === method && cell.stock === stock)!
      .make(testShop)

  for (const method of ['pix', 'stripe', 'crypto'] as const) {
    it(`short by ${method} is accepted as enough and delivered once, or refunded`, async () => {
      const taken = await make('short', method, true)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => act(taken, 'accept', { reason: 'Diferença pequena' })),
      )
      expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true)

      expect(await read(taken)).toMatchObject({
        status: 'completed',
        delivered: 1,
        units: 1,
        onDesk: false,
      })

      expect(await licencesOf(taken)).toEqual(['active'])

      expect(await trailOf(taken, 'payment.accepted')).toMatchObject([
        {
          actorName: 'Dora Equipe',
          details: { reason: 'Diferença pequena', after: { status: 'completed' } },
        },
      ])

      const sent = await make('short', method, false)
      const { received } = await read(sent)
      expect((await back(sent, method)).status).toBe(200)
      await untilBack(sent, { status: 'failed', needsReview: false })

      expect(await onScreen(sent, 'done')).toMatchObject({
        refunded: received,
        left: 0,
        actions: ['confirm', 'note'],
      })

      await testShop.sweep()
      await expectSound(testShop)
    })
  }

  for (const method of ['pix', 'crypto'] as const) {
    it(`over by ${method}: the surplus is refunded once of five requests, the licence stays`, async () => {
      const id = await make('over', method, true)
      const { received, amount, left } = await read(id)
      const more = Math.round((received - amount) * 100) / 100
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => back(id, method, { amount: more, left })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
      await untilBack(id, { status: 'completed', needsReview: false })

      expect(
        (await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, id))).map(
          (row) => row.amountCents,
        ),
      ).toEqual([Math.round(more * 100)])

      expect(await licencesOf(id)).toEqual(['active'])
      await expectSound(testShop)
    })

    it(`late by ${method} without stock waits, is delivered when stock comes, or refunded`, async () => {
      const served = await make('late', method, false)

      expect(await act(served, 'deliver')).toMatchObject({
        status: 409,
        body: { code: 'desk.no_stock' },
      })

      const [unit] = await testShop.app.db
        .select()
        .from(orderUnits)
        .where(eq(orderUnits.orderId, (await paymentRow(testShop, served)).orderId))

      await testShop.app.db
        .update(stockKeys)
        .set({ status: 'available' })
        .where(eq(stockKeys.variantId, unit!.variantId))

      expect((await read(served)).actions).toContain('deliver')

      expect((await act(served, 'deliver')).body.payment).toMatchObject({
        delivered: 1,
        onDesk: false,
      })

      const sent = await make('late', method, false)
      expect((await back(sent, method)).status).toBe(200)
      await untilBack(sent, { status: 'refunded', needsReview: false })
      expect(await onScreen(sent, 'done')).toMatchObject({ kind: 'late', status: 'refunded' })
      await expectSound(testShop)
    })
  }

  it('double: a provider refunds the second payment; coins are returned by hand with a record', async () => {
    const pix = await make('double', 'pix', true)
    const [sent] = await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, pix))

    await testShop.sandbox!.call('POST', '/sandbox/api/pix/devolucao', {
      id: sent!.id,
      status: 'DEVOLVIDO',
    })

    await untilBack(pix, { status: 'completed', reviewReason: 'duplicate', needsReview: false })
    expect(await onScreen(pix, 'done')).toMatchObject({ kind: 'duplicate', delivered: 1, units: 1 })
    const coins = await make('double', 'crypto', true)
    const { amount, left, byHand } = await read(coins)
    expect([byHand, left]).toEqual([true, amount * 2])

    expect(await act(coins, 'refund', { reason: 'Pago em dobro', amount, left })).toMatchObject({
      status: 409,
      body: { code: 'payment.refund_by_hand' },
    })

    expect((await back(coins, 'crypto', { amount, left })).status).toBe(200)
    expect(await onScreen(coins, 'done')).toMatchObject({ refunded: amount, status: 'completed' })
    expect(await licencesOf(coins)).toEqual(['active'])
    await expectSound(testShop)
  })

  it('release closes a pending payment and its reservation; its history stays', async () => {
    const id = await make('short', 'pix', true)

    expect((await act(id, 'release', { reason: 'Cliente desistiu' })).body.payment).toMatchObject({
      status: 'failed',
      onDesk: false,
      actions: ['accept', 'confirm', 'refund', 'note'],
    })

    expect(await trailOf(id, 'payment.released')).toMatchObject([
      {
        details: {
          reason: 'Cliente desistiu',
          before: { status: 'pending', onDesk: true },
          after: { status: 'failed', onDesk: false },
        },
      },
    ])

    await testShop.sweep()
    expect(await onScreen(id)).toBeUndefined()
    await expectSound(testShop)
  })
})

describe('money that a member of staff refunds', () => {
  for (const method of ['pix', 'crypto'] as const)
    it(`refunded or being refunded, a short payment by ${method} can no longer be accepted`, async () => {
      const one = await matrix
        .find((cell) => cell.event === 'short' && cell.method === method && !cell.stock)!
        .make(testShop)
      await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 600_000 })

      const sent = await act(one, 'refund', {
        reason: 'Devolvido',
        ...(method === 'crypto' ? { reference: `TX-VOLTA-${one}` } : {}),
      })

      expect(sent.status).toBe(200)
      await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 0 })

      expect(await act(one, 'accept', { reason: 'Diferença pequena' })).toMatchObject({
        status: 409,
        body: { code: 'state.illegal' },
      })

      expect(await read(one)).toMatchObject({ status: 'failed', units: 0, left: 0 })
      await expectSound(testShop)
    })
})

describe('a dispute', () => {
  const paidCard = async () => {
    const one = await paid('stripe')
    return { ...one, session: (await paymentRow(testShop, one.id)).providerReference! }
  }

  const dispute = (session: string, body: object = {}) =>
    testShop.sandbox!.call('POST', `/sandbox/api/card/${session}/dispute`, body)

  it('of a card suspends the licence at once, needs review, and restores it when won', async () => {
    const one = await paidCard()
    await dispute(one.session)
    await settled(one.id, { dispute: 'open', needsReview: true, reviewReason: 'disputed' })
    expect(await licencesOf(one.id)).toEqual(['revoked'])

    expect(
      (await send(testShop, `GET /api/payment/efybank/status/${one.id}`, { as: one.who })).body
        .owner.units[0].status,
    ).toBe('suspended')

    expect(await onScreen(one.id)).toMatchObject({
      kind: 'disputed',
      dispute: 'open',
      actions: ['release', 'note'],
    })

    expect((await act(one.id, 'deliver')).status).toBe(409)
    await dispute(one.session, { status: 'won' })
    await settled(one.id, { dispute: 'won', status: 'completed', needsReview: true })
    expect(await licencesOf(one.id)).toEqual(['active'])
    expect((await act(one.id, 'release', { reason: 'Ganha' })).status).toBe(200)
    expect((await trailOf(one.id, 'payment.dispute_open'))[0]).toMatchObject({
      details: { licences: 1, after: { dispute: 'open' } },
    })
    await testShop.sweep()
    expect(await paymentRow(testShop, one.id)).toMatchObject({ dispute: 'won', needsReview: false })
    await expectSound(testShop)
  })

  it('of a card that is lost takes money, order, licence and key', async () => {
    const one = await paidCard()
    await dispute(one.session)
    await settled(one.id, { dispute: 'open' })
    await dispute(one.session, { status: 'lost' })
    await settled(one.id, { dispute: 'lost', status: 'refunded', needsReview: true })
    const { orderId } = await paymentRow(testShop, one.id)
    expect(
      (await testShop.app.db.select().from(orders).where(eq(orders.id, orderId)))[0]!.status,
    ).toBe('refunded')
    expect(await licencesOf(one.id)).toEqual(['revoked'])

    expect(
      (
        await testShop.app.db.select().from(stockKeys).where(eq(stockKeys.variantId, one.productId))
      ).map((key) => key.status),
    ).toEqual(['revoked'])

    expect(await onScreen(one.id)).toMatchObject({ kind: 'disputed', dispute: 'lost', left: 0 })
    await expectSound(testShop)
  })

  it('of a PIX (MED) suspends while the bank takes the money back, and ends refunded', async () => {
    const one = await paid('pix')
    await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 600_000 })
    for (const status of ['ABERTA', 'ACEITA'])
      await testShop.sandbox!.call('POST', `/sandbox/api/pix/${one.txid}/infraction`, { status })
    await settle(testShop.app, one.id, 'desk')
    expect(await paymentRow(testShop, one.id)).toMatchObject({ dispute: 'open', needsReview: true })
    expect(await licencesOf(one.id)).toEqual(['revoked'])
    const [med] = (await read(one.id)).disputes
    expect(med).toMatchObject({ state: 'open', contested: expect.any(Number), taken: 0 })
    const { devolutions, receipts } = (await testShop.sandbox!.call('GET', '/sandbox/api/state'))
      .efi
    const { id: endToEndId } = receipts.find((row: { txid: string }) => row.txid === one.txid)

    await testShop.sandbox!.call('POST', '/sandbox/api/pix/devolucao', {
      id: devolutions.find((row: { endToEndId: string }) => row.endToEndId === endToEndId).returnId,
      status: 'DEVOLVIDO',
    })

    await settled(one.id, { dispute: 'lost', status: 'refunded' })
    await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 0 })
    await expectSound(testShop)
  })
})

describe('the review', () => {
  it('a full refund suspends at once and revokes when final; a refused one restores the licence', async () => {
    const one = await paid('pix')
    await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 600_000 })

    expect((await act(one.id, 'refund', { reason: 'Arrependimento' })).body.payment).toMatchObject({
      refunding: (await paymentRow(testShop, one.id)).amountCents / 100,
      left: 0,
    })

    expect(await licencesOf(one.id)).toEqual(['revoked'])
    const sent = async () =>
      await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, one.id))

    await testShop.sandbox!.call('POST', '/sandbox/api/pix/devolucao', {
      id: (await sent())[0]!.id,
      status: 'NAO_REALIZADO',
    })

    await eventually(testShop, async () => {
      await testShop.advance(40)
      await testShop.sweep()
      expect((await sent())[0]!.status).toBe('failed')
    })

    expect(await licencesOf(one.id)).toEqual(['active'])

    expect(await onScreen(one.id)).toMatchObject({
      kind: 'refund',
      actions: ['refund', 'release', 'note'],
    })

    await testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: 0 })
    expect((await act(one.id, 'refund', { reason: 'De novo' })).status).toBe(200)
    await untilBack(one.id, { status: 'refunded', needsReview: false })
    expect(await licencesOf(one.id)).toEqual(['revoked'])
    await expectSound(testShop)
  })

  it('a card refund that fails after success restores licence, key and order, and needs review', async () => {
    const one = await paid('stripe')
    expect((await act(one.id, 'refund', { reason: 'Arrependimento' })).status).toBe(200)
    await untilBack(one.id, { status: 'refunded', refunded: true })
    expect(await licencesOf(one.id)).toEqual(['revoked'])
    const { orderId } = await paymentRow(testShop, one.id)

    await testShop.sandbox!.call(
      'POST',
      `/sandbox/api/card/${(await paymentRow(testShop, one.id)).providerReference}/refund`,
      { outcome: 'failed' },
    )

    await settled(one.id, { status: 'completed', refunded: false, needsReview: true })
    expect(
      (await testShop.app.db.select().from(orders).where(eq(orders.id, orderId)))[0],
    ).toMatchObject({ status: 'completed', suspendedAt: null })

    expect(
      (await testShop.app.db.select().from(orderUnits).where(eq(orderUnits.orderId, orderId))).map(
        (unit) => unit.status,
      ),
    ).toEqual(['delivered'])

    expect(await licencesOf(one.id)).toEqual(['active'])

    expect(
      (
        await testShop.app.db.select().from(stockKeys).where(eq(stockKeys.variantId, one.productId))
      ).map((key) => key.status),
    ).toEqual(['used'])

    expect(await onScreen(one.id)).toMatchObject({
      kind: 'refund',
      actions: ['refund', 'release', 'note'],
    })

    expect((await act(one.id, 'refund', { reason: 'De novo' })).status).toBe(200)
    await untilBack(one.id, { status: 'refunded', needsReview: false })
    expect(await licencesOf(one.id)).toEqual(['revoked'])
    await expectSound(testShop)
  })

  it('an unmatched deposit is matched to a payment of its coin, or closed with a record, once', async () => {
    const one = await started(testShop, 'crypto')
    await deposit(testShop, { coin: 'USDT', network: 'TRX', amount: (one.coins * 0.5).toFixed(6) })
    await testShop.sweep()
    const listed = (await send(testShop, `GET ${base}/deposits?limit=100`, { as: staff })).body
      .deposits
    const found = listed.find(
      (row: { amount: string }) => Number(row.amount) === Number((one.coins * 0.5).toFixed(6)),
    )
    expect(found).toMatchObject({ coin: 'USDT', network: 'TRX', txId: expect.any(String) })
    const pix = await started(testShop, 'pix')

    const give = (paymentId: string) =>
      send(testShop, `POST ${base}/deposits/${found.id}/match`, {
        as: staff,
        body: { paymentId, reason: 'Comprovante enviado' },
      })

    expect((await give(pix.id)).body.code).toBe('desk.other_coin')
    expect((await give(one.id)).status).toBe(200)
    await settled(one.id, { reviewReason: 'partial', needsReview: true })
    expect((await give(one.id)).body.code).toBe('desk.deposit_done')
    await deposit(testShop, { coin: 'USDT', network: 'TRX', amount: '7.777777' })
    await testShop.sweep()
    const [odd] = await testShop.app.db
      .select()
      .from(deposits)
      .where(eq(deposits.amount, '7.777777'))

    expect(
      (
        await send(testShop, `POST ${base}/deposits/${odd!.id}/close`, {
          as: staff,
          body: { reason: 'Devolvido', reference: 'TX-VOLTA' },
        })
      ).status,
    ).toBe(200)

    expect(await trailOf(odd!.id, 'deposit.returned')).toMatchObject([
      { actorName: 'Dora Equipe', details: { reference: 'TX-VOLTA', amount: '7.777777' } },
    ])

    expect(
      (
        await send(testShop, `POST ${base}/deposits/none/close`, {
          as: staff,
          body: { reason: 'x' },
        })
      ).status,
    ).toBe(404)
  })

  it('history and evidence pack show notes and acts, without a key, to staff alone', async () => {
    const one = await paid('pix', 1, 1990)

    expect(
      (await act(one.id, 'notes', { text: 'Cliente ligou\nduas vezes' })).body.payment.timeline.at(
        -1,
      ),
    ).toMatchObject({
      action: 'payment.note',
      performedBy: { name: 'Dora Equipe' },
      details: { note: 'Cliente ligou\nduas vezes' },
    })

    // The buyer views their key from an IP address that the pack lists.
    expect(
      (await send(testShop, `GET /api/payment/efybank/status/${one.id}`, { as: one.who })).body
        .owner.units[0].status,
    ).toBe('active')

    const reply = await testShop.http.inject({
      url: `${base}/payments/${one.id}/evidence.pdf`,
      headers: staff.headers,
    })

    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/attachment.*provas-ORD-\d+\.pdf/),
    })

    const text = wordsOf(reply.rawPayload)

    for (const part of [
      one.who.email,
      '127.0.0.1',
      'SHA-256',
      'payment.completed',
      'Cliente ligou',
      'lightMyRequest',
      (await read(one.id)).orderNumber,
    ])
      expect(text).toContain(part)

    const [key] = await testShop.app.db
      .select()
      .from(licences)
      .where(eq(licences.orderId, (await paymentRow(testShop, one.id)).orderId))

    expect(text).toContain(key!.last4)
    expect(text).not.toMatch(/KEY-[0-9A-F]{8}|52998224725/)
    expect(await trailOf(one.id, 'payment.evidence_taken')).toHaveLength(1)
    expect(text).toMatch(/Z · R\$ 19,90 · /)

    const english = await testShop.http.inject({
      url: `${base}/payments/${one.id}/evidence.pdf`,
      headers: { ...staff.headers, 'accept-language': 'en-US' },
    })

    expect(wordsOf(english.rawPayload)).toMatch(/Z · R\$19\.90 · /)

    for (const [method, path] of [
      ['GET', base],
      ['GET', `${base}/deposits`],
      ['POST', `${base}/payments/${one.id}/refund`],
      ['GET', `${base}/payments/${one.id}/evidence.pdf`],
    ] as const)
      expect(
        (
          await send(testShop, `${method} ${path}`, {
            as: one.who,
            body: method === 'POST' ? { reason: 'x' } : undefined,
          })
        ).status,
      ).toBe(403)

    for (const action of ['accept', 'release', 'refund'])
      expect((await act(one.id, action, {})).status).toBe(400)
    expect((await act('f'.repeat(32), 'release', { reason: 'x' })).status).toBe(404)

    for (const [language, error] of [
      ['pt-BR', 'O máximo a devolver é R$\u00a019,90.'],
      ['en-US', 'At most R$19.90 can be sent back.'],
    ] as const)
      expect(
        await send(testShop, `POST ${base}/payments/${one.id}/refund`, {
          as: staff,
          body: { reason: 'x', amount: 19.91, left: (await read(one.id)).left },
          headers: { 'accept-language': language },
        }),
      ).toMatchObject({ status: 409, body: { code: 'payment.refund_amount', error } })

    expect((await act(one.id, 'refund', { reason: 'x', amount: 1, left: 1 })).body.code).toBe(
      'payment.refund_changed',
    )
    expect((await act(one.id, 'accept', { reason: 'já pago' })).status).toBe(200)
    expect(await licencesOf(one.id)).toEqual(['active'])
  })
})

describe('the evidence pack lists disputes and reasons in the reader’s language', () => {
  const packOf = async (id: string, language: string) => {
    const { body } = await send(testShop, `GET ${base}/payments/${id}/evidence.pdf`, {
      as: staff,
      headers: { 'accept-language': language },
    })
    return wordsOf(body).split('\n')
  }

  it('of a card: each dispute', async () => {
    const one = await paid('stripe', 1, 1990)
    const { providerReference } = await paymentRow(testShop, one.id)
    const contest = (body: object) =>
      testShop.sandbox!.call('POST', `/sandbox/api/card/${providerReference}/dispute`, body)
    const first = await contest({ amount: '10.00', reason: 'product_not_received' })
    const second = await contest({ reason: 'on_the_moon' })
    await settle(testShop.app, one.id, 'webhook')
    const portuguese = await packOf(one.id, 'pt-BR')
    const at = portuguese.indexOf('Contestações')

    expect(portuguese.slice(at + 1, at + 3).toSorted()).toEqual(
      [
        expect.stringContaining(`Z · R$ 10,00 · Produto não recebido · ${first.id}`),
        expect.stringContaining(`Z · R$ 9,90 · on_the_moon · ${second.id}`),
      ].toSorted(),
    )

    expect(await packOf(one.id, 'en-US')).toEqual(
      expect.arrayContaining([
        'Disputes',
        expect.stringContaining(`Z · R$10.00 · Product not received · ${first.id}`),
      ]),
    )
  })

  it('of a PIX: each report of fraud [F104]', async () => {
    const one = await paid('pix', 1, 1990)
    expect(await packOf(one.id, 'pt-BR')).not.toContain('Contestações')
    const { providerReference } = await paymentRow(testShop, one.id)

    const told = await testShop.sandbox!.call(
      'POST',
      `/sandbox/api/pix/${providerReference}/infraction`,
      { status: 'ABERTA' },
    )

    await testShop.advance(3601)
    await pollInfractions(testShop.app)
    await settle(testShop.app, one.id, 'infraction')

    for (const [language, head, row] of [
      ['pt-BR', 'Contestações', 'R$ 19,90 · Solicitação de devolução · Golpe'],
      ['en-US', 'Disputes', 'R$19.90 · Refund request · Scam'],
    ] as const) {
      const pack = await packOf(one.id, language)
      const at = pack.indexOf(head)
      expect(pack[at + 1]).toContain(`Z · ${row} · ${told.idInfracao}`)
      // The money that the report disputes is not listed twice.
      expect(pack.filter((line) => line.includes(told.endToEndId))).toHaveLength(1)
    }
  })
})
