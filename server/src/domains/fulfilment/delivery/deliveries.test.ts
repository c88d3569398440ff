import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  auditLog,
  licenceGrants,
  licences,
  orders,
  orderUnits,
  stockKeys,
} from '../../../db/tables/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { coupon, keysOf, person, product, type Person } from '../../../testing/make.ts'
import { eventually, expectSound, fill, send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { addKeys } from '../../stock/stock.service.ts'
import { grantAllWaiting, grantUnit } from '../minting/mint.service.ts'
import { reinstateOrder, restoreOrder, suspendOrder, revokeOrder } from '../revocation.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: { KEYAUTH_INTERVAL_MS: '0', KEYAUTH_TIMEOUT_MS: '500' },
  })

  staff = await person(testShop.app, { role: 'developer', name: 'Dora Equipe' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
})

/** Buy some units of one product, without running the jobs yet. */
async function buy(provider: 'stock' | 'keyauth' | 'manual', quantity = 1, keys: string[] = []) {
  const who = await person(testShop.app)
  const made = await product(testShop.app, { provider, keys, expirationDays: 30 })

  expect(
    (
      await startPix(testShop, who, await fill(testShop, who, made.id, quantity), {
        coupon: 'TUDO',
      })
    ).body.status,
  ).toBe('completed')

  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.userId, who.userId))

  return {
    who,
    product: made,
    order: order!,
    units: await testShop.app.db
      .select()
      .from(orderUnits)
      .where(eq(orderUnits.orderId, order!.id))
      .orderBy(asc(orderUnits.unitIndex)),
  }
}

const keyauth = async () =>
  (await testShop.sandbox!.call('GET', '/sandbox/api/keyauth')) as {
    licences: { key: string; status: string; note: string; level: number; days: number }[]
    trail: { what: string; key: string }[]
  }

const fault = (type: string, what: string, times = 1) =>
  testShop.sandbox!.call('POST', '/sandbox/api/faults', [
    { provider: 'keyauth', method: 'GET', path: `/api/seller/${type}`, times, do: what },
  ])

type Shown = { status: string; licenseKey: string | null; expirationDate: string | null }

const shown = async (who: Person) =>
  (await send(testShop, 'GET /api/users/products', { as: who })).body.products as Shown[]

const keyOf = async (who: Person) => (await shown(who))[0]!.licenseKey!

const list = async (query = '') =>
  (await send(testShop, `GET /api/admin/deliveries?${query}`, { as: staff })).body

const deliver = (unitId: string, licenseKey: string) =>
  send(testShop, `POST /api/admin/deliveries/${unitId}`, { as: staff, body: { licenseKey } })

const retry = (unitId: string) =>
  send(testShop, `POST /api/admin/deliveries/${unitId}/retry`, { as: staff })

const licenceOf = async (orderId: string) =>
  (await testShop.app.db.select().from(licences).where(eq(licences.orderId, orderId)))[0]!

const replace = (id: string, body: object) =>
  send(testShop, `POST /api/admin/licenses/${id}/replace`, { as: staff, body })

const trail = (targetId: string, action: string) =>
  testShop.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, targetId), eq(auditLog.action, action)))

const statusAt = async (key: string) =>
  (await keyauth()).licences.find((one) => one.key === key)?.status

type Mail = { subject: string; to: string; text: string }
const mails = async () => (await testShop.sandbox!.call('GET', '/sandbox/api/mail')) as Mail[]

describe('a KeyAuth product', () => {
  it('is paid first and minted after: each unit has its own key, level and days [B106, B108]', async () => {
    const { who, order } = await buy('keyauth', 2)
    expect((await shown(who)).map((one) => one.status)).toEqual(['pending', 'pending'])
    await eventually(testShop, async () => {
      expect((await shown(who)).map((one) => one.status)).toEqual(['active', 'active'])
    })
    const keys = (await shown(who)).map((one) => one.licenseKey!)
    expect(new Set(keys).size).toBe(2)

    for (const key of keys)
      expect((await keyauth()).licences.find((one) => one.key === key)).toMatchObject({
        status: 'Not Used',
        level: 1,
        days: 30,
      })

    expect((await trail(order.id, 'order.served')).map((row) => row.details)).toEqual([
      expect.objectContaining({ source: 'keyauth' }),
      expect.objectContaining({ source: 'keyauth' }),
    ])

    expect((await list(`search=${order.number}`)).total).toBe(0)
    await expectSound(testShop)
  })

  it.each([['commit-then-timeout'], ['timeout'], ['status:500'], ['reset'], ['status:403']])(
    '%s: waits in the work list with the reason, is retried and never minted twice',
    async (what) => {
      const before = (await keyauth()).trail.filter((one) => one.what === 'add').length

      const {
        who,
        units: [unit],
        order,
      } = await buy('keyauth')

      await fault('*', what, 3)
      await grantUnit(testShop.app, unit!.id)
      const [waiting] = (await list(`search=${order.number}`)).deliveries

      expect(waiting).toMatchObject({
        id: unit!.id,
        orderNumber: order.number,
        provider: 'keyauth',
        tries: 1,
        problem: expect.stringContaining('keyauth'),
      })

      await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
      expect((await retry(unit!.id)).status).toBe(200)
      await eventually(testShop, async () => {
        expect((await shown(who))[0]!.status).toBe('active')
      })
      expect((await keyauth()).trail.filter((one) => one.what === 'add')).toHaveLength(before + 1)
      expect((await retry(unit!.id)).body.code).toBe('delivery.served')
      await expectSound(testShop)
    },
  )

  it('requested by many at once is minted once; another process resumes a try that died', async () => {
    const {
      who,
      units: [unit],
    } = await buy('keyauth')

    const before = (await keyauth()).trail.filter((one) => one.what === 'add').length
    await Promise.all(Array.from({ length: 8 }, () => grantUnit(testShop.app, unit!.id)))
    expect((await shown(who))[0]!.status).toBe('active')
    expect((await keyauth()).trail.filter((one) => one.what === 'add')).toHaveLength(before + 1)
    const dead = await buy('keyauth')
    const lost = await buy('keyauth')
    await testShop.app.db.execute(`delete from graphile_worker._private_jobs`)
    testShop.clock.advance(61)
    await grantAllWaiting(testShop.app)

    await eventually(testShop, async () => {
      for (const { who: buyer } of [dead, lost])
        expect((await shown(buyer))[0]!.status).toBe('active')
    })
  })

  it('revoked and restored with its licence, also at the provider, and when refunded [B112]', async () => {
    const { who, order } = await buy('keyauth')
    await eventually(testShop, async () => {
      expect((await shown(who))[0]!.status).toBe('active')
    })
    const licenseKey = await keyOf(who)
    const { id } = await licenceOf(order.id)

    for (const [status, there] of [
      ['revoked', 'Banned'],
      ['active', 'Not Used'],
    ] as const) {
      expect(
        (
          await send(testShop, `PATCH /api/admin/licenses/${id}/status`, {
            as: staff,
            body: { status },
          })
        ).status,
      ).toBe(200)

      await eventually(testShop, async () => {
        expect(await statusAt(licenseKey)).toBe(there)
      })
    }

    await fault('ban', 'status:500')
    await inTransaction(testShop.app, (tx) => revokeOrder(tx, order.id))
    expect((await shown(who))[0]!.status).toBe('suspended')
    await testShop.drain()

    expect(
      (
        await testShop.app.db
          .select()
          .from(licenceGrants)
          .where(eq(licenceGrants.orderId, order.id))
      )[0],
    ).toMatchObject({ problem: expect.stringContaining('500') })

    await testShop.app.db.execute(`update graphile_worker._private_jobs set run_at = now()`)
    await eventually(testShop, async () => {
      expect(await statusAt(licenseKey)).toBe('Banned')
    })
  })

  it('an activated licence stops working when refunded, and works again if that fails [B112] [F101]', async () => {
    const { who, order } = await buy('keyauth')
    await eventually(testShop, async () => {
      expect((await shown(who))[0]!.status).toBe('active')
    })
    const licenseKey = await keyOf(who)

    const loader = (act: string, body: object) =>
      testShop.sandbox!.call('POST', `/sandbox/api/keyauth/${act}`, body).then(
        () => 'in',
        (error: Error) => /: (\d{3}) /.exec(error.message)?.[1],
      )

    await loader('activate', { key: licenseKey })
    expect(await loader('login', { user: licenseKey })).toBe('in')
    const details = { source: 'test', disputed: false }
    await inTransaction(testShop.app, (tx) => revokeOrder(tx, order.id))
    await eventually(testShop, async () => {
      expect(await loader('login', { user: licenseKey })).toBe('403')
    })
    await inTransaction(testShop.app, (tx) => reinstateOrder(tx, order.id, details))
    await eventually(testShop, async () => {
      expect(await loader('login', { user: licenseKey })).toBe('in')
    })
  })

  it('refunded while its key is minted: the key is banned at KeyAuth and delivered to nobody', async () => {
    const {
      who,
      units: [unit],
      order,
    } = await buy('keyauth')

    await fault('add', 'delay:400')
    const asking = grantUnit(testShop.app, unit!.id)
    await new Promise((done) => setTimeout(done, 150))
    await inTransaction(testShop.app, (tx) => revokeOrder(tx, order.id))
    await asking

    await eventually(testShop, async () => {
      expect(
        (
          await testShop.app.db
            .select()
            .from(licenceGrants)
            .where(eq(licenceGrants.orderId, order.id))
        )[0],
      ).toMatchObject({ state: 'dropped', standing: 'banned' })
    })

    expect(await shown(who)).toMatchObject([{ status: 'suspended', licenseKey: null }])
    expect(await licenceOf(order.id)).toBeUndefined()
  })

  it('refunded while the reply is lost: the minted key is found at KeyAuth and banned', async () => {
    const {
      units: [unit],
      order,
    } = await buy('keyauth')

    await fault('add', 'commit-then-timeout')
    await fault('info', 'status:500', 9)
    const asking = grantUnit(testShop.app, unit!.id)
    await new Promise((done) => setTimeout(done, 150))
    await inTransaction(testShop.app, (tx) => revokeOrder(tx, order.id))
    await asking
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await testShop.app.db.execute(`update graphile_worker._private_jobs set run_at = now()`)

    await eventually(testShop, async () => {
      expect(
        (
          await testShop.app.db
            .select()
            .from(licenceGrants)
            .where(eq(licenceGrants.orderId, order.id))
        )[0],
      ).toMatchObject({ state: 'dropped', standing: 'banned' })
    })

    expect(await licenceOf(order.id)).toBeUndefined()
  })

  it('that fails is reported to staff by mail once and may be served by hand', async () => {
    const {
      who,
      units: [unit],
      order,
    } = await buy('keyauth')

    await fault('add', 'commit-then-timeout')
    await fault('info', 'status:500', 20)
    for (let n = 0; n < 5; n++) await grantUnit(testShop.app, unit!.id)

    await eventually(testShop, async () => {
      expect(
        (await mails()).filter(
          (mail) => mail.text.includes(order.number) && mail.subject.startsWith('Entrega parada'),
        ),
      ).toHaveLength(1)
    })

    expect((await deliver(unit!.id, 'A-MAO-0001')).status).toBe(200)
    expect(await shown(who)).toMatchObject([{ status: 'active', licenseKey: 'A-MAO-0001' }])
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

    await eventually(testShop, async () => {
      expect(
        (
          await testShop.app.db
            .select()
            .from(licenceGrants)
            .where(eq(licenceGrants.orderId, order.id))
        )[0],
      ).toMatchObject({ state: 'dropped', standing: 'banned' })
    })

    await expectSound(testShop)
  })
})

describe('a manual product', () => {
  it('waits in the work list until staff enter its key, delivered like any other [B106, B108]', async () => {
    const {
      who,
      order,
      units: [unit],
      product: sold,
    } = await buy('manual')

    await testShop.drain()
    const body = await list(`search=${encodeURIComponent(sold.name.toUpperCase())}&provider=manual`)

    expect(body).toMatchObject({
      success: true,
      total: 1,
      totalPages: 1,
      deliveries: [
        {
          id: unit!.id,
          orderId: order.id,
          customer: { email: who.email },
          product: { id: sold.id, name: sold.name },
          tries: 0,
          problem: null,
          replaces: null,
        },
      ],
    })

    expect(body.counts.manual).toBeGreaterThanOrEqual(1)
    expect((await list('provider=stock&search=nada')).total).toBe(0)
    expect((await deliver(unit!.id, '  MANUAL-0001 ')).status).toBe(200)
    expect(await shown(who)).toMatchObject([{ status: 'active', licenseKey: 'MANUAL-0001' }])

    expect((await trail(order.id, 'order.served'))[0]).toMatchObject({
      actorName: 'Dora Equipe',
      ip: '127.0.0.1',
      details: { source: 'staff', unitId: unit!.id },
    })

    expect((await deliver(unit!.id, 'MANUAL-0002')).body.code).toBe('delivery.served')
    const next = await buy('manual')
    expect((await deliver(next.units[0]!.id, 'MANUAL-0001')).body.code).toBe('delivery.key_known')
    expect((await deliver(next.units[0]!.id, '   ')).status).toBe(400)
    expect((await deliver(next.order.id, 'X')).body.code).toBe('delivery.not_found')
    expect((await retry(next.units[0]!.id)).body.code).toBe('delivery.not_minted')
    expect((await send(testShop, 'GET /api/admin/deliveries', { as: who })).status).toBe(403)
    await expectSound(testShop)
  })

  it('two members of staff enter a key at once: one is stored', async () => {
    const {
      who,
      units: [unit],
    } = await buy('manual')

    const answers = await Promise.all(['DUPLO-1', 'DUPLO-2'].map((key) => deliver(unit!.id, key)))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
    expect(await shown(who)).toHaveLength(1)
    await expectSound(testShop)
  })
})

describe('a replaced key', () => {
  it('from stock: the next one, same date; the old one is revoked and never sold again [B112, B174]', async () => {
    const { who, order } = await buy('stock', 1, ['TROCA-0001', 'TROCA-0002'])
    const before = await licenceOf(order.id)
    expect((await replace(before.id, { reason: ' ' })).status).toBe(400)
    expect(
      await replace(before.id, { reason: 'Já ativada por outro', licenseKey: 'X-1' }),
    ).toMatchObject({ status: 409, body: { code: 'delivery.from_stock' } })

    expect(await replace(before.id, { reason: 'Já ativada por outro' })).toMatchObject({
      status: 200,
      body: { replacement: 'done', license: { maskedKey: '••••0002', status: 'active' } },
    })

    expect(await shown(who)).toMatchObject([
      {
        status: 'active',
        licenseKey: 'TROCA-0002',
        expirationDate: before.expiresAt!.toISOString(),
      },
    ])

    const [old, next] = (await keysOf(testShop.app, before.productId)).sort((a, b) =>
      a.last4 < b.last4 ? -1 : 1,
    )

    expect([old!.status, old!.unitId, next!.status, next!.unitId]).toEqual([
      'revoked',
      null,
      'used',
      before.unitId,
    ])

    for (const status of ['available', 'reserved'])
      expect(
        (
          await send(testShop, `PATCH /api/admin/stock/${old!.id}/status`, {
            as: staff,
            body: { status },
          })
        ).body.code,
      ).toBe('stock.sold')

    expect((await trail(before.id, 'licence.replaced'))[0]).toMatchObject({
      actorName: 'Dora Equipe',
      details: {
        before: { last4: '0001' },
        after: { last4: '0002' },
        reason: 'Já ativada por outro',
      },
    })

    await eventually(testShop, async () => {
      expect(
        (await mails()).find(
          (mail) => mail.subject.startsWith('Nova chave') && mail.to.includes(who.email),
        )!.text,
      ).toContain('0001')
    })

    expect(await replace(before.id, { reason: 'De novo' })).toMatchObject({
      status: 409,
      body: { code: 'licence.none_left' },
    })

    expect((await shown(who))[0]!.licenseKey).toBe('TROCA-0002')
    expect(
      (await inTransaction(testShop.app, (tx) => addKeys(tx, before.productId, ['TROCA-0001'])))
        .added,
    ).toBe(0)
    await expectSound(testShop)
  })

  it('of a manual product: the one that staff enter; the old one stays known', async () => {
    const {
      order,
      units: [unit],
      who,
    } = await buy('manual')

    await deliver(unit!.id, 'VELHA-0001')
    const { id, productId } = await licenceOf(order.id)
    expect((await replace(id, { reason: 'Perdida' })).body.code).toBe('licence.key_needed')
    expect((await replace(id, { reason: 'Perdida', licenseKey: 'VELHA-0001' })).body.code).toBe(
      'delivery.key_known',
    )
    expect((await replace(id, { reason: 'Perdida', licenseKey: 'NOVA-0001' })).status).toBe(200)
    expect((await shown(who))[0]!.licenseKey).toBe('NOVA-0001')
    const other = await buy('manual')
    expect((await deliver(other.units[0]!.id, 'VELHA-0001')).body.code).toBe('delivery.key_known')

    expect(
      (
        await inTransaction(testShop.app, (tx) =>
          addKeys(tx, productId, ['VELHA-0001', 'NOVA-0001']),
        )
      ).added,
    ).toBe(0)

    await send(testShop, `PATCH /api/admin/licenses/${id}/status`, {
      as: staff,
      body: { status: 'revoked' },
    })

    expect((await replace(id, { reason: 'Perdida', licenseKey: 'NOVA-0002' })).body.code).toBe(
      'licence.not_active',
    )
    expect((await replace(order.id, { reason: 'x' })).status).toBe(404)
  })

  it('of KeyAuth: the old one works until the new one is minted, then it is banned there', async () => {
    const { order, who } = await buy('keyauth')
    await eventually(testShop, async () => {
      expect((await shown(who))[0]!.status).toBe('active')
    })
    const old = await keyOf(who)
    const { id } = await licenceOf(order.id)
    await fault('add', 'commit-then-timeout')
    await fault('info', 'status:502')
    expect((await replace(id, { reason: 'Vazou' })).body).toMatchObject({ replacement: 'asked' })
    expect((await replace(id, { reason: 'Vazou' })).body.code).toBe('licence.replacing')
    await testShop.drain()
    expect((await shown(who))[0]!.licenseKey).toBe(old)
    expect((await list(`search=${order.number}`)).deliveries).toMatchObject([
      { replaces: id, tries: 1 },
    ])
    await retry((await licenceOf(order.id)).unitId)
    await eventually(testShop, async () => {
      expect(await statusAt(old)).toBe('Banned')
    })
    const next = await keyOf(who)
    expect(next).not.toBe(old)
    expect(await statusAt(next)).toBe('Not Used')

    expect(
      await testShop.app.db
        .select()
        .from(stockKeys)
        .where(eq(stockKeys.unitId, (await licenceOf(order.id)).unitId)),
    ).toEqual([])

    await expectSound(testShop)
  })
})

describe('a disputed order', () => {
  it('its licences are suspended, also at the provider, until the dispute is won [B112, S186]', async () => {
    const minted = await buy('keyauth')
    await eventually(testShop, async () => {
      expect((await shown(minted.who))[0]!.status).toBe('active')
    })
    const key = await keyOf(minted.who)
    const stocked = await buy('stock', 2, ['DISPUTA-1', 'DISPUTA-2'])

    const [kept] = await testShop.app.db
      .select()
      .from(licences)
      .where(eq(licences.orderId, stocked.order.id))
      .orderBy(asc(licences.id))

    await send(testShop, `PATCH /api/admin/licenses/${kept!.id}/status`, {
      as: staff,
      body: { status: 'revoked' },
    })

    const manual = await buy('manual')

    for (const { order } of [minted, stocked, manual])
      await inTransaction(testShop.app, async (tx) => {
        await suspendOrder(tx, order.id, { source: 'stripe', reason: 'fraudulent' })
        expect(await suspendOrder(tx, order.id, { source: 'stripe' })).toEqual({ licences: 0 })
      })

    expect((await shown(stocked.who)).map((one) => one.status)).toEqual(['suspended', 'suspended'])
    await eventually(testShop, async () => {
      expect(await statusAt(key)).toBe('Banned')
    })
    expect((await deliver(manual.units[0]!.id, 'DISPUTA-3')).body.code).toBe('delivery.disputed')

    expect(
      (
        await send(testShop, `PATCH /api/admin/licenses/${kept!.id}/status`, {
          as: staff,
          body: { status: 'active' },
        })
      ).body.code,
    ).toBe('delivery.disputed')

    await expectSound(testShop)

    for (const { order } of [minted, stocked, manual])
      await inTransaction(testShop.app, (tx) =>
        restoreOrder(tx, order.id, { source: 'stripe', reason: 'won' }),
      )

    expect((await shown(stocked.who)).map((one) => one.status).sort()).toEqual([
      'active',
      'suspended',
    ])

    expect(
      (await keysOf(testShop.app, stocked.product.id)).map((one) => one.status).sort(),
    ).toEqual(['revoked', 'used'])

    await eventually(testShop, async () => {
      expect(await statusAt(key)).toBe('Not Used')
    })
    expect((await deliver(manual.units[0]!.id, 'DISPUTA-3')).status).toBe(200)
    expect(await trail(minted.order.id, 'order.suspended')).toMatchObject([
      { details: { source: 'stripe', reason: 'fraudulent', licences: 1 } },
    ])
    await expectSound(testShop)
  })

  it('that ends with a refund stays suspended', async () => {
    const { who, order } = await buy('stock', 1, ['PERDIDA-1'])
    await inTransaction(testShop.app, (tx) => suspendOrder(tx, order.id, { source: 'pix' }))
    await inTransaction(testShop.app, (tx) => revokeOrder(tx, order.id))
    expect(
      await inTransaction(testShop.app, (tx) => restoreOrder(tx, order.id, { source: 'pix' })),
    ).toEqual({ licences: 0 })
    expect(await shown(who)).toMatchObject([{ status: 'suspended', licenseKey: null }])
  })
})

describe('an order after its sale', () => {
  it('its history has every event with source and key views; its receipt is mailed again [B218]', async () => {
    const { who, order } = await buy('stock', 1, ['HISTORIA-1', 'HISTORIA-2'])
    await testShop.drain()
    await shown(who)
    await shown(who)
    const { id } = await licenceOf(order.id)
    await send(testShop, `POST /api/admin/licenses/${id}/reveal`, { as: staff })
    await replace(id, { reason: 'Perdida' })
    expect(
      (await send(testShop, `POST /api/admin/orders/${order.id}/receipt`, { as: staff })).status,
    ).toBe(200)
    await testShop.drain()

    const story = (await send(testShop, `GET /api/admin/orders/${order.id}`, { as: staff })).body
      .order.timeline as {
      action: string
      source: string
      performedBy: { name: string } | null
      createdAt: string
    }[]

    expect(new Set(story.map((one) => `${one.action} ${one.source}`))).toEqual(
      new Set([
        'order.created customer',
        'order.consent customer',
        'payment.created customer',
        'payment.completed checkout',
        'licence.shown customer',
        'licence.revealed staff',
        'licence.replaced staff',
        'order.receipt_resent staff',
        'order.receipt_sent mail',
      ]),
    )

    expect(story.map((one) => one.createdAt)).toEqual(story.map((one) => one.createdAt).sort())
    expect(JSON.stringify(story)).not.toContain('HISTORIA')
    expect((await mails()).filter((mail) => mail.subject.includes(order.number)).length).toBe(2)
    const { reveals } = (
      await send(testShop, `GET /api/admin/licenses/${id}/reveals`, { as: staff })
    ).body

    expect(reveals).toMatchObject([
      { by: 'customer', name: 'Ana Souza', ip: '127.0.0.1', userAgent: expect.any(String) },
      { by: 'staff', name: 'Dora Equipe' },
    ])

    await inTransaction(testShop.app, (tx) => revokeOrder(tx, order.id))
    expect(
      (await send(testShop, `POST /api/admin/orders/${order.id}/receipt`, { as: staff })).body.code,
    ).toBe('order.no_receipt')
  })
})
