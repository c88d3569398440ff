import { IDS } from '@chaveiro/sandbox/discord-ids'
import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLog, notifications } from '../../db/tables/index.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { watchStock } from '../stock/stock-alerts.service.ts'
import { announce } from './notifications.announce.ts'

const base = '/api/admin/notifications'

describe('notifications in the chat server', () => {
  let testShop: TestShop
  let admin: Person

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true, env: { DISCORD_TIMEOUT_MS: '1000' } })
    admin = await person(testShop.app, { role: 'admin', name: 'Dona *Carla*' })
  })

  afterAll(async () => {
    await testShop?.close()
  })

  beforeEach(async () => {
    await testShop.sandbox!.call('POST', '/sandbox/api/reset')
    await testShop.sandbox!.call('POST', '/sandbox/api/discord/settings', {
      limits: { global: 1000, bucket: { '*': [1000, 1] } },
    })
  })

  afterEach(async () => {
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
  })

  const posted = async () =>
    (await testShop.sandbox!.call('GET', '/sandbox/api/discord')).messages.filter(
      (one: any) => one.channelId === IDS.channels.announcements,
    )

  const publish = async (body: object = {}) =>
    (
      await send(testShop, `POST ${base}/send`, {
        as: admin,
        body: { type: 'warning', title: 'Promoção', message: 'Tudo pela metade', ...body },
      })
    ).body.notification as { id: string; status: string }

  const stands = async (id: string) =>
    (await testShop.app.db.select().from(notifications).where(eq(notifications.id, id)))[0]!

  const fault = (what: string, times = 1) =>
    testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'discord', path: '/api/v10/channels/*/messages', times, do: what },
    ])

  it('a published notification is stored, shown and posted once, and mentions nobody [S010, S011]', async () => {
    const sent = await publish({
      title: '@everyone **olha**',
      message: `Oi <@${IDS.users.ana}> [clique](https://mal.test) ${'*'.repeat(3900)}`,
    })

    // In the reply and for staff, `status` is the publication; `deliveryStatus` is the delivery to
    // the chat (F145).
    expect(sent.status).toBe('sent')
    expect(
      (await send(testShop, `GET ${base}/${sent.id}`, { as: admin })).body.notification,
    ).toMatchObject({ status: 'sent', deliveryStatus: 'pending' })
    await testShop.drain()

    expect(await stands(sent.id)).toMatchObject({
      publication: 'sent',
      delivery: 'sent',
      chatMessageId: expect.any(String),
    })

    const [message, ...more] = await posted()
    expect(more).toEqual([])

    expect(message).toMatchObject({
      fromBot: true,
      mentions: [],
      mentionEveryone: false,
      embeds: [
        {
          title: '@everyone \\*\\*olha\\*\\*',
          description: expect.stringMatching(
            /\\<@\d+\\> \\\[clique\\\]\\\(https:\/\/mal.test\).*…$/s,
          ),
          footer: { text: 'Dona *Carla*' },
        },
      ],
    })

    await announce(testShop.app, { notificationId: sent.id, tries: 0 })
    expect(await posted()).toHaveLength(1)

    expect(
      (await send(testShop, `GET /api/server/guild/default/notifications/${sent.id}`)).body
        .notification.status,
    ).toBe('sent')
  })

  it('is posted when published, removed when revoked or deleted, posted again when it returns [B145]', async () => {
    const { id } = await publish({ status: 'pending' })
    await testShop.drain()
    expect(await posted()).toEqual([])

    for (const [status, n] of [
      ['sent', 1],
      ['revoked', 0],
      ['sent', 1],
    ] as const) {
      expect(
        (await send(testShop, `PATCH ${base}/${id}`, { as: admin, body: { status } })).status,
      ).toBe(200)
      await testShop.drain()
      expect(await posted(), status).toHaveLength(n)
    }

    expect((await send(testShop, `DELETE ${base}/${id}`, { as: admin })).status).toBe(200)
    await testShop.drain()
    expect(await posted()).toEqual([])
  })

  it.each(['status:503', 'timeout', 'commit-then-timeout', 'reset'])(
    '%s: stored and published, delivery failed and logged, then tried again and posted once [S011]',
    async (what) => {
      await fault(what)
      const { id } = await publish()
      await testShop.drain()
      expect(await stands(id)).toMatchObject({ publication: 'sent', delivery: 'failed' })
      expect(
        (await send(testShop, `GET /api/server/guild/default/notifications/${id}`)).body
          .notification,
      ).toMatchObject({ status: 'failed', content: 'Tudo pela metade' })

      expect(
        await testShop.app.db
          .select()
          .from(auditLog)
          .where(eq(auditLog.targetId, id))
          .orderBy(desc(auditLog.id))
          .limit(1),
      ).toMatchObject([{ action: 'notification.undelivered' }])

      const { rows } = await testShop.app.pool.query(
        "select 1 from graphile_worker.jobs where task_identifier = 'notification.announce' and run_at > now()",
      )
      expect(rows).toHaveLength(1)
      await announce(testShop.app, { notificationId: id, tries: 1 })
      expect(await stands(id)).toMatchObject({ publication: 'sent', delivery: 'sent' })
      expect(await posted()).toHaveLength(1)
      await testShop.app.pool.query('select graphile_worker.remove_job($1)', [
        `notification.announce:${id}`,
      ])
    },
  )

  it('a post that the chat server refuses stays failed and is not retried', async () => {
    await fault('status:403')
    const { id } = await publish()
    await testShop.drain()
    expect(await stands(id)).toMatchObject({ delivery: 'failed' })

    expect(
      (
        await testShop.app.pool.query(
          "select 1 from graphile_worker.jobs where task_identifier = 'notification.announce'",
        )
      ).rows,
    ).toEqual([])
  })

  it('staff get one message in their channel when a product runs low', async () => {
    await product(testShop.app, { keys: 1, name: 'Editor *Pro*' })
    await watchStock(testShop.app)
    await watchStock(testShop.app)
    await testShop.drain()
    const messages = (await testShop.sandbox!.call('GET', '/sandbox/api/discord')).messages.filter(
      (one: any) => one.channelId === IDS.channels.staff,
    )

    expect(messages).toMatchObject([
      {
        embeds: [
          {
            title: 'Estoque baixo: Editor \\*Pro\\*',
            description: 'Resta 1 chave sem vender.',
          },
        ],
      },
    ])
  })
})

describe('without a channel for notifications', () => {
  it('a notification is stored and published, which completes its delivery [S011]', async () => {
    const testShop = await openTestShop({ sandbox: true, env: { DISCORD_ANNOUNCE_CHANNEL_ID: '' } })
    try {
      const admin = await person(testShop.app, { role: 'admin' })

      const { body } = await send(testShop, `POST ${base}/send`, {
        as: admin,
        body: { type: 'info', title: 'Oi', message: 'Olá' },
      })

      expect(body.notification.status).toBe('sent')
      await testShop.drain()
      expect((await testShop.sandbox!.call('GET', '/sandbox/api/discord')).messages).toEqual([])
    } finally {
      await testShop.close()
    }
  })
})
