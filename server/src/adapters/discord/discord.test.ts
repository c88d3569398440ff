import { IDS } from '@chaveiro/sandbox/discord-ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { chatCodes, type ChatProvider } from '../../ports/chat.ts'
import { openSandbox, type TestSandbox } from '../provider-sandbox.suite.ts'
import { createDiscordLink } from './discord-link.ts'
import { createDiscord, type DiscordConfig } from './discord.ts'

const { users, roles, channels } = IDS

describe('Discord', () => {
  let sandbox: TestSandbox
  let chat: ChatProvider

  const configOf = (change: Partial<DiscordConfig> = {}): DiscordConfig => ({
    apiUrl: sandbox.env.DISCORD_API_URL!,
    botToken: sandbox.env.DISCORD_BOT_TOKEN!,
    guildId: IDS.guild,
    applicationId: IDS.application,
    timeoutMs: 400,
    silenceMs: 100,
    ...change,
  })

  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterAll(async () => {
    await sandbox.close()
  })

  beforeEach(async () => {
    await sandbox.control('POST', '/reset')
    chat = createDiscord(configOf())
  })

  const state = () => sandbox.control('GET', '/discord') as Promise<any>
  const person = async (name: string) =>
    (await state()).users.find((one: any) => one.username === name)

  const fault = (path: string, what: string, times = 1, method = '*') =>
    sandbox.control('POST', '/faults', [
      { provider: 'discord', method, path: `/api/v10${path}`, times, do: what },
    ])

  const requests = () => sandbox.control('GET', '/requests?provider=discord') as Promise<any[]>

  it('gives and takes a role, repeats do no harm, and reads the holders of a role', async () => {
    for (const on of [true, true, false, false])
      expect(await chat.setRole(users.ana, roles.customer, on, 'Pedido nº 1')).toEqual({
        kind: 'ok',
        value: undefined,
      })

    await chat.setRole(users.ana, roles.vip, true)

    expect(await chat.member(users.ana)).toEqual({
      kind: 'ok',
      value: { userId: users.ana, name: 'Ana', roles: [roles.vip] },
    })

    expect((await state()).trail).toMatchObject([
      { what: 'role given', reason: 'Pedido nº 1' },
      { what: 'role taken' },
      { what: 'role given' },
    ])
  })

  it('distinguishes a person outside the guild, a missing thing and a missing right', async () => {
    expect(await chat.setRole(users.carla, roles.customer, true)).toMatchObject({
      kind: 'not-found',
      code: chatCodes.unknownMember,
    })

    expect(await chat.member('1300000000000000599')).toMatchObject({
      kind: 'not-found',
      code: chatCodes.unknownUser,
    })

    expect(await chat.setRole(users.ana, '1300000000000000299', true)).toMatchObject({
      kind: 'not-found',
      code: chatCodes.unknownRole,
    })

    for (const role of [roles.founder, roles.bot])
      expect(await chat.setRole(users.ana, role, true)).toMatchObject({
        kind: 'forbidden',
        code: chatCodes.missingPermissions,
        reason: expect.stringContaining('Missing Permissions'),
      })

    expect(await chat.send('1300000000000009999', { content: 'x' })).toMatchObject({
      kind: 'not-found',
      code: chatCodes.unknownChannel,
    })

    expect(await createDiscord(configOf({ guildId: '1300000000000009999' })).guild()).toMatchObject(
      { kind: 'not-found', code: chatCodes.unknownGuild },
    )
    expect(await chat.send(channels.support, { content: 'x'.repeat(2001) })).toMatchObject({
      kind: 'invalid',
    })
  })

  it('reads the guild with its roles, and the bot as a member', async () => {
    const guild = await chat.guild()

    expect(guild).toMatchObject({
      kind: 'ok',
      value: { id: IDS.guild, name: 'Loja Demo', ownerId: IDS.owner },
    })

    expect(await chat.roles()).toMatchObject({
      kind: 'ok',
      value: expect.arrayContaining([
        expect.objectContaining({
          id: roles.bot,
          managed: true,
          position: 5,
          permissions: expect.any(BigInt),
        }),
      ]),
    })

    expect(await chat.self()).toMatchObject({
      kind: 'ok',
      value: { userId: IDS.bot, roles: [roles.bot] },
    })
  })

  it('sends, changes, reads and removes messages, which mention nobody', async () => {
    const sent = await chat.send(channels.announcements, {
      content: `@everyone <@${users.ana}> olá`,
      embeds: [{ title: 'Novidade', description: 'texto' }],
    })

    if (sent.kind !== 'ok') throw new Error(sent.reason)

    expect(
      await chat.edit(channels.announcements, sent.value.id, {
        content: `<@${users.ana}> de novo`,
      }),
    ).toMatchObject({ kind: 'ok' })

    expect((await state()).messages).toMatchObject([
      {
        id: sent.value.id,
        mentions: [],
        mentionEveryone: false,
        edited: true,
        embeds: [{ title: 'Novidade' }],
      },
    ])

    await sandbox.control('POST', '/discord/message', {
      user: 'ana',
      channel: 'suporte',
      content: 'preciso de ajuda',
    })

    const lines = await chat.messages(channels.support)

    expect(lines).toMatchObject({
      kind: 'ok',
      value: [
        {
          authorId: users.ana,
          authorName: 'Ana',
          bot: false,
          content: 'preciso de ajuda',
          at: expect.any(Date),
        },
      ],
    })

    expect(await chat.messages(channels.support, (lines as any).value[0].id)).toEqual({
      kind: 'ok',
      value: [],
    })

    expect(await chat.removeMessage(channels.announcements, sent.value.id)).toMatchObject({
      kind: 'ok',
    })

    expect(await chat.removeMessage(channels.announcements, sent.value.id)).toMatchObject({
      kind: 'not-found',
      code: chatCodes.unknownMessage,
    })
  })

  it('a message with a nonce whose answer was lost is sent once', async () => {
    await fault('/channels/*/messages', 'commit-then-timeout')
    expect(
      await chat.send(channels.support, { content: 'uma vez', nonce: 'aviso-1' }),
    ).toMatchObject({ kind: 'unavailable' })
    expect(
      await chat.send(channels.support, { content: 'uma vez', nonce: 'aviso-1' }),
    ).toMatchObject({ kind: 'ok' })
    expect((await state()).messages).toHaveLength(1)
  })

  it('writes to a person, unless they accept no messages or share no guild', async () => {
    expect(await chat.sendDirect(users.ana, { content: 'oi' })).toMatchObject({
      kind: 'ok',
      value: { id: expect.any(String), channelId: expect.any(String) },
    })

    await sandbox.control('POST', '/discord/member', { user: 'bruno', action: 'dm', open: false })

    for (const closed of [users.bruno, users.carla])
      expect(await chat.sendDirect(closed, { content: 'oi' })).toMatchObject({
        kind: 'forbidden',
        code: chatCodes.closedMessages,
      })
  })

  it('makes, changes and removes a channel that only some people and the bot can see', async () => {
    const made = await chat.createChannel({
      name: 'ticket-0001',
      topic: 'TCK-1',
      parentId: channels.tickets,
      privateTo: { users: [users.ana], roles: [roles.staff] },
    })

    if (made.kind !== 'ok') throw new Error(made.reason)

    expect(await chat.send(made.value.id, { content: 'Como podemos ajudar?' })).toMatchObject({
      kind: 'ok',
    })

    await sandbox.control('POST', '/discord/message', {
      user: 'ana',
      channel: made.value.id,
      content: 'oi',
    })

    await expect(
      sandbox.control('POST', '/discord/message', {
        user: 'bruno',
        channel: made.value.id,
        content: 'oi',
      }),
    ).rejects.toThrow()

    expect(await chat.messages(made.value.id)).toMatchObject({
      kind: 'ok',
      value: [{ content: 'oi' }, { bot: true }],
    })

    expect(
      await chat.changeChannel(made.value.id, {
        name: 'fechado-0001',
        privateTo: { users: [], roles: [roles.staff] },
      }),
    ).toMatchObject({ kind: 'ok' })

    expect(await chat.channels()).toMatchObject({
      kind: 'ok',
      value: expect.arrayContaining([
        { id: made.value.id, name: 'fechado-0001', topic: 'TCK-1', parentId: channels.tickets },
      ]),
    })

    await expect(
      sandbox.control('POST', '/discord/message', {
        user: 'ana',
        channel: made.value.id,
        content: 'oi',
      }),
    ).rejects.toThrow()

    expect(await chat.removeChannel(made.value.id, 'fechado')).toMatchObject({ kind: 'ok' })

    expect(await chat.removeChannel(made.value.id)).toMatchObject({
      kind: 'not-found',
      code: chatCodes.unknownChannel,
    })
  })

  it('replaces the commands of the guild', async () => {
    for (let n = 0; n < 2; n++)
      expect(await chat.setCommands([{ name: 'comprar', description: 'Comprar' }])).toMatchObject({
        kind: 'ok',
      })

    expect((await state()).commands).toMatchObject([{ name: 'comprar' }])
    expect(await chat.setCommands([{ name: 'Não Pode', description: '' }])).toMatchObject({
      kind: 'invalid',
    })
  })

  it('shows the widget, unless it is off', async () => {
    expect(await chat.widget()).toMatchObject({
      kind: 'ok',
      value: {
        name: 'Loja Demo',
        online: expect.any(Number),
        invite: expect.stringMatching(/^https:/),
      },
    })

    await sandbox.control('POST', '/discord/settings', { widget: false })
    expect(await chat.widget()).toMatchObject({ kind: 'forbidden', code: chatCodes.widgetOff })
  })

  it.each([
    'timeout',
    'reset',
    'commit-then-timeout',
    'commit-then-reset',
    'status:500',
    'status:502',
    'status:503',
    'status:401',
  ])('%s leaves it open, and asking again does it', async (what) => {
    await fault('/guilds/*/roles/*', what, 2)

    for (let n = 0; n < 2; n++) {
      expect(await chat.setRole(users.ana, roles.customer, true)).toMatchObject({
        kind: 'unavailable',
        reason: expect.any(String),
      })
      if (what === 'status:401') await new Promise((done) => setTimeout(done, 120))
    }

    expect(await chat.setRole(users.ana, roles.customer, true)).toMatchObject({ kind: 'ok' })
    expect(await person('ana')).toMatchObject({ roles: ['Cliente'] })
    expect((await state()).trail).toHaveLength(1)
  })

  it('a short rate limit is waited for, a long one is returned; meanwhile nothing is called', async () => {
    await fault('/guilds/*/roles/*', 'status:429')
    expect(await chat.setRole(users.ana, roles.customer, true)).toMatchObject({ kind: 'ok' })
    const hasty = createDiscord(configOf({ patienceMs: 200 }))
    await sandbox.control('DELETE', '/requests')
    await sandbox.control('POST', '/discord/settings', {
      limits: { global: 50, bucket: { role: [2, 60], '*': [50, 5] } },
    })
    const results = []
    for (let n = 0; n < 6; n++) results.push(await hasty.setRole(users.ana, roles.vip, n % 2 === 0))
    expect(results.at(-1)).toMatchObject({ kind: 'rate-limited', retryAfterMs: expect.any(Number) })
    expect((results.at(-1) as any).retryAfterMs).toBeGreaterThan(1_000)
    expect((await requests()).length).toBeLessThanOrEqual(3)
  })

  it('after a refused token nothing is called for a while', async () => {
    const refused = createDiscord(configOf({ botToken: 'wrong', silenceMs: 60_000 }))

    expect(await refused.roles()).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('refuses the bot token'),
    })

    await sandbox.control('DELETE', '/requests')

    expect(await refused.setRole(users.ana, roles.vip, true)).toMatchObject({
      kind: 'unavailable',
      retryAfterMs: expect.any(Number),
    })

    expect(await requests()).toEqual([])
  })

  it('the pause after a refused token ends even if the clock was set back by an hour', async () => {
    const refused = createDiscord(configOf({ botToken: 'wrong', silenceMs: 50 }))
    await refused.roles()
    const set = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    onTestFinished(() => set.mockRestore())
    await new Promise((done) => setTimeout(done, 80))
    await sandbox.control('DELETE', '/requests')
    await refused.roles()
    expect((await requests()).length).toBe(1)
  })

  it('no failure holds a token, and every call has our user agent', async () => {
    const secret = 'a-token-of-an-interaction-that-nobody-may-see'

    for (const what of ['status:500', 'status:403', 'status:404', 'reset', 'timeout']) {
      await fault('*', what)
      const told = JSON.stringify(await chat.editAnswer(secret, { content: 'segredo' }))
      for (const hidden of [secret, 'segredo', '127.0.0.1', sandbox.env.DISCORD_BOT_TOKEN!])
        expect(told).not.toContain(hidden)
    }

    expect(await chat.editAnswer(secret, { content: 'x' })).toMatchObject({
      kind: 'not-found',
      code: chatCodes.unknownWebhook,
    })
  })

  describe('linking', () => {
    const redirectUri = 'http://127.0.0.1:1/dashboard/settings'

    const link = (change: object = {}) =>
      createDiscordLink({
        apiUrl: sandbox.env.DISCORD_API_URL!,
        authorizeUrl: 'https://discord.com/oauth2/authorize',
        clientId: IDS.application,
        clientSecret: sandbox.env.DISCORD_CLIENT_SECRET!,
        joinGuild: true,
        timeoutMs: 400,
        ...change,
      })

    const verifier = 'v'.repeat(43)

    const allow = async (user: string, deny = false) =>
      new URL(
        (
          (await sandbox.control('POST', '/discord/authorize', {
            user,
            deny,
            url: link().authorizeUrl({ state: 'st', verifier, redirectUri }),
          })) as any
        ).redirect,
      ).searchParams

    it("a code shows a person's identity once, only to the browser that requested it", async () => {
      const back = await allow('carla')
      expect(back.get('state')).toBe('st')
      const code = back.get('code')!
      expect(await link().identify({ code, verifier: 'w'.repeat(43), redirectUri })).toMatchObject({
        kind: 'invalid',
      })
      const who = await link().identify({ code, verifier, redirectUri })

      expect(who).toMatchObject({
        kind: 'ok',
        value: { userId: users.carla, name: 'Carla', scopes: ['identify', 'guilds.join'] },
      })

      expect(await link().identify({ code, verifier, redirectUri })).toMatchObject({
        kind: 'invalid',
      })
      expect(await chat.addMember(users.carla, (who as any).value.accessToken)).toMatchObject({
        kind: 'ok',
      })
      expect(await chat.addMember(users.carla, (who as any).value.accessToken)).toMatchObject({
        kind: 'ok',
      })
      expect(await person('carla')).toMatchObject({ member: true })
      expect(await chat.addMember(users.ana, (who as any).value.accessToken)).toMatchObject({
        kind: 'forbidden',
      })
    })

    it('a declined login, a wrong secret, a limit and an outage are different failures', async () => {
      expect((await allow('ana', true)).get('error')).toBe('access_denied')
      const code = (await allow('ana')).get('code')!
      expect(
        await link({ clientSecret: 'wrong' }).identify({ code, verifier, redirectUri }),
      ).toMatchObject({ kind: 'forbidden' })

      for (const [what, kind] of [
        ['status:429', 'rate-limited'],
        ['status:500', 'unavailable'],
        ['timeout', 'unavailable'],
      ] as const) {
        await fault('/oauth2/token', what)
        expect(await link().identify({ code, verifier, redirectUri })).toMatchObject({ kind })
      }

      expect(await link().identify({ code, verifier, redirectUri })).toMatchObject({
        kind: 'ok',
        value: { userId: users.ana },
      })
    })
  })
})
