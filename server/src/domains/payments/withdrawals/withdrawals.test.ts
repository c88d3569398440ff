import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog, orderWithdrawals } from '../../../db/tables/index.ts'
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

let world: TestShop
let staff: Person
beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
  staff = await person(world.app, { role: 'admin' })
})
afterAll(async () => {
  await world?.close()
})

/** Somebody who has paid for one key of a product of his own. */
async function paidOrder(): Promise<{ who: Person; orderId: string; paymentId: string }> {
  const who = await person(world.app)
  const { id } = await product(world.app, { keys: 2, priceCents: 2490 })
  const { body } = await startPix(world, who, await fill(world, who, id))
  await payPix(world, body.txid)
  await eventually(world, async () => {
    expect((await paymentRow(world, body.paymentId)).status).toBe('completed')
  })
  const { orderId } = await paymentRow(world, body.paymentId)
  return { who, orderId, paymentId: body.paymentId }
}
const ask = (who: Person, orderId: string, body: object = {}, language = 'pt-BR') =>
  send(world, `POST /api/users/orders/${orderId}/withdrawal`, {
    as: who,
    body,
    headers: { 'accept-language': language },
  })
const shown = async (who: Person) =>
  (await send(world, 'GET /api/users/orders', { as: who })).body.orders[0].withdrawal
const desk = (path: string, body?: object) =>
  send(world, `${body ? 'POST' : 'GET'} /api/admin/desk${path}`, { as: staff, body })
const trail = (orderId: string, action: string) =>
  world.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, orderId), eq(auditLog.action, action)))
const mailsTo = async (who: Person): Promise<string[]> => {
  await world.drain()
  const mails: { subject: string }[] = await world.sandbox!.call(
    'GET',
    `/sandbox/api/mail?to=${who.email}`,
  )
  return mails.map(({ subject }) => subject)
}

describe('taking a purchase back', () => {
  it('is asked for once within seven days, lands on the desk, and is told to both sides (P133)', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    expect(await shown(who)).toMatchObject({ state: 'possible', askedAt: null, reason: null })
    const asked = await ask(who, orderId, { reason: '  Comprei a versão errada. ' })
    expect(asked).toMatchObject({
      status: 200,
      body: {
        message: 'Recebemos o seu pedido de desistência. A resposta chega por e-mail.',
        withdrawal: { state: 'open', reason: 'Comprei a versão errada.', answer: null },
      },
    })
    expect(await shown(who)).toEqual(asked.body.withdrawal)
    expect(await ask(who, orderId)).toMatchObject({
      status: 409,
      body: {
        code: 'withdrawal.exists',
        error: 'A desistência deste pedido já foi pedida. A resposta aparece no pedido.',
      },
    })
    expect((await ask(who, orderId, {}, 'en-US')).body.error).toBe(
      'The withdrawal from this order was asked for already. The answer shows at the order.',
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
    expect(await mailsTo(who)).toContain(`Recebemos a sua desistência do pedido ${number}`)
    expect(await mailsTo(staff)).toContain(`Desistência do pedido ${number}`)
    await desk(`/payments/${paymentId}/release`, { reason: 'fim do teste' })
  })

  it("is refused for what is not paid, is too old, or is another person's (P133)", async () => {
    const { who, orderId } = await paidOrder()
    expect((await ask(await person(world.app), orderId)).body.code).toBe('order.not_found')
    const buyer = await person(world.app)
    const { id } = await product(world.app, { keys: 1 })
    const open = await startPix(world, buyer, await fill(world, buyer, id))
    const unpaid = await ask(buyer, (await paymentRow(world, open.body.paymentId)).orderId)
    expect(unpaid).toMatchObject({
      status: 409,
      body: { error: 'Só é possível desistir de um pedido pago.' },
    })
    expect((await ask(who, orderId, { reason: 'x'.repeat(501) })).status).toBe(400)
    await world.advance(7 * 86_400 - 60)
    expect(await shown(who)).toMatchObject({ state: 'possible' })
    await world.advance(60)
    expect(await shown(who)).toBeNull()
    expect(await ask(who, orderId)).toMatchObject({
      status: 409,
      body: { error: 'Os sete dias para desistir deste pedido já passaram. Fale com o suporte.' },
    })
  })

  it('asked for by two at the same moment is one (P133)', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(who, orderId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ])
    expect(await trail(orderId, 'order.withdrawal_asked')).toHaveLength(1)
    await desk(`/payments/${paymentId}/release`, { reason: 'fim do teste' })
  })

  it('is declined with a reason that its customer reads, once (P134)', async () => {
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

  it('stays on the desk after a share went back, and is accepted when all did (P134)', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    await ask(who, orderId)
    const back = (body: object) => desk(`/payments/${paymentId}/refund`, { reason: 'CDC', ...body })
    expect((await back({ amount: 4.9, left: 24.9 })).status).toBe(200)
    await world.drain()
    expect((await desk(`/payments/${paymentId}`)).body.payment).toMatchObject({
      kind: 'withdrawal',
      onDesk: true,
      left: 20,
    })
    expect((await back({})).status).toBe(200)
    await eventually(world, async () => {
      expect(await shown(who)).toMatchObject({ state: 'refunded' })
    })
    expect((await desk(`/payments/${paymentId}`)).body.payment).toMatchObject({
      onDesk: false,
      status: 'refunded',
    })
    const [row] = await world.app.db
      .select()
      .from(orderWithdrawals)
      .where(eq(orderWithdrawals.orderId, orderId))
    expect(row).toMatchObject({ declinedAt: null, answer: null })
    await expectSound(world)
  })

  it('sent back and declined at the same moment ends as one of them, never as both (P134)', async () => {
    const { who, orderId, paymentId } = await paidOrder()
    await ask(who, orderId)
    await Promise.all([
      desk(`/payments/${paymentId}/refund`, { reason: 'CDC' }),
      desk(`/payments/${paymentId}/release`, { reason: 'Já ativada.' }),
    ])
    await eventually(world, async () => {
      expect((await paymentRow(world, paymentId)).status).toBe('refunded')
    })
    // Whoever was later found the order as it was: the money went back either way.
    expect(await shown(who)).toMatchObject({ state: 'refunded', answer: null })
    expect((await paymentRow(world, paymentId)).needsReview).toBe(false)
    await expectSound(world)
  })
})

const shownNumber = async (who: Person): Promise<string> =>
  (await send(world, 'GET /api/users/orders', { as: who })).body.orders[0].orderNumber
