import { DiscordAPIError, REST } from '@discordjs/rest'
import {
  ApplicationCommandType,
  ChannelType,
  OverwriteType,
  Routes,
  type APIApplicationCommand,
  type APIChannel,
  type APIGuild,
  type APIGuildMember,
  type APIMessage,
  type APIRole,
  type APIUser,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10'
import { InteractionType, verifyKey } from 'discord-interactions'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { IDS } from '../discord/ids.ts'
import { bench, useBench } from '../testing/use-bench.ts'

// Common bot libraries, with only their base URL changed: the sandbox accepts their calls, and they
// can read its answers.

useBench()

const bot = () =>
  new REST({ version: '10', api: bench.sandbox.env['DISCORD_API_URL']!, retries: 0 }).setToken(
    bench.sandbox.env['DISCORD_BOT_TOKEN']!,
  )

const { guild, channels, roles, users } = IDS

describe('the REST library', () => {
  it('reads who the bot is, its guild, its roles and its members', async () => {
    const me = (await bot().get(Routes.user())) as APIUser
    expect(me).toMatchObject({ id: IDS.bot, username: 'chaveiro', bot: true })
    const found = (await bot().get(Routes.guild(guild))) as APIGuild
    expect(found).toMatchObject({ id: guild, owner_id: IDS.owner })
    const all = (await bot().get(Routes.guildRoles(guild))) as APIRole[]
    expect(all.map(({ id }) => id)).toContain(roles.vip)
    const ana = (await bot().get(Routes.guildMember(guild, users.ana))) as APIGuildMember
    expect([ana.user.id, ana.roles]).toEqual([users.ana, []])
  })

  it('gives and takes a role, and is refused one above its own by the library’s own error', async () => {
    const vip = Routes.guildMemberRole(guild, users.ana, roles.vip)
    await bot().put(vip, { reason: 'pedido 1' })
    const member = () => bot().get(Routes.guildMember(guild, users.ana)) as Promise<APIGuildMember>
    expect((await member()).roles).toEqual([roles.vip])
    await bot().delete(vip)
    expect((await member()).roles).toEqual([])
    const above = bot().put(Routes.guildMemberRole(guild, users.ana, roles.founder))
    await expect(above).rejects.toThrow(DiscordAPIError)
    await expect(above).rejects.toMatchObject({ code: 50013, status: 403 })
  })

  it('writes, edits, reads and deletes messages, one for a nonce however often it is sent', async () => {
    const body = {
      content: 'Olá',
      embeds: [{ title: 'Pedido', fields: [{ name: 'Valor', value: 'R$ 10,00' }] }],
      nonce: 'n-1',
      enforce_nonce: true,
      allowed_mentions: { parse: [] },
    } satisfies RESTPostAPIChannelMessageJSONBody

    const send = () =>
      bot().post(Routes.channelMessages(channels.announcements), { body }) as Promise<APIMessage>
    const first = await send()
    expect((await send()).id).toBe(first.id)
    const one = Routes.channelMessage(channels.announcements, first.id)
    const edited = (await bot().patch(one, { body: { content: 'Tchau' } })) as APIMessage
    expect([edited.content, edited.embeds[0]!.title]).toEqual(['Tchau', 'Pedido'])
    const query = new URLSearchParams({ limit: '1' })
    const last = (await bot().get(Routes.channelMessages(channels.announcements), {
      query,
    })) as APIMessage[]
    expect(last.map(({ id, content }) => [id, content])).toEqual([[first.id, 'Tchau']])
    await bot().delete(one)
    await expect(bot().get(one)).rejects.toMatchObject({ code: 10008, status: 404 })
  })

  it('makes a channel for one person and takes it away', async () => {
    const made = (await bot().post(Routes.guildChannels(guild), {
      body: {
        name: 'ticket-1',
        type: ChannelType.GuildText,
        parent_id: channels.tickets,
        permission_overwrites: [
          { id: guild, type: OverwriteType.Role, deny: '1024' },
          { id: IDS.bot, type: OverwriteType.Member, allow: '117760' },
          { id: users.ana, type: OverwriteType.Member, allow: '117760' },
        ],
      },
    })) as APIChannel

    expect(made).toMatchObject({ name: 'ticket-1', parent_id: channels.tickets })
    const gone = (await bot().delete(Routes.channel(made.id))) as APIChannel
    expect(gone.id).toBe(made.id)
    await expect(bot().get(Routes.channel(made.id))).rejects.toMatchObject({ code: 10003 })
  })

  it('puts its commands and reads them back', async () => {
    const route = Routes.applicationGuildCommands(IDS.application, guild)
    const body = [
      { name: 'comprar', description: 'Comprar', type: ApplicationCommandType.ChatInput },
    ]
    const put = (await bot().put(route, { body })) as APIApplicationCommand[]
    expect(put).toMatchObject([{ name: 'comprar', application_id: IDS.application }])
    expect(await bot().get(route)).toEqual(put)
  })
})

describe('the interactions library', () => {
  it('finds what the sandbox signs genuine, and nothing that was changed', async () => {
    await bot().put(Routes.applicationGuildCommands(IDS.application, guild), {
      body: [{ name: 'comprar', description: 'Comprar' }],
    })
    const act = { kind: 'command', user: 'ana', name: 'comprar' }
    await bench.control('POST', '/discord/interaction', act).catch(() => {})
    const publicKey = bench.sandbox.env['DISCORD_PUBLIC_KEY']!
    const [ping] = bench.store.received
    const { signature, timestamp } = signed(ping!)
    const is = (body: string, at = timestamp, key = publicKey) =>
      verifyKey(body, signature, at, key)
    expect(JSON.parse(ping!.body).type).toBe(InteractionType.PING)
    expect(await is(ping!.body)).toBe(true)
    expect(await is(`${ping!.body} `)).toBe(false)
    expect(await is(ping!.body, String(Number(timestamp) + 1))).toBe(false)
    expect(await is(ping!.body, timestamp, createHash('sha256').update('x').digest('hex'))).toBe(
      false,
    )
  })
})

const signed = ({ headers }: { headers: Record<string, string | string[] | undefined> }) => ({
  signature: String(headers['x-signature-ed25519']),
  timestamp: String(headers['x-signature-timestamp']),
})
