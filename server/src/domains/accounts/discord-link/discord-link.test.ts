import { IDS } from '@chaveiro/sandbox/discord-ids'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLog, chatLinks, users } from '../../../db/tables/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { coupon, person, product, type Person } from '../../../testing/make.ts'
import { accepted, expectSound, fill, send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { openSession } from '../session/session.service.ts'
import { purgeChatLinks } from './discord-link.service.ts'

const base = '/api/users/discord'

describe('the own chat account', () => {
  let testShop: TestShop

  beforeAll(async () => {
    testShop = await openTestShop({ sandbox: true, env: { DISCORD_TIMEOUT_MS: '400' } })
    await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  })

  afterAll(async () => {
    await testShop?.close()
  })
  beforeEach(async () => {
    await testShop.app.db.update(users).set({ discordId: null })
  })
  const control = (path: string, body: object) =>
    testShop.sandbox!.call('POST', `/sandbox/api${path}`, body)
  const start = async (who: Person) =>
    String((await send(testShop, `POST ${base}/link`, { as: who })).body.url)

  const allow = async (url: string, user: string, deny = false) =>
    Object.fromEntries(
      new URL((await control('/discord/authorize', { url, user, deny })).redirect).searchParams,
    ) as { code: string; state: string; error?: string }

  const finish = (who: Person, back: { code: string; state: string }) =>
    send(testShop, `POST ${base}/finish`, { as: who, body: { code: back.code, state: back.state } })
  const link = async (who: Person, user: string) => finish(who, await allow(await start(who), user))

  const inGuild = async (name: string) =>
    (await testShop.sandbox!.call('GET', '/sandbox/api/discord')).users.find(
      (one: any) => one.username === name,
    )

  const linkedTo = async (who: Person) =>
    (await testShop.app.db.select().from(users).where(eq(users.id, who.userId)))[0]!.discordId

  it('is linked by signing in there: joins the guild, gets roles, is unlinked and relinked [B002, B003]', async () => {
    const who = await person(testShop.app)

    expect((await send(testShop, `GET ${base}`, { as: who })).body).toEqual({
      success: true,
      configured: true,
      linked: null,
      roles: [],
    })

    const { id, name } = await product(testShop.app, { keys: 1, role: IDS.roles.customer })
    expect(
      accepted(await startPix(testShop, who, await fill(testShop, who, id), { coupon: 'TUDO' }))
        .status,
    ).toBe('completed')
    const url = new URL(await start(who))

    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'identify guilds.join',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/dashboard/settings',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })

    const done = await finish(who, await allow(url.href, 'carla'))

    expect(done.body).toMatchObject({
      success: true,
      configured: true,
      linked: { id: IDS.users.carla, name: 'Carla' },
    })

    await testShop.drain()
    expect(await inGuild('carla')).toMatchObject({ member: true, roles: ['Cliente'] })
    expect((await send(testShop, `GET ${base}`, { as: who })).body.roles).toEqual([
      { state: 'given', products: [name] },
    ])
    expect((await link(who, 'bruno')).body.linked).toEqual({ id: IDS.users.bruno, name: 'Bruno' })
    await testShop.drain()

    expect([(await inGuild('carla')).roles, (await inGuild('bruno')).roles]).toEqual([
      [],
      ['Cliente'],
    ])

    expect((await send(testShop, `DELETE ${base}`, { as: who })).body).toMatchObject({
      linked: null,
      roles: [],
      message: expect.any(String),
    })

    expect((await send(testShop, `DELETE ${base}`, { as: who })).status).toBe(200)
    await testShop.drain()
    expect((await inGuild('bruno')).roles).toEqual([])

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, who.userId))
      .orderBy(desc(auditLog.id))

    expect(trail.map((row) => row.action).filter((action) => action.startsWith('user.'))).toEqual([
      'user.chat_unlinked',
      'user.chat_linked',
      'user.chat_linked',
    ])

    expect(JSON.stringify(trail)).not.toContain(IDS.users.bruno)
    await expectSound(testShop)
  })

  it('a state is valid once, for ten minutes, and only in its session', async () => {
    const [who, thief] = [await person(testShop.app), await person(testShop.app)]
    const back = await allow(await start(who), 'ana')
    expect((await finish(thief, back)).body).toMatchObject({ code: 'chat.link_invalid' })

    const session = await inTransaction(testShop.app, (tx) =>
      openSession(
        tx,
        { id: who.userId, role: 'client' },
        { ip: '127.0.0.1', userAgent: 'test', language: 'pt-BR', origin: null },
      ),
    )

    const elsewhere: Person = {
      ...who,
      token: session.accessToken,
      headers: { authorization: `Bearer ${session.accessToken}` },
    }

    expect((await finish(elsewhere, back)).body).toMatchObject({ code: 'chat.link_invalid' })
    expect((await finish(who, { ...back, state: 'x' })).body).toMatchObject({
      code: 'chat.link_invalid',
    })
    expect((await finish(who, back)).status).toBe(200)
    expect((await finish(who, back)).body).toMatchObject({ code: 'chat.link_invalid' })
    const older = await start(who)
    await start(who)
    expect((await finish(who, await allow(older, 'ana'))).body).toMatchObject({
      code: 'chat.link_invalid',
    })
    const late = await allow(await start(who), 'ana')
    testShop.clock.advance(601)
    expect((await finish(who, late)).body).toMatchObject({ code: 'chat.link_invalid' })
    await purgeChatLinks(testShop.app)
    expect(await testShop.app.db.select().from(chatLinks)).toEqual([])
    expect(await linkedTo(thief)).toBeNull()
  })

  it('a code of another sign-in is refused', async () => {
    const [who, other] = [await person(testShop.app), await person(testShop.app)]

    const [own, stolen] = [
      await allow(await start(who), 'ana'),
      await allow(await start(other), 'bruno'),
    ]

    expect((await finish(who, { code: stolen.code, state: own.state })).body).toMatchObject({
      code: 'chat.link_invalid',
    })
    expect(await linkedTo(who)).toBeNull()
  })

  it('one chat account belongs to one person, also when two link it at once [B003]', async () => {
    const [who, other] = [await person(testShop.app), await person(testShop.app)]
    expect((await link(who, 'ana')).status).toBe(200)
    const back = await allow(await start(other), 'ana')

    const refused = await send(testShop, `POST ${base}/finish`, {
      as: other,
      body: { code: back.code, state: back.state },
      headers: { 'accept-language': 'en-US' },
    })

    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'chat.taken', error: expect.stringContaining('already linked') },
    })

    await send(testShop, `DELETE ${base}`, { as: who })
    const both = [await allow(await start(who), 'ana'), await allow(await start(other), 'ana')]
    const replies = await Promise.all([finish(who, both[0]!), finish(other, both[1]!)])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  })

  it('a link that fails on the way changes nothing, and the next one works', async () => {
    const who = await person(testShop.app)
    expect((await link(who, 'ana')).status).toBe(200)
    expect((await allow(await start(who), 'ana', true)).error).toBe('access_denied')

    for (const what of ['status:503', 'timeout', 'status:429']) {
      await control('/faults', [
        { provider: 'discord', path: '/api/v10/oauth2/token', times: 1, do: what },
      ] as never)
      expect((await link(who, 'bruno')).body, what).toMatchObject({ code: 'chat.unavailable' })
    }

    expect(await linkedTo(who)).toBe(IDS.users.ana)
    expect((await link(who, 'bruno')).status).toBe(200)
  })
})

it('without Discord the account page says so, and nothing can be linked', async () => {
  const testShop = await openTestShop()
  try {
    const who = await person(testShop.app)

    expect((await send(testShop, `GET ${base}`, { as: who })).body).toMatchObject({
      configured: false,
      linked: null,
    })

    expect((await send(testShop, `POST ${base}/link`, { as: who })).body).toMatchObject({
      code: 'chat.unconfigured',
    })
    expect(
      (await send(testShop, `POST ${base}/finish`, { as: who, body: { code: 'x', state: 'y' } }))
        .body,
    ).toMatchObject({ code: 'chat.unconfigured' })
  } finally {
    await testShop.close()
  }
})
