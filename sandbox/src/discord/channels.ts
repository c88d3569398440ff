import {
  cannotMessageUser,
  DiscordRefusal,
  invalidForm,
  missingAccess,
  missingPermissions,
  unknownThing,
} from './errors.ts'
import { Form } from './form.ts'
import { IDS, snowflake } from './ids.ts'
import { knownGuild } from './members.ts'
import { timestamp, type Channel, type Discord, type Json, type Overwrite } from './model.ts'
import {
  PERMISSIONS,
  channelPermissions,
  assertChannelPermissions,
  assertGuildPermissions,
  guildPermissions,
} from './permissions.ts'
import { Answer, NO_CONTENT, type Call, type Route } from './server.ts'
import { channelReply } from './wire.ts'

const MOST_IN_CATEGORY = 50,
  MOST_IN_GUILD = 500

const CHANNEL_FIELDS = [
  'name',
  'type',
  'topic',
  'position',
  'permission_overwrites',
  'parent_id',
  'nsfw',
  'rate_limit_per_user',
]

/** Routes of guild channels and DMs. */
export const channelRoutes: readonly Route[] = [
  {
    method: 'GET',
    url: '/guilds/:guild/channels',
    auth: 'bot',
    run: (discord, call) => (
      knownGuild(call),
      assertGuildPermissions(discord),
      guildChannels(discord).map((one) => channelReply(discord, one))
    ),
  },
  {
    method: 'POST',
    url: '/guilds/:guild/channels',
    auth: 'bot',
    limit: 'channel',
    run: createChannel,
  },
  {
    method: 'GET',
    url: '/channels/:channel',
    auth: 'bot',
    run: (discord, call) => channelReply(discord, seenChannel(discord, call)),
  },
  { method: 'PATCH', url: '/channels/:channel', auth: 'bot', limit: 'channel', run: changeChannel },
  {
    method: 'DELETE',
    url: '/channels/:channel',
    auth: 'bot',
    limit: 'channel',
    run: deleteChannel,
  },
  {
    method: 'PUT',
    url: '/channels/:channel/permissions/:overwrite',
    auth: 'bot',
    run: putOverwrite,
  },
  {
    method: 'DELETE',
    url: '/channels/:channel/permissions/:overwrite',
    auth: 'bot',
    run: removeOverwrite,
  },
  { method: 'POST', url: '/users/@me/channels', auth: 'bot', run: openDirectMessage },
]

const guildChannels = (discord: Discord): Channel[] =>
  discord.channels.filter((one) => one.type !== 1)

/** The channel of a call; throws if the bot cannot see it. */
export function seenChannel(discord: Discord, { params }: Call): Channel {
  const channel = discord.channels.get(params['channel']!)
  if (!channel) throw unknownThing('channel')

  assertChannelPermissions(discord, channel)

  return channel
}

function createChannel(discord: Discord, call: Call): unknown {
  knownGuild(call)
  const form = new Form()
  const channelFields = form.object(call.body, [], CHANNEL_FIELDS)
  const type =
    form.whole(channelFields['type'], ['type'], (number) => number === 0 || number === 4) ?? 0
  const name = form.text(channelFields['name'], ['name'], 100, 1)
  const topicText = form.text(channelFields['topic'], ['topic'], 1024)
  const parentId = form.id(channelFields['parent_id'], ['parent_id']) ?? null
  const overwrites = readOverwrites(form, channelFields['permission_overwrites'])
  form.done()
  assertGuildPermissions(discord, PERMISSIONS.manageChannels)
  checkParent(discord, parentId)
  checkOverwrites(discord, overwrites)
  if (guildChannels(discord).length >= MOST_IN_GUILD)
    throw new DiscordRefusal(400, 30013, 'Maximum number of guild channels reached (500)')

  return new Answer(
    201,
    channelReply(
      discord,
      discord.channels.save({
        id: snowflake(discord.core.clock),
        type: type as 0 | 4,
        name: channelName(name, type),
        position: guildChannels(discord).length,
        parentId,
        topic: topicText || null,
        // A channel inherits its category's overwrites unless the call sends overwrites.
        overwrites:
          channelFields['permission_overwrites'] === undefined && parentId
            ? discord.channels.get(parentId)!.overwrites
            : overwrites,
        recipientId: null,
        createdAt: timestamp(discord),
      }),
    ),
  )
}

function changeChannel(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  const form = new Form()
  const channelFields = form.object(call.body, [], CHANNEL_FIELDS)

  const name =
    channelFields['name'] === undefined
      ? channel.name
      : channelName(form.text(channelFields['name'], ['name'], 100, 1), channel.type)

  const topicText =
    channelFields['topic'] === undefined
      ? channel.topic
      : form.text(channelFields['topic'], ['topic'], 1024) || null

  const parentId =
    channelFields['parent_id'] === undefined
      ? channel.parentId
      : (form.id(channelFields['parent_id'], ['parent_id']) ?? null)

  const overwrites =
    channelFields['permission_overwrites'] === undefined
      ? channel.overwrites
      : readOverwrites(form, channelFields['permission_overwrites'])

  form.done()
  assertChannelPermissions(discord, channel, PERMISSIONS.manageChannels)
  if (parentId !== channel.parentId) checkParent(discord, parentId)
  if (channelFields['permission_overwrites'] !== undefined) checkOverwrites(discord, overwrites)

  return channelReply(
    discord,
    discord.channels.save({ ...channel, name, topic: topicText, parentId, overwrites }),
  )
}

function deleteChannel(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  if (channel.type !== 1) assertChannelPermissions(discord, channel, PERMISSIONS.manageChannels)
  discord.channels.remove(channel.id)
  for (const message of discord.messages.filter((one) => one.channelId === channel.id))
    discord.messages.remove(message.id)

  return channelReply(discord, channel)
}

function putOverwrite(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  const id = call.params['overwrite']!
  const form = new Form()
  const overwrite = readOverwrite(form, { ...(call.body as Json), id }, [])
  form.done()
  assertGuildPermissions(discord, PERMISSIONS.manageRoles)
  checkOverwrites(discord, [overwrite])

  discord.channels.save({
    ...channel,
    overwrites: [...channel.overwrites.filter((other) => other.id !== id), overwrite],
  })

  return NO_CONTENT
}

function removeOverwrite(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  assertGuildPermissions(discord, PERMISSIONS.manageRoles)
  if (!channel.overwrites.some((overwrite) => overwrite.id === call.params['overwrite']))
    throw unknownThing('overwrite')

  discord.channels.save({
    ...channel,
    overwrites: channel.overwrites.filter((overwrite) => overwrite.id !== call.params['overwrite']),
  })

  return NO_CONTENT
}

/**
 * Opens the DM channel with a person, always the same one. Closed DMs cause an error only when a
 * message is sent.
 */
function openDirectMessage(discord: Discord, call: Call): unknown {
  const form = new Form()
  const channelFields = form.object(call.body, [], ['recipient_id'])
  const recipientId = form.id(channelFields['recipient_id'], ['recipient_id']) ?? ''
  form.done()
  const user = discord.users.get(recipientId)
  if (!user) throw unknownThing('user')
  if (user.bot) throw cannotMessageUser()

  const existingChannel = discord.channels.find(
    (one) => one.type === 1 && one.recipientId === recipientId,
  )

  return channelReply(
    discord,
    existingChannel ??
      discord.channels.save({
        id: snowflake(discord.core.clock),
        type: 1,
        name: '',
        position: 0,
        parentId: null,
        topic: null,
        overwrites: [],
        recipientId,
        createdAt: timestamp(discord),
      }),
  )
}

function checkParent(discord: Discord, parentId: string | null): void {
  if (parentId === null) return

  const parentChannel = discord.channels.get(parentId)

  if (!parentChannel)
    throw invalidForm([
      { path: ['parent_id'], code: 'CHANNEL_PARENT_INVALID', message: 'Category does not exist' },
    ])

  if (parentChannel.type !== 4)
    throw invalidForm([
      { path: ['parent_id'], code: 'CHANNEL_PARENT_INVALID_TYPE', message: 'Not a category' },
    ])

  if (!(channelPermissions(discord, IDS.bot, parentChannel) & PERMISSIONS.viewChannel))
    throw missingAccess()

  if (discord.channels.filter((one) => one.parentId === parentId).length >= MOST_IN_CATEGORY)
    throw invalidForm([
      {
        path: ['parent_id'],
        code: 'CHANNEL_PARENT_MAX_CHANNELS',
        message: `Maximum number of channels in category reached (${MOST_IN_CATEGORY})`,
      },
    ])
}

/** Overwrites need Manage Roles, and may contain only permissions that the bot has. */
function checkOverwrites(discord: Discord, overwrites: readonly Overwrite[]): void {
  if (overwrites.length === 0) return

  assertGuildPermissions(discord, PERMISSIONS.manageRoles)
  const heldPermissions = guildPermissions(discord, IDS.bot)

  for (const overwrite of overwrites) {
    if (overwrite.type === 0 ? !discord.roles.get(overwrite.id) : !discord.users.get(overwrite.id))
      throw unknownThing(overwrite.type === 0 ? 'role' : 'user')
    if ((BigInt(overwrite.allow) | BigInt(overwrite.deny)) & ~heldPermissions)
      throw missingPermissions()
  }
}

const readOverwrites = (form: Form, value: unknown): Overwrite[] =>
  form
    .list(value, ['permission_overwrites'], 100)
    .map((raw, index) => readOverwrite(form, raw, ['permission_overwrites', index]))

function readOverwrite(form: Form, raw: unknown, path: readonly (string | number)[]): Overwrite {
  const overwrite = form.object(raw, path, ['id', 'type', 'allow', 'deny'])

  const permissionBits = (name: string): string => {
    const value = overwrite[name] ?? '0'
    if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return value

    form.fail(
      [...path, name],
      'NUMBER_TYPE_COERCE',
      `Value "${String(value)}" is not a bit set in text.`,
    )

    return '0'
  }

  const type = form.whole(
    overwrite['type'],
    [...path, 'type'],
    (number) => number === 0 || number === 1,
  )
  if (type === undefined)
    form.fail([...path, 'type'], 'BASE_TYPE_REQUIRED', 'This field is required')

  return {
    id: form.id(overwrite['id'], [...path, 'id']) ?? '',
    type: (type ?? 0) as 0 | 1,
    allow: permissionBits('allow'),
    deny: permissionBits('deny'),
  }
}

/** Names of text channels have no capitals and no spaces. */
const channelName = (name: string, type: number): string =>
  type === 0 ? name.trim().toLowerCase().replace(/\s+/g, '-') : name.trim()
