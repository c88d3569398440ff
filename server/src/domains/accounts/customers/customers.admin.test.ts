import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  auditLog,
  customerNotes,
  reviews,
  sessions,
  tickets,
  twoFactors,
  users,
} from '../../../db/tables/index.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { cartOf, coupon, person, product, type Person } from '../../../testing/make.ts'
import { roundTripsOf } from '../../../testing/round-trips.ts'
import { eventually, look, payPix, send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let admin: Person
let developer: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  admin = await person(testShop.app, { role: 'admin', name: 'Dona Carla' })
  developer = await person(testShop.app, { role: 'developer', name: 'Dora Dev' })
})

afterAll(async () => {
  await testShop?.close()
})

const at = (who: { userId: string }) => `/api/admin/users/${who.userId}`

const read = async (who: { userId: string }, as = admin) =>
  (await send(testShop, `GET ${at(who)}/overview`, { as })).body.customer

const trail = (id: string, action: string) =>
  testShop.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetId, id), eq(auditLog.action, action)))

const noting = (who: Person, as: Person, text: string, clientId = randomUUID()) =>
  send(testShop, `POST ${at(who)}/notes`, { as, body: { clientId, text } })

/** A paid order of one product, by PIX or by a coupon that covers the whole price. */
async function buys(who: Person, name: string, given: { coupon?: string } = {}) {
  const { id } = await product(testShop.app, {
    name,
    priceCents: 2490,
    keys: [`${name}-AAAA-1234`],
  })
  const cartId = await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 1 }])
  const { body } = await startPix(testShop, who, cartId, given)

  if (!given.coupon) {
    await payPix(testShop, body.txid)
    await eventually(testShop, async () => {
      expect((await look(testShop, who, body.paymentId)).body.status).toBe('completed')
    })
  }

  return { productId: id, paymentId: body.paymentId as string }
}

describe('the overview of a customer', () => {
  it('shows the account, its figures, and the newest of each kind with their count [P338]', async () => {
    const who = await person(testShop.app, { name: 'Bia Prado', email: 'bia@exemplo.test' })
    await coupon(testShop.app, { code: 'TUDO', value: 10_000 })

    await testShop.app.db
      .update(users)
      .set({ emailProvenAt: new Date('2026-01-02T03:04:05Z'), discordId: '123456789012345678' })
      .where(eq(users.id, who.userId))

    await testShop.app.db.insert(twoFactors).values({
      userId: who.userId,
      secretCipher: Buffer.from('x'),
      confirmedAt: new Date(),
      createdAt: new Date(),
    })

    const { productId, paymentId } = await buys(who, 'Pincel')
    testShop.clock.advance(60)
    await buys(who, 'Tela', { coupon: 'TUDO' })
    const ticket = { userName: 'Bia', status: 'open' as const, subject: 'Não ativa' }
    const now = testShop.app.clock.now()

    await testShop.app.db.insert(tickets).values([
      {
        ...ticket,
        id: newId(),
        userDiscordId: '',
        userId: who.userId,
        createdAt: now,
        updatedAt: now,
      },
      // A ticket opened in the chat before the customer linked their chat account.
      {
        ...ticket,
        id: newId(),
        userDiscordId: '123456789012345678',
        createdAt: now,
        updatedAt: now,
      },
      // A ticket of another customer.
      { ...ticket, id: newId(), userDiscordId: '99', createdAt: now, updatedAt: now },
    ])

    await testShop.app.db.insert(reviews).values({
      id: newId(),
      productId,
      userId: who.userId,
      rating: 4,
      body: 'Bom.',
      status: 'published',
      language: 'pt-BR',
      createdAt: now,
    })

    const told = await read(who)

    expect(told).toMatchObject({
      id: who.userId,
      name: 'Bia Prado',
      email: 'bia@exemplo.test',
      emailProvenAt: '2026-01-02T03:04:05.000Z',
      language: 'pt-BR',
      twoFactor: true,
      figures: { paidOrders: 2, spent: 24.9, activeLicenses: 2 },
      orders: { total: 2 },
      payments: { total: 2 },
      licenses: { total: 2 },
      sessions: { total: 1 },
      tickets: { total: 2 },
      reviews: { total: 1, rows: [{ productName: 'Pincel', rating: 4, body: 'Bom.' }] },
      coupons: { total: 1, rows: [{ code: 'TUDO', discount: 24.9, currency: 'BRL' }] },
      consents: { total: 2 },
      bans: [],
      notes: [],
    })

    expect(told.figures.lastOrderAt).toBe(told.orders.rows[0].createdAt)

    expect(told.orders.rows.map((one: any) => [one.products, one.status, one.totalAmount])).toEqual(
      [
        [['Tela'], 'completed', 0],
        [['Pincel'], 'completed', 24.9],
      ],
    )

    expect(told.payments.rows[1]).toMatchObject({
      id: paymentId,
      method: 'pix',
      status: 'completed',
      amount: 24.9,
      orderNumber: told.orders.rows[1].orderNumber,
    })

    expect(told.licenses.rows.map((one: any) => [one.productName, one.maskedKey])).toEqual([
      ['Tela', '••••1234'],
      ['Pincel', '••••1234'],
    ])

    expect(JSON.stringify(told)).not.toContain('AAAA')
    expect(told.sessions.rows[0]).toMatchObject({ device: 'test', ip: '127.0.0.1', open: true })

    expect(told.consents.rows[0]).toMatchObject({
      kind: 'terms',
      channel: 'site',
      orderNumber: told.orders.rows[0].orderNumber,
    })
  })

  it('counts refunds as not spent [P338]', async () => {
    const who = await person(testShop.app)
    const { paymentId } = await buys(who, 'Devolvido')
    await buys(who, 'Mantido')
    expect((await read(who)).figures).toMatchObject({ spent: 49.8, paidOrders: 2 })
    const part = { reason: 'Veio tarde', amount: 9.9, left: 24.9 }

    const sent = await send(testShop, `POST /api/admin/desk/payments/${paymentId}/refund`, {
      as: admin,
      body: part,
    })

    expect(sent.status, JSON.stringify(sent.body)).toBe(200)

    await eventually(testShop, async () => {
      await testShop.advance(60)
      await testShop.sweep()
      expect((await read(who)).figures).toMatchObject({ spent: 39.9, paidOrders: 2 })
    })
  })

  it('shows the ten newest of many, in as many round trips as of none [P339]', async () => {
    const [many, none] = [await person(testShop.app), await person(testShop.app)]
    await coupon(testShop.app, { code: 'MUITOS', value: 10_000, usageLimit: 0 })

    for (let i = 0; i < 12; i++) {
      testShop.clock.advance(1)
      await buys(many, `Obra ${i}`, { coupon: 'MUITOS' })
    }

    const told = await read(many)
    for (const kind of ['orders', 'payments', 'licenses', 'coupons', 'consents'])
      expect([kind, told[kind].total, told[kind].rows.length]).toEqual([kind, 12, 10])
    expect(told.orders.rows[0].products).toEqual(['Obra 11'])

    const trips = async (who: Person) => {
      await read(who)
      return (await roundTripsOf(() => read(who))).trips
    }

    expect([await trips(none), await trips(many)]).toEqual([2, 2])
  })

  it('has all of a kind in the lists of one customer alone [P340]', async () => {
    const [who, other] = [await person(testShop.app), await person(testShop.app)]
    await coupon(testShop.app, { code: 'DELE', value: 10_000 })
    const { productId } = await buys(who, 'Dele', { coupon: 'DELE' })
    await buys(other, 'Alheio', { coupon: 'DELE' })

    for (const { userId } of [who, other])
      await testShop.app.db.insert(reviews).values({
        id: newId(),
        productId,
        userId,
        rating: 5,
        status: 'published',
        language: 'pt-BR',
        createdAt: testShop.app.clock.now(),
      })

    const list = async (path: string) =>
      (await send(testShop, `GET /api/admin/${path}?userId=${who.userId}`, { as: admin })).body

    const listed = [
      (await list('orders')).orders,
      (await list('transactions')).data.transactions,
      (await list('licenses')).licenses,
      (await list('reviews')).reviews,
    ]

    expect(listed.map((rows) => rows.map((row: any) => row.userId))).toEqual(
      Array.from({ length: 4 }, () => [who.userId]),
    )
    expect((await list('transactions')).data.stats.totalTransactions).toBe(1)
    const bad = await send(testShop, 'GET /api/admin/licenses?userId=x', { as: admin })
    expect(bad.status).toBe(400)
  })

  it('is not found for an unknown account, and is for staff only [P338]', async () => {
    const gone = await send(testShop, `GET /api/admin/users/${newId()}/overview`, { as: admin })
    expect([gone.status, gone.body.code]).toEqual([404, 'account.not_found'])
    const bad = await send(testShop, 'GET /api/admin/users/nobody/overview', { as: admin })
    expect(bad.status).toBe(400)
    const who = await person(testShop.app)
    const own = await send(testShop, `GET ${at(who)}/overview`, { as: who })
    expect(own.status).toBe(403)
  })

  it('separates bans and their ends from other acts on the account [P338]', async () => {
    const who = await person(testShop.app)
    await send(testShop, `POST ${at(who)}/ban`, { as: admin, body: { reason: 'Estornou tudo.' } })
    testShop.clock.advance(1)
    await send(testShop, `POST ${at(who)}/unban`, { as: developer })
    testShop.clock.advance(1)
    await noting(who, admin, 'Ligou.')
    const told = await read(who)

    expect(told.bans.map((one: any) => [one.action, one.performedBy.name])).toEqual([
      ['user.unbanned', 'Dora Dev'],
      ['user.banned', 'Dona Carla'],
    ])

    expect(told.history.map((one: any) => one.action)).toEqual([
      'user.noted',
      'user.unbanned',
      'user.banned',
    ])
  })
})

describe('notes about a customer', () => {
  it('are kept with author and time, once per client id, and stay out of the trail [P342]', async () => {
    const who = await person(testShop.app)
    const clientId = randomUUID()
    await noting(who, admin, 'Prefere e-mail.', clientId)
    await noting(who, admin, 'Prefere e-mail.', clientId)
    testShop.clock.advance(1)
    const { body } = await noting(who, developer, 'Pediu\ndesconto.')

    expect(body.notes.map((one: any) => [one.author, one.text, one.own])).toEqual([
      ['Dora Dev', 'Pediu\ndesconto.', true],
      ['Dona Carla', 'Prefere e-mail.', false],
    ])

    const kept = await trail(who.userId, 'user.noted')
    expect(kept.map((one) => one.actorName).sort()).toEqual(['Dona Carla', 'Dora Dev'])
    expect(JSON.stringify(kept)).not.toMatch(/Prefere|desconto/)
    const own = await send(testShop, 'GET /api/users/dashboard', { as: who })
    expect(JSON.stringify(own.body)).not.toContain('Prefere')
  })

  it('are removed by their author only [P342]', async () => {
    const who = await person(testShop.app)
    const { body } = await noting(who, admin, 'Minha.')
    const url = `DELETE ${at(who)}/notes/${body.notes[0].id}` as const
    const other = await send(testShop, url, { as: developer })
    expect([other.status, other.body.code]).toEqual([404, 'account.note_not_found'])
    const done = await send(testShop, url, { as: admin })
    expect([done.status, done.body.notes]).toEqual([200, []])
    expect((await send(testShop, url, { as: admin })).status).toBe(404)
    expect(await trail(who.userId, 'user.note_removed')).toHaveLength(1)
  })

  it('need words, an account, and stay below a hundred [P342]', async () => {
    const who = await person(testShop.app)
    expect((await noting(who, admin, '   ')).status).toBe(400)
    expect((await noting(who, admin, 'x'.repeat(2001))).status).toBe(400)
    const nobody = { ...who, userId: newId() }
    expect((await noting(nobody, admin, 'Oi')).body.code).toBe('account.not_found')

    const rows = Array.from({ length: 100 }, () => ({
      id: newId(),
      userId: who.userId,
      author: 'Equipe',
      text: 'x',
      clientId: randomUUID(),
      createdAt: testShop.app.clock.now(),
    }))

    await testShop.app.db.insert(customerNotes).values(rows)
    const full = await noting(who, admin, 'Mais uma')

    expect([full.status, full.body.error]).toEqual([
      409,
      'Um cliente tem no máximo 100 notas. Remova uma antes.',
    ])
  })

  it('go with the account, and lose the name of an erased author [P342]', async () => {
    const who = await person(testShop.app)
    const writer = await person(testShop.app, { role: 'developer', name: 'Dito Dev' })
    const other = await person(testShop.app)
    await noting(who, admin, 'Some com a conta.')
    await noting(other, writer, 'Fica sem nome.')
    await send(testShop, `DELETE ${at(who)}`, { as: admin })
    await send(testShop, `DELETE ${at(writer)}`, { as: admin })
    const kept = await testShop.app.db.select().from(customerNotes)
    expect(kept.some(({ userId }) => userId === who.userId)).toBe(false)
    const [left] = kept.filter(({ userId }) => userId === other.userId)
    expect([left?.author, left?.authorId, left?.text]).toEqual(['Equipe', null, 'Fica sem nome.'])
  })
})

describe('all sessions of a customer', () => {
  it('are ended by staff, never their own, and the trail has the count [P341]', async () => {
    const who = await person(testShop.app)
    const done = await send(testShop, `DELETE ${at(who)}/sessions`, { as: developer })
    expect([done.status, done.body.ended]).toEqual([200, 1])
    expect((await send(testShop, 'GET /api/users/dashboard', { as: who })).status).toBe(401)
    const [row] = await testShop.app.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, who.userId))
    expect(row!.revokeReason).toBe('ended by staff')
    expect((await trail(who.userId, 'user.logged_out'))[0]!.details).toEqual({ sessions: 1 })
    expect((await read(who)).sessions.rows[0].open).toBe(false)
    const self = await send(testShop, `DELETE ${at(admin)}/sessions`, { as: admin })
    expect(self.body.code).toBe('account.self')
  })
})
