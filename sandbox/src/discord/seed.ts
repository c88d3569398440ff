import { IDS } from './ids.ts'
import { timestamp, type Channel, type Discord, type Role } from './model.ts'
import { PERMISSIONS } from './permissions.ts'

const sumOfBits = (...bits: bigint[]): string => bits.reduce((all, bit) => all | bit, 0n).toString()

const EVERYONE_BITS = sumOfBits(
  PERMISSIONS.viewChannel,
  PERMISSIONS.sendMessages,
  PERMISSIONS.embedLinks,
  PERMISSIONS.attachFiles,
  PERMISSIONS.addReactions,
  PERMISSIONS.readHistory,
  PERMISSIONS.useCommands,
)

// The permissions in the bot's invite, without administrator. A private channel that the bot
// creates is hidden from the bot too, unless it adds itself.
const BOT_PERMISSIONS = sumOfBits(
  PERMISSIONS.createInvite,
  PERMISSIONS.manageChannels,
  PERMISSIONS.manageRoles,
  PERMISSIONS.viewChannel,
  PERMISSIONS.sendMessages,
  PERMISSIONS.manageMessages,
  PERMISSIONS.embedLinks,
  PERMISSIONS.attachFiles,
  PERMISSIONS.readHistory,
  PERMISSIONS.mentionEveryone,
)

const STAFF_PERMISSIONS = sumOfBits(
  PERMISSIONS.manageMessages,
  PERMISSIONS.manageGuild,
  PERMISSIONS.viewChannel,
)

export const GUILD_NAME = 'Loja Demo'
export const BOT_NAME = 'Chaveiro'

/**
 * Creates the initial guild. Roles from the top: Fundador, Chaveiro (the bot), Equipe, VIP,
 * Cliente, Assinante.
 */
export function seedGuild(discord: Discord): void {
  const { users, members } = discord

  const seedUsers = [
    [IDS.owner, 'fundador', 'Fundador'],
    [IDS.users.ana, 'ana', 'Ana'],
    [IDS.users.bruno, 'bruno', 'Bruno'],
    [IDS.users.carla, 'carla', 'Carla'],
    [IDS.users.staff, 'equipe', 'Equipe'],
  ] as const

  for (const [id, username, globalName] of seedUsers)
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

  // Carla is not in the guild, so that a test can let her join.
  for (const [id, roles] of [
    [IDS.owner, [IDS.roles.founder]],
    [IDS.bot, [IDS.roles.bot]],
    [IDS.users.ana, []],
    [IDS.users.bruno, []],
    [IDS.users.staff, [IDS.roles.staff]],
  ] as const)
    members.save({ id, roles: [...roles], nick: null, joinedAt })
}

type PlainRole = Pick<Role, 'id' | 'name' | 'position' | 'permissions'> & Partial<Role>

function seedRoles({ roles }: Discord): void {
  const saveRole = (role: PlainRole): void => {
    roles.save({ color: 0, managed: false, hoist: false, mentionable: false, ...role })
  }

  saveRole({ id: IDS.guild, name: '@everyone', position: 0, permissions: EVERYONE_BITS })

  saveRole({
    id: IDS.roles.subscriber,
    name: 'Assinante',
    position: 1,
    permissions: '0',
    color: 0x5bd6a0,
  })

  saveRole({
    id: IDS.roles.customer,
    name: 'Cliente',
    position: 2,
    permissions: '0',
    color: 0x7c9cff,
  })

  saveRole({
    id: IDS.roles.vip,
    name: 'VIP',
    position: 3,
    permissions: '0',
    color: 0xffd479,
    hoist: true,
  })

  saveRole({
    id: IDS.roles.staff,
    name: 'Equipe',
    position: 4,
    permissions: STAFF_PERMISSIONS,
    color: 0xff8f8f,
    hoist: true,
    mentionable: true,
  })

  saveRole({
    id: IDS.roles.bot,
    name: BOT_NAME,
    position: 5,
    permissions: BOT_PERMISSIONS,
    managed: true,
  })

  saveRole({
    id: IDS.roles.founder,
    name: 'Fundador',
    position: 6,
    permissions: PERMISSIONS.administrator.toString(),
    hoist: true,
  })
}

type PlainChannel = Pick<Channel, 'id' | 'type' | 'name' | 'position'> & Partial<Channel>

function saveChannel(discord: Discord, { id, type, name, position, ...more }: PlainChannel): void {
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

function seedChannels(discord: Discord): void {
  const saveTextChannel = (given: PlainChannel): void => saveChannel(discord, given)

  const readOnlyOverwrites = [
    { id: IDS.guild, type: 0 as const, allow: '0', deny: PERMISSIONS.sendMessages.toString() },
    { id: IDS.roles.bot, type: 0 as const, allow: PERMISSIONS.sendMessages.toString(), deny: '0' },
  ]

  saveTextChannel({ id: IDS.channels.text, type: 4, name: 'Loja', position: 0 })

  saveTextChannel({
    id: IDS.channels.rules,
    type: 0,
    name: 'regras',
    position: 0,
    parentId: IDS.channels.text,
    overwrites: readOnlyOverwrites,
  })

  saveTextChannel({
    id: IDS.channels.announcements,
    type: 0,
    name: 'novidades',
    position: 1,
    parentId: IDS.channels.text,
    overwrites: readOnlyOverwrites,
  })

  saveTextChannel({
    id: IDS.channels.support,
    type: 0,
    name: 'suporte',
    position: 2,
    parentId: IDS.channels.text,
  })

  const staffOverwrites = (id: string) => ({
    id,
    type: 0 as const,
    allow: sumOfBits(PERMISSIONS.viewChannel, PERMISSIONS.sendMessages, PERMISSIONS.readHistory),
    deny: '0',
  })

  saveTextChannel({
    id: IDS.channels.staff,
    type: 0,
    name: 'equipe',
    position: 3,
    parentId: IDS.channels.text,
    overwrites: [
      { id: IDS.guild, type: 0, allow: '0', deny: PERMISSIONS.viewChannel.toString() },
      staffOverwrites(IDS.roles.bot),
      staffOverwrites(IDS.roles.staff),
    ],
  })

  saveTextChannel({ id: IDS.channels.tickets, type: 4, name: 'Atendimento', position: 1 })
}
