import { IDS } from './ids.ts'
import { timestamp, type Channel, type Discord, type Role } from './model.ts'
import { BITS } from './permissions.ts'

const sum = (...bits: bigint[]): string => bits.reduce((all, bit) => all | bit, 0n).toString()
const EVERYONE = sum(
  BITS.viewChannel,
  BITS.sendMessages,
  BITS.embedLinks,
  BITS.attachFiles,
  BITS.readHistory,
  BITS.useCommands,
)
// What an invite of the bot asks for: not administrator, so that a private channel it makes hides from it too unless it lets itself in.
const BOT = sum(
  BITS.createInvite,
  BITS.manageChannels,
  BITS.manageRoles,
  BITS.viewChannel,
  BITS.sendMessages,
  BITS.manageMessages,
  BITS.embedLinks,
  BITS.attachFiles,
  BITS.readHistory,
  BITS.mentionEveryone,
)
const STAFF = sum(BITS.manageMessages, BITS.manageGuild, BITS.viewChannel)

export const GUILD_NAME = 'Loja Demo'
export const BOT_NAME = 'Chaveiro'

/** The guild as it is on the first day: order of roles from the top is Fundador, Chaveiro (the bot), Equipe, VIP, Cliente, Assinante. */
export function seedGuild(discord: Discord): void {
  const { users, members } = discord
  const people = [
    [IDS.owner, 'fundador', 'Fundador'],
    [IDS.users.ana, 'ana', 'Ana'],
    [IDS.users.bruno, 'bruno', 'Bruno'],
    [IDS.users.carla, 'carla', 'Carla'],
    [IDS.users.staff, 'equipe', 'Equipe'],
  ] as const
  for (const [id, username, globalName] of people)
    users.save({ id, username, globalName, bot: false, acceptsMessages: true })
  users.save({
    id: IDS.bot,
    username: 'chaveiro',
    globalName: BOT_NAME,
    bot: true,
    acceptsMessages: false,
  })
  seedRoles(discord)
  seedChannels(discord)
  const joinedAt = timestamp(discord)
  // Carla is not in the guild: someone must be able to join.
  for (const [id, roles] of [
    [IDS.owner, [IDS.roles.founder]],
    [IDS.bot, [IDS.roles.bot]],
    [IDS.users.ana, []],
    [IDS.users.bruno, []],
    [IDS.users.staff, [IDS.roles.staff]],
  ] as const)
    members.save({ id, roles: [...roles], nick: null, joinedAt })
}

function seedRoles({ roles }: Discord): void {
  const role = (
    id: string,
    name: string,
    position: number,
    permissions: string,
    more: Partial<Role> = {},
  ): void => {
    roles.save({
      id,
      name,
      position,
      permissions,
      color: 0,
      managed: false,
      hoist: false,
      mentionable: false,
      ...more,
    })
  }
  role(IDS.guild, '@everyone', 0, EVERYONE)
  role(IDS.roles.subscriber, 'Assinante', 1, '0', { color: 0x5bd6a0 })
  role(IDS.roles.customer, 'Cliente', 2, '0', { color: 0x7c9cff })
  role(IDS.roles.vip, 'VIP', 3, '0', { color: 0xffd479, hoist: true })
  role(IDS.roles.staff, 'Equipe', 4, STAFF, { color: 0xff8f8f, hoist: true, mentionable: true })
  role(IDS.roles.bot, BOT_NAME, 5, BOT, { managed: true })
  role(IDS.roles.founder, 'Fundador', 6, BITS.administrator.toString(), { hoist: true })
}

function seedChannels(discord: Discord): void {
  const channel = (
    id: string,
    type: Channel['type'],
    name: string,
    position: number,
    more: Partial<Channel> = {},
  ): void => {
    discord.channels.save({
      id,
      type,
      name,
      position,
      parentId: null,
      topic: null,
      overwrites: [],
      recipientId: null,
      createdAt: timestamp(discord),
      ...more,
    })
  }
  const readOnly = [
    { id: IDS.guild, type: 0 as const, allow: '0', deny: BITS.sendMessages.toString() },
    { id: IDS.roles.bot, type: 0 as const, allow: BITS.sendMessages.toString(), deny: '0' },
  ]
  channel(IDS.channels.text, 4, 'Loja', 0)
  channel(IDS.channels.rules, 0, 'regras', 0, { parentId: IDS.channels.text, overwrites: readOnly })
  channel(IDS.channels.announcements, 0, 'novidades', 1, {
    parentId: IDS.channels.text,
    overwrites: readOnly,
  })
  channel(IDS.channels.support, 0, 'suporte', 2, { parentId: IDS.channels.text })
  const inside = (id: string) => ({
    id,
    type: 0 as const,
    allow: sum(BITS.viewChannel, BITS.sendMessages, BITS.readHistory),
    deny: '0',
  })
  channel(IDS.channels.staff, 0, 'equipe', 3, {
    parentId: IDS.channels.text,
    overwrites: [
      { id: IDS.guild, type: 0, allow: '0', deny: BITS.viewChannel.toString() },
      inside(IDS.roles.bot),
      inside(IDS.roles.staff),
    ],
  })
  channel(IDS.channels.tickets, 4, 'Atendimento', 1)
}
