import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLog, notifications } from '../../db/tables/index.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { person, type Person } from '../../testing/make.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person
let customer: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { name: 'Dora Dona', role: 'admin' })
  customer = await person(testShop.app)
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  await testShop.app.db.delete(notifications)
  await emptyPublicCache(testShop.app.db)
  testShop.clock.advance(1)
})

type Shown = {
  _id: string
  title: string | null
  content: string
  type: string
  priority: string
  status: string
  sentAt: string
  embeds: { title?: string }[]
}

const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  who: Person | null = null,
  payload?: object,
) => {
  const reply = await testShop.http.inject({
    method,
    url,
    headers: who?.headers ?? {},
    ...(payload ? { payload } : {}),
  })
  return { status: reply.statusCode, body: reply.json() }
}

const base = '/api/server/guild/default/notifications'

const send = async (payload: object, url = '/api/server/notifications/send') => {
  testShop.clock.advance(1)
  return (await ask('POST', url, staff, payload)).body.notification as Shown
}

const shown = async (query = '') =>
  (await ask('GET', base + query)).body.data.notifications as Shown[]

/** Other processes' caches are emptied by a message, which takes a moment. */
const shows = (wanted: string[]) =>
  expect.poll(async () => (await shown()).map((one) => one.content)).toEqual(wanted)

describe('reading', () => {
  it('anybody can read the guild id; `default` works beside the configured one [S245, S262, S265]', async () => {
    expect((await ask('GET', '/api/server/notifications/guild-id')).body).toEqual({
      success: true,
      guildId: 'default',
      data: { guildId: 'default' },
    })

    const chat = await openTestShop({ env: { DISCORD_GUILD_ID: '8800' } })

    try {
      expect((await chat.http.inject('/api/server/notifications/guild-id')).json()).toEqual({
        success: true,
        guildId: '8800',
        data: { guildId: '8800' },
      })

      for (const [guild, status] of [
        ['8800', 200],
        ['default', 200],
        ['8801', 404],
      ] as const)
        expect(
          (await chat.http.inject(`/api/server/guild/${guild}/notifications`)).statusCode,
          guild,
        ).toBe(status)
    } finally {
      await chat.close()
    }
  })

  it('the list is public, newest first, by pages of ten, with every field [S246, S143, S265]', async () => {
    for (let i = 1; i <= 12; i++) await send({ type: 'update', content: `Nota ${i}` })
    await shows(Array.from({ length: 10 }, (_, i) => `Nota ${12 - i}`))
    const { body } = await ask('GET', `${base}?page=2&limit=10&sortBy=sentAt&sortOrder=desc`)

    expect(body).toMatchObject({
      success: true,
      data: {
        pagination: {
          currentPage: 2,
          totalPages: 2,
          totalItems: 12,
          itemsPerPage: 10,
          hasNextPage: false,
          hasPrevPage: true,
        },
      },
    })

    expect(body.data.notifications.map((one: Shown) => one.content)).toEqual(['Nota 2', 'Nota 1'])

    expect((await shown('?sortOrder=asc&limit=2')).map((one) => one.content)).toEqual([
      'Nota 1',
      'Nota 2',
    ])

    expect(body.data.notifications[0]).toEqual({
      id: expect.any(String),
      _id: expect.any(String),
      type: 'update',
      title: null,
      content: 'Nota 2',
      authorName: 'Dora Dona',
      authorAvatar: null,
      authorId: staff.userId,
      sentAt: expect.stringMatching(/Z$/),
      status: 'sent',
      priority: 'medium',
      attachments: [],
      embeds: [],
      tags: [],
      metadata: {},
    })

    expect(await shown('?page=9999')).toEqual([])
    for (const query of ['?page=0', '?limit=101', '?limit=x', '?sortBy=content', '?sortOrder=up'])
      expect((await ask('GET', base + query)).body.code, query).toBe('request.invalid')
  })

  it('an empty list is empty; an unknown guild has no notifications [S260]', async () => {
    await shows([])

    expect((await ask('GET', base)).body).toEqual({
      success: true,
      data: {
        notifications: [],
        pagination: {
          currentPage: 1,
          totalPages: 1,
          totalItems: 0,
          itemsPerPage: 10,
          hasNextPage: false,
          hasPrevPage: false,
        },
      },
    })

    expect(await ask('GET', '/api/server/guild/outra/notifications')).toMatchObject({
      status: 404,
      body: {
        success: false,
        code: 'notification.none',
        message: 'Nenhuma notificação encontrada no sistema',
      },
    })
  })

  it('an author has a list of twenty a page, in the form of the main list [S249, S251]', async () => {
    const other = await person(testShop.app, { role: 'developer', name: 'Davi Dev' })
    for (let i = 1; i <= 21; i++) await send({ type: 'notification', content: `Dela ${i}` })

    await ask('POST', '/api/server/notifications/send', other, {
      type: 'notification',
      content: 'Dele',
    })

    const { body } = await ask('GET', `${base}/author/${staff.userId}`)

    expect(body.data.pagination).toEqual({
      currentPage: 1,
      totalPages: 2,
      totalItems: 21,
      itemsPerPage: 20,
      hasNextPage: true,
      hasPrevPage: false,
    })

    expect(body.data.notifications).toHaveLength(20)
    expect(
      (await ask('GET', `${base}/author/${other.userId}`)).body.data.notifications,
    ).toMatchObject([{ content: 'Dele', authorId: other.userId, authorName: 'Davi Dev' }])
    expect(
      (await ask('GET', `${base}/author/ninguem?page=1&limit=20`)).body.data.notifications,
    ).toEqual([])
  })

  it('the numbers count notifications published within the period, by default thirty days [S248, S251]', async () => {
    await send({ type: 'alert', content: 'Antiga', priority: 'low' })
    await testShop.app.db
      .update(notifications)
      .set({ sentAt: new Date(testShop.clock.now().getTime() - 40 * 86_400_000) })
    await send({ type: 'update', content: 'Nova' })
    await send({ type: 'update', content: 'Retida', status: 'pending' })
    const stats = async (query = '') => (await ask('GET', `${base}/stats${query}`)).body

    expect(await stats()).toEqual({
      success: true,
      data: {
        period: '30d',
        total: 1,
        byType: { announcement: 0, notification: 0, update: 1, alert: 0 },
        byStatus: { sent: 1, failed: 0, pending: 0 },
        byPriority: { low: 0, medium: 1, high: 0, urgent: 0 },
      },
    })

    expect((await stats('?period=60d')).data).toMatchObject({
      period: '60d',
      total: 2,
      byType: { update: 1, alert: 1 },
      byPriority: { low: 1, medium: 1 },
    })

    for (const period of ['0d', '1000d', '30', '-1d', "1d'"])
      expect((await stats(`?period=${encodeURIComponent(period)}`)).code, period).toBe(
        'request.invalid',
      )
  })

  it('everybody can read one while it is published; only staff delete it [S247, S251]', async () => {
    const { _id } = await send({ type: 'announcement', content: 'Uma' })

    expect((await ask('GET', `${base}/${_id}`)).body).toMatchObject({
      success: true,
      notification: { _id, content: 'Uma' },
      data: { id: _id },
    })

    expect((await ask('DELETE', `${base}/${_id}`)).status).toBe(401)
    expect((await ask('DELETE', `${base}/${_id}`, customer)).status).toBe(403)
    await shows(['Uma'])

    expect(await ask('DELETE', `${base}/${_id}`, staff)).toMatchObject({
      status: 200,
      body: { success: true },
    })

    await shows([])

    for (const id of [_id, 'x', "' or 1=1"])
      for (const method of ['GET', 'DELETE'] as const)
        expect((await ask(method, `${base}/${encodeURIComponent(id)}`, staff)).body.code, id).toBe(
          'notification.not_found',
        )

    expect((await ask('GET', `/api/server/guild/outra/notifications/${_id}`)).body.code).toBe(
      'notification.none',
    )
  })

  it('an unpublished notification is not readable at any URL of the shop', async () => {
    const held = (
      await ask('POST', '/api/admin/notifications', staff, {
        type: 'update',
        content: 'Segredo',
        status: 'pending',
      })
    ).body

    expect(held).toMatchObject({
      success: true,
      message: 'Notificação guardada, ainda não publicada.',
      notification: { status: 'pending' },
    })

    const { _id } = held.notification

    for (const url of [
      base,
      `${base}?limit=100`,
      `${base}?sortOrder=asc`,
      `${base}/author/${staff.userId}`,
      `${base}/${_id}`,
    ])
      expect(JSON.stringify((await ask('GET', url, customer)).body), url).not.toContain('Segredo')

    expect(
      (await ask('GET', `/api/admin/notifications/${_id}`, staff)).body.notification,
    ).toMatchObject({
      content: 'Segredo',
      status: 'pending',
      deliveryStatus: 'pending',
      sentAt: null,
    })
  })
})

describe('sending', () => {
  it("the back office's form becomes one record: type, priority, title as the first embed [S010, S011, S250, S251, B115, B116, B165]", async () => {
    for (const [type, becomes, priority] of [
      ['info', 'notification', 'medium'],
      ['warning', 'alert', 'high'],
      ['alert', 'alert', 'urgent'],
    ] as const)
      for (const url of [
        '/api/server/notifications/send',
        '/api/admin/notifications',
        '/api/admin/notifications/send',
      ]) {
        expect(
          await send({ title: 'Promoção', message: 'Tudo com desconto', type }, url),
          url,
        ).toMatchObject({
          type: becomes,
          priority,
          title: 'Promoção',
          content: 'Tudo com desconto',
          embeds: [{ title: 'Promoção' }],
          status: 'sent',
          authorId: staff.userId,
        })
      }

    for (const payload of [
      { message: 'x', type: 'info' },
      { title: 'x', type: 'info' },
      { title: 'x', message: 'y' },
      { title: '  ', message: 'y', type: 'alert' },
      { title: 'x', message: '  ', type: 'warning' },
      { title: 'x', message: 'y', type: 'x' },
      { type: 'update' },
      {},
    ]) {
      expect(
        await ask('POST', '/api/admin/notifications/send', staff, payload),
        JSON.stringify(payload),
      ).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
    }

    await expect.poll(async () => (await ask('GET', base)).body.data.pagination.totalItems).toBe(9)
  })

  it('a notification is stored and sent with its own fields [S250, S251, S143]', async () => {
    const given = {
      type: 'announcement',
      content: 'Olá',
      priority: 'urgent',
      title: 'Novidade',
      authorName: 'Equipe',
      authorAvatar: 'https://img.example/a.png',
      tags: ['loja'],
      metadata: { campanha: 'verão', n: 3 },
      attachments: [
        { filename: 'guia.pdf', url: '/demo/guia.pdf', contentType: 'application/pdf', size: 1200 },
      ],

      embeds: [
        {
          description: 'Corpo',
          fields: [{ name: 'Preço', value: 'R$ 10' }],
          image: { url: 'https://img.example/b.png' },
          footer: { text: 'Até logo' },
        },
      ],
    }

    const { _id } = await send(given)

    expect((await ask('GET', `${base}/${_id}`)).body.notification).toMatchObject({
      ...given,
      authorId: staff.userId,
      embeds: [{ title: 'Novidade', ...given.embeds[0] }],
    })

    expect(await send({ type: 'update', embeds: [{ title: 'Só o cartão' }] })).toMatchObject({
      title: 'Só o cartão',
      content: '',
      embeds: [{ title: 'Só o cartão' }],
    })
  })

  it('only staff can send, and no link in a notification runs code or misleads [S251]', async () => {
    for (const url of ['/api/server/notifications/send', '/api/admin/notifications']) {
      expect((await ask('POST', url, null, { type: 'update', content: 'x' })).status).toBe(401)
      expect((await ask('POST', url, customer, { type: 'update', content: 'x' })).status).toBe(403)
    }

    for (const url of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      'https:\\\\evil.example',
      'ftp://x',
      '',
      'x y',
    ]) {
      for (const part of [
        { authorAvatar: url },
        { embeds: [{ image: { url } }] },
        { attachments: [{ filename: 'a', url, contentType: 'image/png', size: 1 }] },
      ])
        expect(
          (
            await ask('POST', '/api/admin/notifications', staff, {
              type: 'update',
              content: 'x',
              ...part,
            })
          ).body.code,
          url,
        ).toBe('request.invalid')
    }

    await shows([])
  })
})

describe('managing', () => {
  it('staff see all notifications with author, message, state and date, by pages and state [B114, B091, B116]', async () => {
    for (let i = 1; i <= 11; i++) await send({ title: `T${i}`, message: `M${i}`, type: 'info' })
    await send({ type: 'update', content: 'Retida', status: 'pending' })
    const { body } = await ask('GET', '/api/admin/notifications?page=1&limit=10', staff)

    expect(body).toMatchObject({
      success: true,
      total: 12,
      // The old field has the documented fixed value; pagination has the true count (Q126).
      totalPages: 1,
      pagination: { hasNextPage: true, totalPages: 2 },
    })

    expect(body.notifications[0]).toMatchObject({
      _id: expect.any(String),
      authorName: 'Dora Dona',
      content: 'Retida',
      status: 'pending',
      createdAt: expect.stringMatching(/Z$/),
    })

    expect(body.notifications[1]).toMatchObject({
      content: 'M11',
      title: 'T11',
      status: 'sent',
      deliveryStatus: 'sent',
    })

    expect((await ask('GET', '/api/admin/notifications?status=pending', staff)).body).toMatchObject(
      { total: 1, notifications: [{ content: 'Retida' }] },
    )

    expect((await ask('GET', '/api/admin/notifications/stats', staff)).body.data).toEqual({
      total: 12,
      byStatus: { sent: 11, pending: 1, revoked: 0 },
      byType: { announcement: 0, notification: 11, update: 1, alert: 0 },
      byPriority: { low: 0, medium: 12, high: 0, urgent: 0 },
      byDelivery: { sent: 11, failed: 0, pending: 1 },
    })
  })

  it('states change in any order; revoked and pending notifications are hidden [B145, B222, B116]', async () => {
    const first = await send({ type: 'update', content: 'Primeira' })
    await send({ type: 'update', content: 'Segunda' })

    const set = async (status: string, method: 'PUT' | 'PATCH' = 'PUT', suffix = '') => {
      testShop.clock.advance(5)
      return (
        await ask(method, `/api/admin/notifications/${first._id}${suffix}`, staff, { status })
      ).body.notification
    }

    await shows(['Segunda', 'Primeira'])

    expect(await set('revoked')).toMatchObject({
      status: 'revoked',
      deliveryStatus: 'sent',
      sentAt: first.sentAt,
    })

    await shows(['Segunda'])
    expect(await set('sent', 'PATCH')).toMatchObject({ status: 'sent', sentAt: first.sentAt })
    await shows(['Segunda', 'Primeira'])
    expect(await set('pending', 'PATCH', '/status')).toMatchObject({ status: 'pending' })
    await shows(['Segunda'])
    expect(await set('revoked')).toMatchObject({ status: 'revoked' })
    expect(await set('pending')).toMatchObject({ status: 'pending' })
    expect((await set('sent')).sentAt > first.sentAt).toBe(true)
    await shows(['Primeira', 'Segunda'])

    expect(
      (await ask('PUT', `/api/admin/notifications/${first._id}`, staff, { status: 'failed' })).body
        .code,
    ).toBe('request.invalid')

    expect(
      (await ask('PUT', '/api/admin/notifications/x', staff, { status: 'sent' })).body.code,
    ).toBe('notification.not_found')
  })

  it('every change by staff is one entry of the audit log; no change makes none [B181, B222]', async () => {
    const { _id } = await send({ title: 'T', message: 'M', type: 'info' })
    for (const status of ['revoked', 'revoked'])
      await ask('PUT', `/api/admin/notifications/${_id}`, staff, { status })

    expect((await ask('DELETE', `/api/admin/notifications/${_id}`, staff)).body).toEqual({
      success: true,
      message: 'Notificação excluída.',
    })

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, _id))
      .orderBy(auditLog.createdAt, auditLog.id)

    expect(trail.map((line) => [line.action, line.actorId, line.details])).toEqual([
      ['notification.sent', staff.userId, { type: 'notification', title: 'T', status: 'sent' }],
      ['notification.status', staff.userId, { from: 'sent', to: 'revoked' }],
      ['notification.deleted', staff.userId, { title: 'T', author: 'Dora Dona' }],
    ])

    expect((await ask('DELETE', `/api/admin/notifications/${_id}`, staff)).body.code).toBe(
      'notification.not_found',
    )
  })
})
