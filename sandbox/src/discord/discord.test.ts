import { REST } from '@discordjs/rest'
import { beforeAll, describe, expect, it } from 'vitest'

import { bench, useBench } from '../testing/use-bench.ts'
import { IDS } from './ids.ts'

useBench()
let rest: REST

beforeAll(async () => {
  rest = new REST({
    version: '10',
    api: bench.sandbox.env['DISCORD_API_URL']!,
    retries: 0,
    timeout: 5000,
  }).setToken(bench.sandbox.env['DISCORD_BOT_TOKEN']!)
})

const { users, roles, channels } = IDS
const UA = 'DiscordBot (https://chaveiro.test, 1.0.0)'

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  bench.http(method, `${bench.sandbox.env['DISCORD_API_URL']}/v10${path}`, {
    headers: {
      authorization: `Bot ${bench.sandbox.env['DISCORD_BOT_TOKEN']}`,
      'user-agent': UA,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

const person = async (user: string) =>
  (await bench.control('GET', '/discord')).users.find(
    (one: { username: string }) => one.username === user,
  )

const member = (user: string, action: string, more: object = {}) =>
  bench.control('POST', '/discord/member', { user, action, ...more })

const say = (channel: string, content: string, more: object = {}) =>
  call('POST', `/channels/${channel}/messages`, {
    content,
    allowed_mentions: { parse: [] },
    ...more,
  })

describe('access', () => {
  it.each([
    ['no authorization', { authorization: '' }, 401, 0],
    ['another token', { authorization: 'Bot abc' }, 401, 0],
    ['a token without its scheme', { authorization: 'abc' }, 401, 0],
    ['no proper user agent', { 'user-agent': 'node' }, 403, 40333],
  ])('refuses %s', async (_name, headers, status, code) => {
    expect(await call('GET', '/users/@me', undefined, headers)).toMatchObject({
      status,
      body: { code, message: expect.any(String) },
    })
  })

  it('refuses another content type, broken JSON, wrong ids, and unknown paths and fields', async () => {
    expect(
      (
        await call('POST', `/channels/${channels.support}/messages`, 'content=x', {
          'content-type': 'application/x-www-form-urlencoded',
        })
      ).body.errors._errors[0].code,
    ).toBe('CONTENT_TYPE_INVALID')

    expect((await call('POST', `/channels/${channels.support}/messages`, '{')).body.code).toBe(
      50109,
    )

    expect((await call('GET', '/guilds/abc')).body).toMatchObject({
      code: 50035,
      errors: { guild: {} },
    })

    expect((await call('GET', '/nothing')).status).toBe(404)

    expect((await say(channels.support, 'x', { alowed_mentions: {} })).body.errors).toEqual({
      alowed_mentions: {
        _errors: [{ code: 'UNKNOWN_FIELD', message: 'Unknown field: alowed_mentions' }],
      },
    })
  })

  it('a 204 has no content type, and the client of the store reads it', async () => {
    const reply = await call(
      'PUT',
      `/guilds/${IDS.guild}/members/${users.ana}/roles/${roles.customer}`,
    )

    expect([reply.status, reply.headers['content-type']]).toEqual([204, undefined])
    await rest.delete(`/guilds/${IDS.guild}/members/${users.ana}/roles/${roles.customer}`)

    await expect(rest.get('/guilds/1300000000000009999')).rejects.toMatchObject({
      status: 404,
      code: 10004,
    })
  })
})

describe('roles and members', () => {
  it('are given and taken, twice without harm, with the reason noted', async () => {
    for (let times = 0; times < 2; times++)
      await rest.put(`/guilds/${IDS.guild}/members/${users.ana}/roles/${roles.customer}`, {
        reason: 'Pedido nº 1',
      })

    expect(await person('ana')).toMatchObject({ roles: ['Cliente'], member: true })
    await rest.delete(`/guilds/${IDS.guild}/members/${users.ana}/roles/${roles.customer}`)
    await rest.delete(`/guilds/${IDS.guild}/members/${users.ana}/roles/${roles.customer}`)

    expect((await bench.control('GET', '/discord')).trail).toMatchObject([
      { what: 'role given', user: 'ana', detail: 'Cliente', reason: 'Pedido nº 1' },
      { what: 'role taken', user: 'ana' },
    ])
  })

  it.each([
    ['the role above the bot', roles.founder, 403, 50013],
    ["the bot's own managed role", roles.bot, 403, 50013],
    ['everyone', IDS.guild, 403, 50013],
    ['no role at all', '1300000000000000299', 404, 10011],
  ])('cannot give %s', async (_name, role, status, code) => {
    expect(
      await call('PUT', `/guilds/${IDS.guild}/members/${users.ana}/roles/${role}`),
    ).toMatchObject({ status, body: { code } })
  })

  it('an unknown user and a user outside the guild get different errors', async () => {
    expect(
      await call('PUT', `/guilds/${IDS.guild}/members/${users.carla}/roles/${roles.customer}`),
    ).toMatchObject({ status: 404, body: { code: 10007 } })
    expect((await call('GET', `/guilds/${IDS.guild}/members/1300000000000000599`)).body.code).toBe(
      10013,
    )

    expect((await call('GET', `/guilds/${IDS.guild}/members/${users.ana}`)).body).toMatchObject({
      user: { id: users.ana, username: 'ana' },
      roles: [],
    })
  })

  it('a person who leaves loses the roles, and returns without them', async () => {
    await member('ana', 'role', { role: 'vip' })
    await member('ana', 'leave')
    expect((await call('GET', `/guilds/${IDS.guild}/members/${users.ana}`)).body.code).toBe(10007)
    expect(await member('ana', 'join')).toMatchObject({ member: true, roles: [] })
  })

  it('lists members in pages, if the portal has the intent on', async () => {
    const { body } = await call('GET', `/guilds/${IDS.guild}/members?limit=1000&after=${users.ana}`)

    expect(body.map((one: { user: { username: string } }) => one.user.username)).toEqual([
      'bruno',
      'equipe',
    ])

    await bench.control('POST', '/discord/settings', { membersIntent: false })
    expect((await call('GET', `/guilds/${IDS.guild}/members?limit=1000`)).body.code).toBe(50001)
  })

  it('shows roles with their order, for the check of a product', async () => {
    const list = (await call('GET', `/guilds/${IDS.guild}/roles`)).body as {
      id: string
      position: number
      managed: boolean
      tags?: { bot_id: string }
    }[]

    const own = list.find((one) => one.tags?.bot_id === IDS.bot)!
    expect(own.managed).toBe(true)
    expect(list.filter((one) => one.position > own.position).map((one) => one.id)).toEqual([
      roles.founder,
    ])
  })
})

describe('messages', () => {
  it('are sent, edited, listed newest first and deleted', async () => {
    const first = (await say(channels.announcements, 'um')).body
    const second = (await say(channels.announcements, 'dois')).body

    expect(
      (
        await call('PATCH', `/channels/${channels.announcements}/messages/${first.id}`, {
          content: 'três',
        })
      ).body,
    ).toMatchObject({ id: first.id, content: 'três', edited_timestamp: expect.any(String) })

    expect(
      (
        await call(
          'GET',
          `/channels/${channels.announcements}/messages?limit=1&before=${second.id}`,
        )
      ).body,
    ).toMatchObject([{ id: first.id, author: { id: IDS.bot, bot: true } }])

    expect(
      (await call('DELETE', `/channels/${channels.announcements}/messages/${first.id}`)).status,
    ).toBe(204)
    expect(
      (await call('GET', `/channels/${channels.announcements}/messages/${first.id}`)).body.code,
    ).toBe(10008)
  })

  it('an enforced nonce makes a repeat answer the first one', async () => {
    const nonce = { nonce: 'job-1', enforce_nonce: true }

    const [a, b, c] = [
      (await say(channels.support, 'x', nonce)).body,
      (await say(channels.support, 'x', nonce)).body,
      (await say(channels.support, 'x', { nonce: 'job-1' })).body,
    ]

    expect(b.id).toBe(a.id)
    expect(c.id).not.toBe(a.id)
    expect((await say(channels.support, 'x', { nonce: 'n'.repeat(26) })).body.code).toBe(50035)
  })

  it.each([
    ['too long', { content: 'x'.repeat(2001) }, 50035],
    ['empty', { content: '' }, 50006],
    ['eleven embeds', { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }, 50035],
    ['a long title', { embeds: [{ title: 'x'.repeat(257) }] }, 50035],
    [
      '6,001 characters of embeds',
      { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
      50035,
    ],
    ['a field without value', { embeds: [{ fields: [{ name: 'x', value: '' }] }] }, 50035],
    [
      'a button without id',
      { components: [{ type: 1, components: [{ type: 2, style: 1, label: 'x' }] }] },
      50035,
    ],
    [
      'a link with an id',
      {
        components: [
          {
            type: 1,
            components: [{ type: 2, style: 5, label: 'x', url: 'https://x.test', custom_id: 'y' }],
          },
        ],
      },
      50035,
    ],
    [
      'two equal ids',
      {
        components: [
          {
            type: 1,
            components: [1, 2].map(() => ({ type: 2, style: 1, label: 'x', custom_id: 'y' })),
          },
        ],
      },
      50035,
    ],
    [
      'six rows',
      {
        components: Array.from({ length: 6 }, (_, at) => ({
          type: 1,
          components: [{ type: 2, style: 1, label: 'x', custom_id: `${at}` }],
        })),
      },
      50035,
    ],
    ['an ephemeral flag outside an interaction', { content: 'x', flags: 64 }, 50035],
    [
      'mentions that exclude each other',
      { content: 'x', allowed_mentions: { parse: ['users'], users: [users.ana] } },
      50035,
    ],
  ])('refuses %s', async (_name, body, code) => {
    expect(await call('POST', `/channels/${channels.support}/messages`, body)).toMatchObject({
      status: 400,
      body: { code },
    })
  })

  it('rings everyone only when it is allowed to', async () => {
    const loud = (
      await call('POST', `/channels/${channels.support}/messages`, { content: '@everyone' })
    ).body
    const quiet = (await say(channels.support, '@everyone')).body
    expect([loud.mention_everyone, quiet.mention_everyone]).toEqual([true, false])
  })

  it('DMs reach people who share the guild and have open DMs', async () => {
    const { id } = (await call('POST', '/users/@me/channels', { recipient_id: users.ana })).body
    expect((await call('POST', '/users/@me/channels', { recipient_id: users.ana })).body.id).toBe(
      id,
    )
    expect((await say(id, 'oi')).status).toBe(200)
    await member('ana', 'dm', { open: false })
    expect(await say(id, 'oi')).toMatchObject({ status: 403, body: { code: 50007 } })
    await member('ana', 'dm', { open: true })
    await member('ana', 'leave')
    expect((await say(id, 'oi')).body.code).toBe(50007)
  })

  it('without the intent it reads people’s messages as empty', async () => {
    await bench.control('POST', '/discord/message', {
      user: 'ana',
      channel: 'suporte',
      content: 'segredo',
    })

    const read = async () =>
      (await call('GET', `/channels/${channels.support}/messages`)).body.map(
        (one: { content: string }) => one.content,
      )

    expect(await read()).toEqual(['segredo'])
    await bench.control('POST', '/discord/settings', { messageContent: false })
    expect(await read()).toEqual([''])
  })
})

describe('channels', () => {
  const ticket = (more: object[] = []) =>
    call('POST', `/guilds/${IDS.guild}/channels`, {
      name: 'Ticket Ana',
      type: 0,
      parent_id: channels.tickets,
      permission_overwrites: [
        { id: IDS.guild, type: 0, deny: '1024' },
        { id: users.ana, type: 1, allow: '117760' },
        { id: roles.staff, type: 0, allow: '117760' },
        ...more,
      ],
    })

  it('a private one is seen by those let in, the bot only if it let itself in', async () => {
    const made = await ticket([{ id: IDS.bot, type: 1, allow: '117760' }])

    expect(made).toMatchObject({
      status: 201,
      body: { name: 'ticket-ana', parent_id: channels.tickets },
    })

    expect((await say(made.body.id, 'Olá')).status).toBe(200)

    await bench.control('POST', '/discord/message', {
      user: 'equipe',
      channel: made.body.id,
      content: 'Pois não?',
    })

    await expect(
      bench.control('POST', '/discord/message', {
        user: 'bruno',
        channel: made.body.id,
        content: 'eu?',
      }),
    ).rejects.toThrow('403')

    expect((await say((await ticket()).body.id, 'Olá')).body.code).toBe(50001)

    expect(
      (
        await call('PUT', `/channels/${made.body.id}/permissions/${users.bruno}`, {
          type: 1,
          allow: '117760',
        })
      ).status,
    ).toBe(204)

    await bench.control('POST', '/discord/message', {
      user: 'bruno',
      channel: made.body.id,
      content: 'agora sim',
    })

    expect((await call('DELETE', `/channels/${made.body.id}`)).status).toBe(200)
    expect((await call('GET', `/channels/${made.body.id}`)).body.code).toBe(10003)
  })

  it('refuses rights the bot lacks, a wrong parent, numeric bits and a category’s 51st channel', async () => {
    expect((await ticket([{ id: users.bruno, type: 1, allow: '8' }])).body.code).toBe(50013)
    expect((await ticket([{ id: users.bruno, type: 1, allow: 1024 }])).body.code).toBe(50035)

    expect(
      (
        await call('POST', `/guilds/${IDS.guild}/channels`, {
          name: 'x',
          parent_id: channels.support,
        })
      ).body.errors.parent_id._errors[0].code,
    ).toBe('CHANNEL_PARENT_INVALID_TYPE')

    await bench.control('POST', '/discord/settings', {
      limits: { global: 1000, bucket: { '*': [1000, 1] } },
    })
    for (let made = 0; made < 50; made++) await ticket()
    expect((await ticket()).body.errors.parent_id._errors[0].code).toBe(
      'CHANNEL_PARENT_MAX_CHANNELS',
    )
  })
})

describe('limits and faults', () => {
  it('names the bucket in headers and answers 429 over the limit, which the client waits out', async () => {
    await bench.control('POST', '/discord/settings', {
      limits: { global: 1000, bucket: { message: [2, 1], '*': [1000, 1] } },
    })
    const sent = await Promise.all([1, 2, 3].map((n) => say(channels.support, String(n))))
    const limited = sent.find((one) => one.status === 429)!

    expect(limited.body).toEqual({
      message: 'You are being rate limited.',
      retry_after: expect.any(Number),
      global: false,
    })

    expect(limited.headers).toMatchObject({
      'retry-after': '1',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-scope': 'user',
      'x-ratelimit-bucket': expect.any(String),
    })

    const patient = new REST({
      version: '10',
      api: bench.sandbox.env['DISCORD_API_URL']!,
      retries: 1,
    }).setToken(bench.sandbox.env['DISCORD_BOT_TOKEN']!)

    await Promise.all(
      [1, 2, 3].map((n) =>
        patient.post(`/channels/${channels.announcements}/messages`, {
          body: { content: String(n) },
        }),
      ),
    )

    expect(
      (await bench.control('GET', '/discord')).messages.filter(
        (one: { channelId: string }) => one.channelId === channels.announcements,
      ),
    ).toHaveLength(3)
  })

  it('over all calls: 429 that says global', async () => {
    await bench.control('POST', '/discord/settings', {
      limits: { global: 3, bucket: { '*': [1000, 1] } },
    })
    const replies = await Promise.all(Array.from({ length: 8 }, () => call('GET', '/users/@me')))

    expect(replies.find((one) => one.status === 429)).toMatchObject({
      body: { global: true },
      headers: { 'x-ratelimit-global': 'true' },
    })
  })

  it('commit-then-timeout did give the role; a 502 of its edge is a page', async () => {
    await bench.control('POST', '/faults', [
      {
        provider: 'chat',
        method: 'PUT',
        path: '/api/v10/guilds/*/roles/*',
        do: 'commit-then-timeout',
      },
      { provider: 'discord', do: 'status:502' },
    ])

    const url = `${bench.sandbox.env['DISCORD_API_URL']}/v10/guilds/${IDS.guild}/members/${users.bruno}/roles/${roles.vip}`

    await expect(
      fetch(url, {
        method: 'PUT',
        headers: {
          authorization: `Bot ${bench.sandbox.env['DISCORD_BOT_TOKEN']}`,
          'user-agent': UA,
        },
        signal: AbortSignal.timeout(200),
      }),
    ).rejects.toThrow()

    expect((await person('bruno')).roles).toEqual(['VIP'])

    expect(await call('GET', '/users/@me')).toMatchObject({
      status: 502,
      headers: { 'content-type': 'text/html' },
    })
  })

  it('the widget is public until it is switched off', async () => {
    const get = () =>
      bench.http('GET', `${bench.sandbox.env['DISCORD_API_URL']}/guilds/${IDS.guild}/widget.json`)

    expect((await get()).body).toMatchObject({
      id: IDS.guild,
      name: 'Loja Demo',
      presence_count: 4,
      instant_invite: expect.any(String),
    })

    await bench.control('POST', '/discord/settings', { widget: false })
    expect(await get()).toMatchObject({ status: 403, body: { code: 50004 } })
  })
})
