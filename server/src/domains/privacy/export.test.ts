import { ownData } from '@chaveiro/contracts/own-account'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, ticketMessages, tickets } from '../../db/tables/index.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { cartOf, person, product, type Person } from '../../testing/make.ts'
import { chooseMode, owner, payAll, say } from '../../testing/reviews.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { everythingOf } from './export.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, {
    name: 'Dora Equipe',
    role: 'admin',
    email: 'dora@equipe.test',
  })
  await payAll(testShop)
  await chooseMode(testShop, staff, 'after')
})

afterAll(async () => {
  await testShop?.close()
})

const exported = async (who: Person) => {
  const answer = await testShop.http.inject({
    url: '/api/users/profile/data.json',
    headers: who.headers,
  })

  expect(answer.statusCode).toBe(200)
  // The answer matches the schema in the API's documentation.
  expect(ownData.safeParse(answer.json()).error).toBeUndefined()

  return { text: answer.body, data: answer.json() }
}

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

const talk = async (who: Person, text: string) => {
  const { body } = await send(testShop, 'POST /api/users/tickets', {
    as: who,
    body: { clientId: randomUUID(), subject: 'Chave não ativa', text },
  })
  return body.ticket.ticketId as string
}

describe('the export of a person', () => {
  it('has the cart, the messages of tickets as the person reads them, and their reviews [P254]', async () => {
    const { id, name } = await product(testShop.app, { name: 'Vigia HUD', keys: 4 })
    const who = await owner(testShop, id, 'Ana Dona')
    const other = await person(testShop.app, { name: 'Zé Alheio' })
    await say(testShop, who, id, { rating: 4, body: 'Serve bem.' })
    await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 2 }])
    const ticket = await talk(who, 'Diz que já foi usada.')

    await send(testShop, `POST /api/admin/tickets/${ticket}/messages`, {
      as: staff,
      body: { clientId: randomUUID(), text: 'Já troquei.' },
    })

    await talk(other, 'Só do Zé.')
    const { data, text } = await exported(who)

    expect(data.carts).toEqual([
      {
        channel: 'site',
        coupon: null,
        createdAt: moment,
        updatedAt: moment,
        products: [{ product: name, variant: '', quantity: 2, addedAt: moment }],
      },
    ])

    expect(data.reviews).toMatchObject([{ product: name, rating: 4, body: 'Serve bem.' }])
    expect(data.tickets).toMatchObject([{ ticketId: ticket, subject: 'Chave não ativa' }])
    const said = { ticketId: ticket, channel: 'shop', files: [], createdAt: moment }

    expect(data.ticketMessages).toEqual([
      { ...said, author: 'customer', name: 'Ana Dona', text: 'Diz que já foi usada.' },
      { ...said, author: 'staff', name: 'Dora', text: 'Já troquei.' },
    ])

    expect(text).not.toMatch(/Equipe|equipe\.test|Zé/)
  })

  it("lists logins and changes with the person's own addresses, without names of staff [P255]", async () => {
    const who = await person(testShop.app, { name: 'Bia Conta' })
    await send(testShop, 'PATCH /api/users/profile', { as: who, body: { name: 'Bia Nova' } })
    const now = Date.now()

    const line = (second: number) => ({
      id: newId(),
      actorName: null,
      targetType: 'user',
      targetId: who.userId,
      createdAt: new Date(now + second * 1000),
    })

    await testShop.app.db.insert(auditLog).values([
      { ...line(1), action: 'login', actorId: who.userId, ip: '203.0.113.7' },
      { ...line(2), action: 'login.failed', ip: '198.51.100.9' },
      {
        ...line(3),
        action: 'user.updated',
        actorId: staff.userId,
        actorName: staff.name,
        ip: '192.0.2.44',
        details: { reason: 'Pediu por telefone' },
      },
      // Not listed: an action outside the account, and an act by this person on another account.
      { ...line(4), action: 'keys.seen', actorId: who.userId },
      { ...line(5), action: 'login', targetId: staff.userId, actorId: who.userId },
    ])

    const { data, text } = await exported(who)

    expect(data.account).toEqual([
      { action: 'user.renamed', by: 'yourself', ip: '127.0.0.1', createdAt: moment },
      { action: 'login', by: 'yourself', ip: '203.0.113.7', createdAt: moment },
      { action: 'login.failed', by: 'nobody named', ip: null, createdAt: moment },
      { action: 'user.updated', by: 'the shop', ip: null, createdAt: moment },
    ])

    expect(text).not.toMatch(/Equipe|192\.0\.2\.44|198\.51\.100\.9|telefone/)
  })

  it('has each line of a large account once, begins at once, and reads in small pages [P256]', async () => {
    const who = await person(testShop.app, { name: 'Caio Muito' })
    const ticketId = newId()
    const at = new Date()

    await testShop.app.db.insert(tickets).values({
      id: ticketId,
      userName: who.name,
      userDiscordId: '',
      userId: who.userId,
      createdAt: at,
      updatedAt: at,
    })

    // Many rows have the same time, so only their id orders them.
    await testShop.app.db.insert(ticketMessages).values(
      Array.from({ length: 1203 }, (_, index) => ({
        id: newId(),
        ticketId,
        author: who.name,
        role: 'user' as const,
        text: `Mensagem ${index}`,
        createdAt: at,
      })),
    )

    await testShop.app.db.insert(auditLog).values(
      Array.from({ length: 1500 }, () => ({
        id: newId(),
        action: 'login',
        actorId: who.userId,
        targetType: 'user',
        targetId: who.userId,
        createdAt: at,
      })),
    )

    const { data } = await exported(who)
    const texts = data.ticketMessages.map(({ text }: { text: string }) => text)
    expect(texts).toHaveLength(1203)
    expect(new Set(texts).size).toBe(1203)
    expect([texts[0], texts[1202]]).toEqual(['Mensagem 0', 'Mensagem 1202'])
    expect(data.account).toHaveLength(1500)
    const parts: number[] = []
    for await (const part of everythingOf(testShop.app, who.userId))
      parts.push([...part.matchAll(/"createdAt"/g)].length)
    expect(Math.max(...parts)).toBe(500)
  })

  it('leaves out what no key of this vault opens, and is complete otherwise', async () => {
    const { id, name } = await product(testShop.app, { keys: 1 })
    const who = await owner(testShop, id, 'Ana Dona')
    const [before] = (await exported(who)).data.licences
    expect(before).toMatchObject({ product: name, key: expect.stringMatching(/^KEY-/) })
    const { vault, config } = testShop.app
    const lost = createVault([{ id: 1, key: randomBytes(32) }], config.storeSecret)
    Object.assign(testShop.app, { vault: lost })

    try {
      const { data } = await exported(who)
      expect(data.licences).toEqual([{ ...before, key: null }])
      expect(data.payments).toMatchObject([{ product: name, status: 'completed' }])
    } finally {
      Object.assign(testShop.app, { vault })
    }
  })

  it('of an empty account is valid JSON, with every list empty [P256]', async () => {
    const who = await person(testShop.app, { name: 'Nova' })
    const { data } = await exported(who)

    expect(Object.keys(data)).toEqual([
      'exportedAt',
      'profile',
      'keptCpf',
      'carts',
      'notificationPreferences',
      'orders',
      'payments',
      'licences',
      'reviews',
      'tickets',
      'ticketMessages',
      'sessions',
      'account',
      'consents',
      'stockAlerts',
      'notifications',
      'viewedNotifications',
    ])

    expect(data).toMatchObject({
      profile: { name: 'Nova' },
      keptCpf: null,
      carts: [],
      orders: [],
      account: [],
    })
  })
})
