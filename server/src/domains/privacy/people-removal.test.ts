import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { licences, orders, payments, stockKeys } from '../../db/tables/index.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { pay, started, type Case, type Method } from '../../testing/money-matrix.ts'
import {
  deposit,
  eventually,
  expectSound,
  fill,
  look,
  payCard,
  paymentRow,
  payPix,
  send,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { pursueClose } from '../payments/checkout/close-charge.service.ts'
import { pollDeposits } from '../payments/settlement/deposits.service.ts'
import { settle } from '../payments/settlement/settle.service.ts'
import { closePersonCharges } from './open-charges.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const races: readonly Method[] = ['pix', 'stripe', 'pix', 'pix']
const methods: readonly Method[] = ['pix', 'stripe', 'crypto']
const remove = (who: Person) =>
  send(testShop, `DELETE /api/admin/users/${who.userId}`, { as: staff })

const ban = (who: Person) =>
  send(testShop, `POST /api/admin/users/${who.userId}/ban`, {
    as: staff,
    body: { reason: 'Fraude' },
  })

const desk = async (id: string) =>
  (await send(testShop, `GET /api/admin/desk/payments/${id}`, { as: staff })).body.payment

const act = (id: string, action: string, body: object = {}) =>
  send(testShop, `POST /api/admin/desk/payments/${id}/${action}`, {
    as: staff,
    body: { reason: 'Conferido', ...body },
  })

/** Money arrives at the provider, and the shop has not checked yet. */
async function arrive(method: Method, one: Case): Promise<void> {
  const { providerReference } = await paymentRow(testShop, one.id)
  if (method === 'pix') await payPix(testShop, one.txid)
  else if (method === 'stripe') await payCard(testShop, providerReference!)
  else
    await deposit(testShop, {
      coin: 'USDT',
      network: 'TRX',
      amount: one.coins.toFixed(6),
      status: 1,
    })
}

const unreachable = () =>
  testShop.sandbox!.call('POST', '/sandbox/api/faults', [
    { provider: 'efi', method: 'PATCH', path: '/v2/cob/*', times: 9, do: 'status:500' },
    {
      provider: 'stripe',
      method: 'POST',
      path: '/v1/checkout/sessions/*',
      times: 9,
      do: 'status:500',
    },
  ])

/** The provider answers again, and closed breakers let the shop call it at once. */
async function reachable(): Promise<void> {
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
  for (const name of ['pix', 'card'] as const) await testShop.app.breakers.reset(name)
}

/** The state of a purchase: payment, order, keys of its product, licences. */
async function state({ id, productId }: Case) {
  const row = await paymentRow(testShop, id)
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.id, row.orderId))

  const shelf = await testShop.app.db
    .select()
    .from(stockKeys)
    .where(eq(stockKeys.variantId, productId))

  const given = await testShop.app.db
    .select()
    .from(licences)
    .where(eq(licences.orderId, row.orderId))

  return {
    payment: row.status,
    reason: row.reason,
    reviewReason: row.reviewReason,
    order: order!.status,
    keys: shelf.map((key) => key.status).toSorted(),
    licences: given.length,
  }
}

const closed = {
  payment: 'failed',
  reason: 'cancelled',
  reviewReason: null,
  order: 'cancelled',
  keys: ['available'],
  licences: 0,
}

const held = { ...closed, reviewReason: 'held' }

describe('a customer who is deleted while one of their charges is open', () => {
  for (const method of ['pix', 'stripe'] as const)
    it(`by ${method}: the charge is closed first, its keys are free, and nobody can pay it [Q114, F109]`, async () => {
      const one = await started(testShop, method)
      expect((await remove(one.who)).status).toBe(200)
      expect(await state(one)).toEqual(closed)
      await expect(pay(testShop, method, one)).rejects.toThrow(/sandbox POST/)
      expect(await state(one)).toEqual(closed)
      await expectSound(testShop)
    })

  it('by crypto: late coins go to review, nothing is delivered, and they can be returned [Q114, F109]', async () => {
    const one = await started(testShop, 'crypto')
    expect((await remove(one.who)).status).toBe(200)
    expect(await state(one)).toEqual(closed)
    await pay(testShop, 'crypto', one)
    expect(await state(one)).toEqual(held)
    const { received } = await desk(one.id)

    expect(await desk(one.id)).toMatchObject({
      kind: 'held',
      onDesk: true,
      buyer: 'deleted',
      actions: ['refund', 'release', 'note'],
    })

    expect((await act(one.id, 'accept')).body.code).toBe('payment.buyer_deleted')
    expect((await act(one.id, 'confirm', { reference: `TED ${one.id}` })).body.code).toBe(
      'payment.buyer_deleted',
    )

    expect((await act(one.id, 'refund', { reference: `TX ${one.id}` })).body.payment).toMatchObject(
      {
        refunded: received,
        left: 0,
        onDesk: false,
      },
    )

    expect(await state(one)).toEqual(held)
    await expectSound(testShop)
  })

  for (const method of ['pix', 'stripe'] as const)
    it(`by ${method} with the provider down: the charge is closed later, faster money is reviewed [Q114, F109]`, async () => {
      const [paid, unpaid] = [await started(testShop, method), await started(testShop, method)]
      await unreachable()
      expect((await remove(paid.who)).status).toBe(200)
      expect((await remove(unpaid.who)).status).toBe(200)
      expect([await state(paid), await state(unpaid)]).toEqual([closed, closed])
      await pay(testShop, method, paid)
      expect(await state(paid)).toEqual(held)
      expect(await desk(paid.id)).toMatchObject({ kind: 'held', onDesk: true })
      await reachable()
      for (let i = 0; i < 2; i++) await pursueClose(testShop.app, unpaid.id)
      await pursueClose(testShop.app, paid.id)
      await expect(pay(testShop, method, unpaid)).rejects.toThrow(/sandbox POST/)
      expect(await state(unpaid)).toEqual(closed)
      expect((await look(testShop, null, paid.id)).body.message).toMatch(
        /^Recebemos R\$\s[\d.,]+, mas esta conta não pode receber pedidos agora\./,
      )
      await expectSound(testShop)
    })

  for (const method of methods)
    it(`by ${method}, paid before the shop knew: the money goes to review [F224, F109]`, async () => {
      const one = await started(testShop, method)
      await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
        { provider: '*', method: '*', path: '*', times: 9, do: 'drop-webhook' },
      ])
      await arrive(method, one)
      await reachable()
      expect((await remove(one.who)).status).toBe(200)
      await testShop.sweep()
      expect(await state(one)).toEqual(held)

      expect(await desk(one.id)).toMatchObject({
        kind: 'held',
        onDesk: true,
        buyer: 'deleted',
        units: 0,
      })

      await expectSound(testShop)
    })

  it('money that another process settles between charge and deletion is held [F224]', async () => {
    const second = await testShop.another()
    const one = await started(testShop, 'pix')
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: '*', method: '*', path: '*', times: 9, do: 'drop-webhook' },
    ])
    await arrive('pix', one)
    await reachable()
    await closePersonCharges(second, one.who.userId)
    await settle(testShop.app, one.id, 'webhook')
    expect(await state(one)).toEqual(held)
  })

  it('sees an order that was paid this minute, and is deleted after it [F224]', async () => {
    const one = await started(testShop, 'pix')
    await pay(testShop, 'pix', one)

    expect(await remove(one.who)).toMatchObject({
      status: 409,
      body: {
        code: 'account.just_paid',
        message:
          'Um pedido desta conta foi pago há menos de um minuto. Veja primeiro o que chegou; ' +
          'a conta pode ser excluída em um minuto.',
      },
    })

    expect(await state(one)).toMatchObject({ payment: 'completed', licences: 1 })
    await testShop.advance(40)
    expect((await remove(one.who)).status).toBe(409)
    await testShop.advance(20)
    expect((await remove(one.who)).status).toBe(200)
  })

  it('gets the key and stays, or the money goes to review: no unseen key is deleted [F224, F109]', async () => {
    const second = await testShop.another()

    for (const [round, method] of [...methods, ...races, ...races].entries()) {
      const one = await started(testShop, method)
      await arrive(method, one)
      const settled = settle(second, one.id, 'webhook')
      // Each round the deletion begins a little later, so that it meets another step of the
      // settlement.
      await new Promise((resolve) => setTimeout(resolve, round * 4))

      const answers = await Promise.all([
        remove(one.who),
        closePersonCharges(second, one.who.userId),
        remove(one.who),
        settled,
        settle(testShop.app, one.id, 'sweep'),
      ])

      await eventually(testShop, async () => {
        await pollDeposits(testShop.app)
        await settle(testShop.app, one.id, 'desk')
        expect((await state(one)).payment).not.toBe('pending')
        expect((await state(one)).reviewReason === 'held').toBe((await state(one)).licences === 0)
      })

      const { payment, order, licences: given, reviewReason } = await state(one)
      const isDeleted = answers[0].status === 200 || answers[2].status === 200
      expect(`${payment} ${order} ${given} ${reviewReason}`).toBe(
        isDeleted ? 'failed cancelled 0 held' : 'completed completed 1 null',
      )
    }

    await expectSound(testShop)
  })

  it('while checking out in another tab: no charge of a deleted person stays open [Q114, F109]', async () => {
    for (let i = 0; i < 4; i++) {
      const who = await person(testShop.app)
      const { id } = await product(testShop.app, { keys: 1 })
      const cartId = await fill(testShop, who, id)
      await Promise.all([startPix(testShop, who, cartId), remove(who)])

      expect(
        (
          await testShop.app.db.select().from(payments).where(eq(payments.userId, who.userId))
        ).filter((row) => row.status === 'pending'),
      ).toEqual([])
    }

    await testShop.drain()
    await expectSound(testShop)
  })

  it('keeps account and charges when the requester may not delete them [F109]', async () => {
    const boss = await started(testShop, 'pix')
    const plain = await person(testShop.app)
    expect(
      (await send(testShop, `DELETE /api/admin/users/${boss.who.userId}`, { as: plain })).status,
    ).toBe(403)
    expect((await paymentRow(testShop, boss.id)).status).toBe('pending')
  })
})

describe('a customer who is banned while one of their charges is open', () => {
  for (const method of methods)
    it(`and pays by ${method}: staff review the money, and accept and deliver or refund it [Q114, F109]`, async () => {
      const one = await started(testShop, method)
      expect((await ban(one.who)).status).toBe(200)
      await pay(testShop, method, one)
      expect(await state(one)).toEqual(held)

      expect(await desk(one.id)).toMatchObject({
        kind: 'held',
        onDesk: true,
        buyer: 'banned',
        units: 0,
        actions: ['accept', 'refund', 'release', 'note'],
      })

      await send(testShop, `POST /api/admin/users/${one.who.userId}/unban`, { as: staff, body: {} })
      await settle(testShop.app, one.id, 'sweep')
      expect(await state(one)).toEqual(held)

      expect((await act(one.id, 'accept')).body.payment).toMatchObject({
        status: 'completed',
        delivered: 1,
        onDesk: false,
      })

      expect(await state(one)).toMatchObject({ order: 'completed', keys: ['used'], licences: 1 })
      await expectSound(testShop)
    })

  it('cannot open another one [Q114, F109]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const cartId = await fill(testShop, who, id)
    await ban(who)
    expect((await startPix(testShop, who, cartId)).status).toBe(403)
    const [row] = await testShop.app.db
      .select()
      .from(payments)
      .where(eq(payments.userId, who.userId))
    expect(row).toBeUndefined()
  })
})
