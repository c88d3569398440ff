import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { licences, orderLines, orders, orderUnits, users } from '../../../db/tables/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { coupon, keysOf, person, product, type Person } from '../../../testing/make.ts'
import { emptyShelf, expire, pay, started, type Case } from '../../../testing/money-matrix.ts'
import { together } from '../../../testing/race.ts'
import {
  accepted,
  eventually,
  expectSound,
  fill,
  paymentRow,
  send,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { addKeys } from '../../stock/stock.service.ts'
import { grantAllWaiting, grantUnit } from '../minting/mint.service.ts'
import { serveAllWaiting, serveOrder } from './deliver.service.ts'

// Units of a banned or deleted buyer are held: they get no key, and staff can see and refund them
// (Q114).

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: { KEYAUTH_INTERVAL_MS: '0', KEYAUTH_TIMEOUT_MS: '5000' },
  })

  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
})

const ways = ['banned', 'deleted'] as const

const ban = (who: Person) =>
  send(testShop, `POST /api/admin/users/${who.userId}/ban`, {
    as: staff,
    body: { reason: 'Fraude' },
  })

const unban = (who: Person) =>
  send(testShop, `POST /api/admin/users/${who.userId}/unban`, { as: staff, body: {} })

const bar = async (who: Person, way: (typeof ways)[number]) => {
  // An account cannot be deleted within a minute after the payment of an order (F224).
  if (way === 'deleted') await testShop.advance(60)

  const { status } =
    way === 'banned'
      ? await ban(who)
      : await send(testShop, `DELETE /api/admin/users/${who.userId}`, { as: staff })

  expect(status).toBe(200)
}

const refusals = {
  banned: {
    code: 'delivery.buyer_banned',
    message:
      'O comprador está banido: nada é entregue a ele. Remova o banimento ou devolva o valor pelo pedido.',
  },
  deleted: {
    code: 'delivery.buyer_deleted',
    message: 'O comprador foi excluído: nada é entregue a ele. Devolva o valor pelo pedido.',
  },
}

const list = async (search: string) =>
  (await send(testShop, `GET /api/admin/deliveries?search=${search}`, { as: staff })).body

const orderOf = async (who: Person) =>
  (await testShop.app.db.select().from(orders).where(eq(orders.userId, who.userId)))[0]!

const given = async (who: Person) =>
  (await testShop.app.db.select().from(licences).where(eq(licences.userId, who.userId))).length

const minted = async () =>
  (
    (await testShop.sandbox!.call('GET', '/sandbox/api/keyauth')) as { trail: { what: string }[] }
  ).trail.filter((one) => one.what === 'add').length

const stockUp = async (productId: string, key: string) => {
  await inTransaction(testShop.app, (tx) => addKeys(tx, productId, [key]))
  await testShop.drain()
  await serveAllWaiting(testShop.app)
}

/** A buyer who paid PIX after the stock had run out: the unit waits for stock. */
async function waiting(): Promise<Case> {
  const one = await started(testShop, 'pix')
  await expire(testShop, one)
  await emptyShelf(testShop, one)
  await pay(testShop, 'pix', one)
  expect((await orderOf(one.who)).status).toBe('completed')
  expect(await given(one.who)).toBe(0)

  return one
}

/** A buyer with one order of a new product, delivered by this provider. */
async function bought(provider: 'manual' | 'keyauth' | 'stock', keys: string[] = []) {
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { provider, keys })
  accepted(await startPix(testShop, who, await fill(testShop, who, id), { coupon: 'TUDO' }))
  const order = await orderOf(who)

  const [unit] = await testShop.app.db
    .select()
    .from(orderUnits)
    .where(eq(orderUnits.orderId, order.id))

  return { who, order, unit: unit! }
}

describe('units that wait for stock when their buyer goes', () => {
  for (const way of ways)
    it(`${way}: new stock goes to the next waiting buyer; staff see the unit held and refund it [Q114, Q38, F109]`, async () => {
      const one = await waiting()
      const behind = await person(testShop.app)
      const order = await orderOf(one.who)
      await bar(one.who, way)
      const before = (await list('')).counts
      await stockUp(one.productId, `RETIDA-${way}-1`)
      expect(await given(one.who)).toBe(0)

      expect(
        (await keysOf(testShop.app, one.productId)).map((key) => key.status).toSorted(),
      ).toEqual(['available', 'revoked'])

      expect((await list(order.number)).deliveries).toMatchObject([
        { orderNumber: order.number, provider: 'stock', buyer: way },
      ])
      expect(before.held).toBeGreaterThanOrEqual(1)

      expect(
        await send(testShop, `POST /api/admin/desk/payments/${one.id}/deliver`, {
          as: staff,
          body: {},
        }),
      ).toMatchObject({ status: 409, body: refusals[way] })

      const { body } = await send(testShop, `GET /api/admin/desk/payments/${one.id}`, { as: staff })
      expect(body.payment).toMatchObject({ buyer: way, delivered: 0, units: 1 })
      expect(body.payment.actions).not.toContain('deliver')
      expect(body.payment.actions).toContain('refund')
      // The next buyer gets the key that the held unit did not get.
      accepted(
        await startPix(testShop, behind, await fill(testShop, behind, one.productId), {
          coupon: 'TUDO',
        }),
      )
      expect(await given(behind)).toBe(1)

      expect(
        (
          await send(testShop, `PATCH /api/admin/orders/${order.id}/status`, {
            as: staff,
            body: { status: 'refunded', reason: 'Conta encerrada' },
          })
        ).status,
      ).toBe(200)

      await eventually(testShop, async () => {
        expect((await paymentRow(testShop, one.id)).status).toBe('refunded')
      })
      expect((await list(order.number)).total).toBe(0)
      expect((await list('')).counts.held).toBe(before.held - 1)
      expect(await given(one.who)).toBe(0)
      await expectSound(testShop)
    })

  it('banned: the unit blocks no other buyer, and is served once the ban is lifted [decision Q114, Q38]', async () => {
    const first = await waiting()
    const second = await waiting()

    // Make the second buyer wait for the same product as the first.
    await testShop.app.db
      .update(orderLines)
      .set({ productId: first.productId, variantId: first.productId })
      .where(eq(orderLines.orderId, (await orderOf(second.who)).id))

    await testShop.app.db
      .update(orderUnits)
      .set({ variantId: first.productId })
      .where(eq(orderUnits.orderId, (await orderOf(second.who)).id))

    await ban(first.who)
    await stockUp(first.productId, 'FILA-0001')
    expect([await given(first.who), await given(second.who)]).toEqual([0, 1])
    await inTransaction(testShop.app, (tx) => addKeys(tx, first.productId, ['FILA-0002']))
    await testShop.drain()
    expect(await given(first.who)).toBe(0)
    await unban(first.who)
    await testShop.drain()
    expect(await given(first.who)).toBe(1)
    await expectSound(testShop)
  })

  for (const way of ways)
    it(`${way} at the moment when the stock comes: no key is delivered [decision Q114]`, async () => {
      const one = await waiting()
      const order = await orderOf(one.who)
      await testShop.app.db.execute(`delete from graphile_worker._private_jobs`)
      await inTransaction(testShop.app, (tx) => addKeys(tx, one.productId, [`CORRIDA-${way}`]))

      const [served] = await together(
        testShop,
        (tx) =>
          tx.db
            .update(users)
            .set(way === 'banned' ? { isBanned: true } : { deletedAt: testShop.clock.now() })
            .where(eq(users.id, one.who.userId)),
        [() => serveOrder(testShop.app, order.id)],
      )

      expect(served).toMatchObject({ status: 'fulfilled', value: { delivered: 0 } })
      expect(await given(one.who)).toBe(0)
      await expectSound(testShop)
    })
})

describe('units that staff or KeyAuth deliver when their buyer goes', () => {
  for (const way of ways)
    it(`${way}: entering a key for the unit is refused in words [decision Q114]`, async () => {
      const { who, order, unit } = await bought('manual')
      await bar(who, way)

      expect(
        await send(testShop, `POST /api/admin/deliveries/${unit.id}`, {
          as: staff,
          body: { licenseKey: `A-MAO-${way}` },
        }),
      ).toMatchObject({ status: 409, body: refusals[way] })

      expect((await list(order.number)).deliveries).toMatchObject([{ buyer: way }])
      expect(await given(who)).toBe(0)
    })

  for (const way of ways)
    it(`${way}: nothing is minted, and a key that is being minted is banned [decision Q114]`, async () => {
      const [early, midway] = [await bought('keyauth'), await bought('keyauth')]
      const before = await minted()
      await bar(early.who, way)
      await grantUnit(testShop.app, early.unit.id)

      expect(
        await send(testShop, `POST /api/admin/deliveries/${early.unit.id}/retry`, {
          as: staff,
          body: {},
        }),
      ).toMatchObject({ status: 409, body: refusals[way] })

      expect(await minted()).toBe(before)
      await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
        { provider: 'keyauth', method: 'GET', path: '/api/seller/add', times: 1, do: 'delay:1500' },
      ])
      const asking = grantUnit(testShop.app, midway.unit.id)
      await new Promise((done) => setTimeout(done, 300))
      await bar(midway.who, way)
      await asking
      await testShop.drain()
      testShop.clock.advance(3 * 3600)
      await grantAllWaiting(testShop.app)
      await testShop.drain()
      expect(await minted()).toBe(before + 1)
      expect([await given(early.who), await given(midway.who)]).toEqual([0, 0])

      await eventually(testShop, async () => {
        const { licences: keys } = (await testShop.sandbox!.call(
          'GET',
          '/sandbox/api/keyauth',
        )) as {
          licences: { status: string }[]
        }
        expect(keys.at(-1)!.status).toBe('Banned')
      })

      if (way === 'deleted') return

      await unban(early.who)
      await unban(midway.who)
      await eventually(testShop, async () => {
        expect([await given(early.who), await given(midway.who)]).toEqual([1, 1])
      })
      await expectSound(testShop)
    })

  for (const way of ways)
    it(`${way}: the key cannot be replaced [decision Q114]`, async () => {
      const { who } = await bought('stock', [`VELHA-${way}-1`, `VELHA-${way}-2`])

      const [licence] = await testShop.app.db
        .select()
        .from(licences)
        .where(eq(licences.userId, who.userId))

      await bar(who, way)

      expect(
        await send(testShop, `POST /api/admin/licenses/${licence!.id}/replace`, {
          as: staff,
          body: { reason: 'Vazou' },
        }),
      ).toMatchObject({ status: 409, body: refusals[way] })
    })
})

describe('the payment of a banned buyer that staff accept', () => {
  it('pays the order, whose unit is held until the ban is lifted [Q114, F109]', async () => {
    const one = await started(testShop, 'pix')
    await ban(one.who)
    await pay(testShop, 'pix', one)

    const accepted = await send(testShop, `POST /api/admin/desk/payments/${one.id}/accept`, {
      as: staff,
      body: { reason: 'Conferido' },
    })

    expect(accepted.body.payment).toMatchObject({ status: 'completed', units: 1, delivered: 0 })
    await testShop.drain()
    await serveAllWaiting(testShop.app)
    expect(await given(one.who)).toBe(0)
    expect((await keysOf(testShop.app, one.productId)).map((key) => key.status)).toEqual([
      'available',
    ])
    expect((await list((await orderOf(one.who)).number)).deliveries).toMatchObject([
      { buyer: 'banned' },
    ])
    await unban(one.who)
    await testShop.drain()
    expect(await given(one.who)).toBe(1)
    await expectSound(testShop)
  })
})
