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

let world: TestShop
let staff: Person

beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
  staff = await person(world.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await world?.close()
})

const races: readonly Method[] = ['pix', 'stripe', 'pix', 'pix']
const methods: readonly Method[] = ['pix', 'stripe', 'crypto']
const remove = (who: Person) => send(world, `DELETE /api/admin/users/${who.userId}`, { as: staff })

const ban = (who: Person) =>
  send(world, `POST /api/admin/users/${who.userId}/ban`, { as: staff, body: { reason: 'Fraude' } })

const desk = async (id: string) =>
  (await send(world, `GET /api/admin/desk/payments/${id}`, { as: staff })).body.payment

const act = (id: string, action: string, body: object = {}) =>
  send(world, `POST /api/admin/desk/payments/${id}/${action}`, {
    as: staff,
    body: { reason: 'Conferido', ...body },
  })

/** Money arrives at the provider, and the shop has not checked yet. */
async function arrive(method: Method, one: Case): Promise<void> {
  const { providerReference } = await paymentRow(world, one.id)
  if (method === 'pix') await payPix(world, one.txid)
  else if (method === 'stripe') await payCard(world, providerReference!)
  else
    await deposit(world, { coin: 'USDT', network: 'TRX', amount: one.coins.toFixed(6), status: 1 })
}

const unreachable = () =>
  world.sandbox!.call('POST', '/sandbox/api/faults', [
    { provider: 'efi', method: 'PATCH', path: '/v2/cob/*', times: 9, do: 'status:500' },
    {
      provider: 'stripe',
      method: 'POST',
      path: '/v1/checkout/sessions/*',
      times: 9,
      do: 'status:500',
    },
  ])

/** The provider answers again, and the shop checks without a pause. */
async function reachable(): Promise<void> {
  await world.sandbox!.call('DELETE', '/sandbox/api/faults')
  for (const name of ['pix', 'card'] as const) await world.app.breakers.reset(name)
}

/** The state of a purchase: payment, order, keys of its product, licences. */
async function state({ id, productId }: Case) {
  const row = await paymentRow(world, id)
  const [order] = await world.app.db.select().from(orders).where(eq(orders.id, row.orderId))

  const shelf = await world.app.db
    .select()
    .from(stockKeys)
    .where(eq(stockKeys.variantId, productId))

  const given = await world.app.db.select().from(licences).where(eq(licences.orderId, row.orderId))

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
      const one = await started(world, method)
      expect((await remove(one.who)).status).toBe(200)
      expect(await state(one)).toEqual(closed)
      await expect(pay(world, method, one)).rejects.toThrow(/sandbox POST/)
      expect(await state(one)).toEqual(closed)
      await expectSound(world)
    })

  it('by crypto: late coins go to review, nothing is delivered, and they can be returned [Q114, F109]', async () => {
    const one = await started(world, 'crypto')
    expect((await remove(one.who)).status).toBe(200)
    expect(await state(one)).toEqual(closed)
    await pay(world, 'crypto', one)
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
    await expectSound(world)
  })

  for (const method of ['pix', 'stripe'] as const)
    it(`by ${method} with the provider down: the charge is closed later, faster money is reviewed [Q114, F109]`, async () => {
      const [paid, unpaid] = [await started(world, method), await started(world, method)]
      await unreachable()
      expect((await remove(paid.who)).status).toBe(200)
      expect((await remove(unpaid.who)).status).toBe(200)
      expect([await state(paid), await state(unpaid)]).toEqual([closed, closed])
      await pay(world, method, paid)
      expect(await state(paid)).toEqual(held)
      expect(await desk(paid.id)).toMatchObject({ kind: 'held', onDesk: true })
      await reachable()
      for (let i = 0; i < 2; i++) await pursueClose(world.app, unpaid.id)
      await pursueClose(world.app, paid.id)
      await expect(pay(world, method, unpaid)).rejects.toThrow(/sandbox POST/)
      expect(await state(unpaid)).toEqual(closed)
      expect((await look(world, null, paid.id)).body.message).toMatch(
        /^Recebemos R\$\s[\d.,]+, mas esta conta não pode receber pedidos agora\./,
      )
      await expectSound(world)
    })

  for (const method of methods)
    it(`by ${method}, paid before the shop knew: the money goes to review [F224, F109]`, async () => {
      const one = await started(world, method)
      await world.sandbox!.call('POST', '/sandbox/api/faults', [
        { provider: '*', method: '*', path: '*', times: 9, do: 'drop-webhook' },
      ])
      await arrive(method, one)
      await reachable()
      expect((await remove(one.who)).status).toBe(200)
      await world.sweep()
      expect(await state(one)).toEqual(held)

      expect(await desk(one.id)).toMatchObject({
        kind: 'held',
        onDesk: true,
        buyer: 'deleted',
        units: 0,
      })

      await expectSound(world)
    })

  it('money that another process settles between charge and deletion is held [F224]', async () => {
    const second = await world.another()
    const one = await started(world, 'pix')
    await world.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: '*', method: '*', path: '*', times: 9, do: 'drop-webhook' },
    ])
    await arrive('pix', one)
    await reachable()
    await closePersonCharges(second, one.who.userId)
    await settle(world.app, one.id, 'webhook')
    expect(await state(one)).toEqual(held)
  })

  it('sees an order that was paid this minute, and is deleted after it [F224]', async () => {
    const one = await started(world, 'pix')
    await pay(world, 'pix', one)

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
    await world.advance(40)
    expect((await remove(one.who)).status).toBe(409)
    await world.advance(20)
    expect((await remove(one.who)).status).toBe(200)
  })

  it('goes to review, or has the key and stays: never deleted with a key unseen [F224, F109]', async () => {
    const second = await world.another()

    for (const [round, method] of [...methods, ...races, ...races].entries()) {
      const one = await started(world, method)
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
        settle(world.app, one.id, 'sweep'),
      ])

      await eventually(world, async () => {
        await pollDeposits(world.app)
        await settle(world.app, one.id, 'desk')
        expect((await state(one)).payment).not.toBe('pending')
        expect((await state(one)).reviewReason === 'held').toBe((await state(one)).licences === 0)
      })

      const { payment, order, licences: given, reviewReason } = await state(one)
      const isDeleted = answers[0].status === 200 || answers[2].status === 200
      expect(`${payment} ${order} ${given} ${reviewReason}`).toBe(
        isDeleted ? 'failed cancelled 0 held' : 'completed completed 1 null',
      )
    }

    await expectSound(world)
  })

  it('while checking out in another tab: no charge of a deleted person stays open [Q114, F109]', async () => {
    for (let i = 0; i < 4; i++) {
      const who = await person(world.app)
      const { id } = await product(world.app, { keys: 1 })
      const cartId = await fill(world, who, id)
      await Promise.all([startPix(world, who, cartId), remove(who)])

      expect(
        (await world.app.db.select().from(payments).where(eq(payments.userId, who.userId))).filter(
          (row) => row.status === 'pending',
        ),
      ).toEqual([])
    }

    await world.drain()
    await expectSound(world)
  })

  it('keeps account and charges when the requester may not delete them [F109]', async () => {
    const boss = await started(world, 'pix')
    const plain = await person(world.app)
    expect(
      (await send(world, `DELETE /api/admin/users/${boss.who.userId}`, { as: plain })).status,
    ).toBe(403)
    expect((await paymentRow(world, boss.id)).status).toBe('pending')
  })
})

describe('a customer who is banned while one of their charges is open', () => {
  for (const method of methods)
    it(`and pays by ${method}: staff review the money, and accept and deliver or refund it [Q114, F109]`, async () => {
      const one = await started(world, method)
      expect((await ban(one.who)).status).toBe(200)
      await pay(world, method, one)
      expect(await state(one)).toEqual(held)

      expect(await desk(one.id)).toMatchObject({
        kind: 'held',
        onDesk: true,
        buyer: 'banned',
        units: 0,
        actions: ['accept', 'refund', 'release', 'note'],
      })

      await send(world, `POST /api/admin/users/${one.who.userId}/unban`, { as: staff, body: {} })
      await settle(world.app, one.id, 'sweep')
      expect(await state(one)).toEqual(held)

      expect((await act(one.id, 'accept')).body.payment).toMatchObject({
        status: 'completed',
        delivered: 1,
        onDesk: false,
      })

      expect(await state(one)).toMatchObject({ order: 'completed', keys: ['used'], licences: 1 })
      await expectSound(world)
    })

  it('cannot open another one [Q114, F109]', async () => {
    const who = await person(world.app)
    const { id } = await product(world.app, { keys: 1 })
    const cartId = await fill(world, who, id)
    await ban(who)
    expect((await startPix(world, who, cartId)).status).toBe(403)
    const [row] = await world.app.db.select().from(payments).where(eq(payments.userId, who.userId))
    expect(row).toBeUndefined()
  })
})
