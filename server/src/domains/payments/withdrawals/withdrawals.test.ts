import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, orderWithdrawals } from '../../../db/tables/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import {
  eventually,
  expectSound,
  fill,
  paymentRow,
  payPix,
  send,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { restoreOrder } from '../../fulfilment/revocation.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

/** A customer who paid for one key of a product of their own. */
async function paidOrder(): Promise<{ who: Person; orderId: string; paymentId: string }> {
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 2, priceCents: 2490 })
  const { body } = await startPix(testShop, who, await fill(testShop, who, id))
  await payPix(testShop, body.txid)
  await eventually(testShop, async () => {
    expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
  })
  const { orderId } = await paymentRow(testShop, body.paymentId)

  return { who, orderId, paymentId: body.paymentId }
}

const ask = (who: Person, orderId: string, body: object = {}, language = 'pt-BR') =>
  send(testShop, `POST /api/users/orders/${orderId}/withdrawal`, {
    as: who,
    body,
    headers: { 'accept-language': language },
  })

const shown = async (who: Person) =>
  (await send(testShop, 'GET /api/users/orders', { as: who })).body.orders[0].withdrawal

const desk = (path: string, body?: object) =>
  send(testShop, `${body ? 'POST' : 'GET'} /api/admin/desk${path}`, { as: staff, body })

const trail = (orderId: string, action: string) =>
  testShop.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, orderId), eq(auditLog.action, action)))

const mailsTo = async (who: Person): Promise<string[]> => {
  await testShop.drain()

  const mails: { subject: string }[] = await testShop.sandbox!.call(
    'GET',
    `/sandbox/api/mail?to=${who.email}`,
  )

  return mails.map(({ subject }) => subject)
}

describe('withdrawing from a purchase', () => {
  it('is possible once within seven days, goes to review, and is mailed to both sides [P133]', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    expect(await shown(who)).toMatchObject({ state: 'possible', askedAt: null, reason: null })
    const asked = await ask(who, orderId, { reason: '  Comprei a versão errada. ' })

    expect(asked).toMatchObject({
      status: 200,
      body: {
        message:
          'Desistência feita. As chaves deste pedido não funcionam mais, e o valor volta para você.',
        withdrawal: { state: 'open', reason: 'Comprei a versão errada.', answer: null },
      },
    })

    expect(await shown(who)).toEqual(asked.body.withdrawal)

    expect(await ask(who, orderId)).toMatchObject({
      status: 409,
      body: {
        code: 'withdrawal.exists',
        error: 'Você já desistiu deste pedido. O pedido mostra como o valor volta.',
      },
    })

    expect((await ask(who, orderId, {}, 'en-US')).body.error).toBe(
      'You have withdrawn from this order already. The order shows how the money comes back.',
    )
    const { payments } = (await desk('?kind=withdrawal')).body

    expect(payments).toMatchObject([
      {
        id: paymentId,
        kind: 'withdrawal',
        onDesk: true,
        withdrawal: { reason: 'Comprei a versão errada.' },
      },
    ])

    expect(payments[0].actions).toEqual(expect.arrayContaining(['refund', 'release', 'note']))
    expect(
      (await desk('?kind=refund')).body.payments.map(({ id }: { id: string }) => id),
    ).not.toContain(paymentId)
    expect(await trail(orderId, 'order.withdrawal_asked')).toMatchObject([
      { actorId: who.userId, details: { reason: 'Comprei a versão errada.' } },
    ])
    const number = await shownNumber(who)
    expect(await mailsTo(who)).toContain(`Desistência do pedido ${number}: o valor volta para você`)
    expect(await mailsTo(staff)).toContain(`Desistência do pedido ${number}`)
    await desk(`/payments/${paymentId}/release`, { reason: 'fim do teste' })
  })

  it("is refused for an unpaid or old order, and for another person's [P133]", async () => {
    const { who, orderId } = await paidOrder()
    expect((await ask(await person(testShop.app), orderId)).body.code).toBe('order.not_found')
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const open = await startPix(testShop, buyer, await fill(testShop, buyer, id))
    const unpaid = await ask(buyer, (await paymentRow(testShop, open.body.paymentId)).orderId)

    expect(unpaid).toMatchObject({
      status: 409,
      body: { error: 'Só é possível desistir de um pedido pago.' },
    })

    expect((await ask(who, orderId, { reason: 'x'.repeat(501) })).status).toBe(400)
    await testShop.advance(7 * 86_400 - 60)
    expect(await shown(who)).toMatchObject({ state: 'possible' })
    await testShop.advance(60)
    expect(await shown(who)).toBeNull()

    expect(await ask(who, orderId)).toMatchObject({
      status: 409,
      body: { error: 'Os sete dias para desistir deste pedido já passaram. Fale com o suporte.' },
    })
  })

  it('suspends its keys at once, and only a refusal by staff restores them [P133, P134]', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    expect(await states(who)).toEqual({ licence: 'active', key: 'used' })
    await ask(who, orderId)
    expect(await states(who)).toEqual({ licence: 'suspended', key: 'revoked' })
    // Other ends of a suspension, such as a won dispute, keep this order suspended.
    await inTransaction(testShop.app, (tx) => restoreOrder(tx, orderId, { source: 'stripe' }))
    expect(await states(who)).toEqual({ licence: 'suspended', key: 'revoked' })
    await desk(`/payments/${paymentId}/release`, { reason: 'Compra de empresa.' })
    expect(await states(who)).toEqual({ licence: 'active', key: 'used' })
    expect(await trail(orderId, 'order.suspended')).toMatchObject([
      { actorId: null, details: { licences: 1, source: 'customer', reason: 'withdrawal' } },
    ])
    expect(await trail(orderId, 'order.restored')).toMatchObject([
      { details: { licences: 1, source: 'desk', reason: 'withdrawal declined' } },
    ])
    expect(await mailTexts(who)).toContain('As chaves deste pedido voltaram a funcionar.')
  })

  it('declined while a bank disputes the money keeps the licences suspended [P134]', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    await ask(who, orderId)
    await testShop.app.pool.query("update payments set dispute = 'open' where id = $1", [paymentId])
    await desk(`/payments/${paymentId}/release`, { reason: 'Compra de empresa.' })
    expect(await shown(who)).toMatchObject({ state: 'declined' })
    expect(await states(who)).toEqual({ licence: 'suspended', key: 'revoked' })
    expect(await mailTexts(who)).not.toContain('voltaram a funcionar')
  })

  it('requested twice at the same moment is recorded once [P133]', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(who, orderId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ])
    expect(await trail(orderId, 'order.withdrawal_asked')).toHaveLength(1)
    await desk(`/payments/${paymentId}/release`, { reason: 'fim do teste' })
  })

  it('is declined with a reason that its customer reads, once [P134]', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    await ask(who, orderId)
    const reason = 'A chave já foi ativada.'
    const closed = await desk(`/payments/${paymentId}/release`, { reason })
    expect(closed.body.payment).toMatchObject({ onDesk: false, kind: null, withdrawal: null })
    expect(await shown(who)).toMatchObject({ state: 'declined', answer: reason })
    await desk(`/payments/${paymentId}/release`, { reason: 'outra vez' })
    expect(await shown(who)).toMatchObject({ answer: reason })
    expect(await trail(orderId, 'order.withdrawal_declined')).toMatchObject([
      { actorId: staff.userId, details: { reason } },
    ])
    expect((await desk('?kind=withdrawal&state=done')).body.payments[0]).toMatchObject({
      id: paymentId,
    })
    expect(await mailsTo(who)).toContain(
      `Sobre a sua desistência do pedido ${await shownNumber(who)}`,
    )
    expect((await ask(who, orderId)).body.code).toBe('withdrawal.exists')
  })

  it('stays in review after a partial refund, and is accepted by a full one [P134]', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    await ask(who, orderId)
    const back = (body: object) => desk(`/payments/${paymentId}/refund`, { reason: 'CDC', ...body })
    expect((await back({ amount: 4.9, left: 24.9 })).status).toBe(200)
    await testShop.drain()

    expect((await desk(`/payments/${paymentId}`)).body.payment).toMatchObject({
      kind: 'withdrawal',
      onDesk: true,
      left: 20,
    })

    expect((await back({})).status).toBe(200)
    await eventually(testShop, async () => {
      expect(await shown(who)).toMatchObject({ state: 'refunded' })
    })

    expect((await desk(`/payments/${paymentId}`)).body.payment).toMatchObject({
      onDesk: false,
      status: 'refunded',
    })

    const [row] = await testShop.app.db
      .select()
      .from(orderWithdrawals)
      .where(eq(orderWithdrawals.orderId, orderId))

    expect(row).toMatchObject({ declinedAt: null, answer: null })
    await expectSound(testShop)
  })

  it('refunded and declined at the same moment ends as one of them, never as both [P134]', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    await ask(who, orderId)

    await Promise.all([
      desk(`/payments/${paymentId}/refund`, { reason: 'CDC' }),
      desk(`/payments/${paymentId}/release`, { reason: 'Já ativada.' }),
    ])

    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, paymentId)).status).toBe('refunded')
    })
    // The slower request found the order refunded or declined already; the money was refunded
    // either way.
    expect(await shown(who)).toMatchObject({ state: 'refunded', answer: null })
    expect((await paymentRow(testShop, paymentId)).needsReview).toBe(false)
    await expectSound(testShop)
  })
})

/** The status of the only licence of a customer, and of its stock key. */
const states = async (who: Person) => {
  const { body } = await send(testShop, 'GET /api/users/orders', { as: who })

  const { rows } = await testShop.app.pool.query(
    `select k.status from stock_keys k join licences l on l.stock_key_id = k.id
     where l.order_id = $1`,
    [body.orders[0].id],
  )

  return { licence: body.orders[0].units[0].status, key: rows[0].status }
}

/** The texts of all mails to a person, joined by line breaks. */
const mailTexts = async (who: Person): Promise<string> => {
  await testShop.drain()

  const mails: { text: string }[] = await testShop.sandbox!.call(
    'GET',
    `/sandbox/api/mail?to=${who.email}`,
  )

  return mails.map(({ text }) => text).join('\n')
}

const shownNumber = async (who: Person): Promise<string> =>
  (await send(testShop, 'GET /api/users/orders', { as: who })).body.orders[0].orderNumber
