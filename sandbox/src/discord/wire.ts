import { IDS } from './ids.ts'
import {
  settingsOf,
  type Channel,
  type Command,
  type Discord,
  type Json,
  type Member,
  type Message,
  type Role,
  type User,
} from './model.ts'
import { BOT_NAME, GUILD_NAME } from './seed.ts'

export const userReply = (user: User): Json => ({
  id: user.id,
  username: user.username,
  global_name: user.bot ? null : user.globalName,
  discriminator: user.bot ? '4242' : '0',
  avatar: null,
  bot: user.bot || undefined,
  public_flags: 0,
  flags: 0,
})

export const memberReply = (discord: Discord, member: Member): Json => ({
  user: userReply(discord.users.get(member.id)!),
  nick: member.nick,
  avatar: null,
  banner: null,
  roles: member.roles,
  joined_at: member.joinedAt,
  premium_since: null,
  deaf: false,
  mute: false,
  flags: 0,
  pending: false,
  communication_disabled_until: null,
})

export const roleReply = (role: Role): Json => ({
  id: role.id,
  name: role.name,
  color: role.color,
  colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
  hoist: role.hoist,
  icon: null,
  unicode_emoji: null,
  position: role.position,
  permissions: role.permissions,
  managed: role.managed,
  mentionable: role.mentionable,
  flags: 0,
  ...(role.managed ? { tags: { bot_id: IDS.bot } } : {}),
})

export function channelReply(discord: Discord, channel: Channel): Json {
  if (channel.type === 1)
    return {
      id: channel.id,
      type: 1,
      last_message_id: null,
      flags: 0,
      recipients: [userReply(discord.users.get(channel.recipientId!)!)],
    }

  return {
    id: channel.id,
    type: channel.type,
    guild_id: IDS.guild,
    name: channel.name,
    position: channel.position,
    parent_id: channel.parentId,
    permission_overwrites: channel.overwrites,
    nsfw: false,
    flags: 0,
    ...(channel.type === 0
      ? { topic: channel.topic, rate_limit_per_user: 0, last_message_id: null }
      : {}),
  }
}

/**
 * Without the privileged intent a bot reads the content of people's messages as empty, also by
 * REST. Its own messages and messages that mention it keep their content.
 */
const isHidden = (discord: Discord, message: Message): boolean =>
  !settingsOf(discord).messageContent &&
  message.authorId !== IDS.bot &&
  !message.mentions.includes(IDS.bot)

const authorReply = (discord: Discord, message: Message): Json =>
  message.webhookName
    ? {
        id: message.webhookId,
        username: message.webhookName,
        global_name: null,
        discriminator: '0000',
        avatar: null,
        bot: true,
      }
    : userReply(discord.users.get(message.authorId)!)

export function messageReply(discord: Discord, message: Message): Json {
  const isContentHidden = isHidden(discord, message)
  return {
    id: message.id,
    channel_id: message.channelId,
    type: message.replyTo ? 19 : 0,
    author: authorReply(discord, message),
    content: isContentHidden ? '' : message.content,
    timestamp: message.timestamp,
    edited_timestamp: message.editedAt,
    tts: false,
    mention_everyone: message.mentionEveryone,
    mentions: message.mentions.flatMap((id) => discord.users.get(id) ?? []).map(userReply),
    mention_roles: [],
    attachments: isContentHidden
      ? []
      : (message.files ?? []).map((file) => attachmentReply(discord, message, file)),
    embeds: isContentHidden ? [] : message.embeds,
    pinned: false,
    components: isContentHidden ? [] : message.components,
    flags: message.flags | (message.deferred ? 128 : 0),
    nonce: message.nonce ?? undefined,
    ...reactionsReply(message),
    webhook_id: message.webhookId ?? undefined,
    application_id: message.token ? IDS.application : undefined,
    message_reference: message.replyTo
      ? { type: 0, message_id: message.replyTo, channel_id: message.channelId }
      : undefined,
  }
}

const reactionsReply = ({ reactions = [] }: Message): Json =>
  reactions.length ? { reactions: reactions.map(reactionReply) } : {}

const reactionReply = ({ emoji, users }: { emoji: string; users: string[] }): Json => ({
  count: users.length,
  count_details: { burst: 0, normal: users.length },
  me: users.includes(IDS.bot),
  me_burst: false,
  emoji: { id: null, name: emoji },
  burst_colors: [],
})

const HOUR_MS = 3_600_000

/** The URL of an attachment is valid for a day. */
function attachmentReply(
  discord: Discord,
  message: Message,
  file: { id: string; name: string; type: string; text: string },
): Json {
  const expiryHex = Math.floor((discord.core.clock.now() + 24 * HOUR_MS) / 1000).toString(16)
  const filePath = `${message.channelId}/${file.id}/${encodeURIComponent(file.name)}`
  const signedQuery = `ex=${expiryHex}&is=0&hm=${'0'.repeat(64)}&`
  const url = `${discord.cdn.origin}/attachments/${filePath}?${signedQuery}`

  return {
    id: file.id,
    filename: file.name,
    size: Buffer.byteLength(file.text, 'latin1'),
    url,
    proxy_url: url,
    content_type: file.type,
  }
}

export const commandReply = (command: Command): Json => ({
  type: 1,
  nsfw: false,
  default_member_permissions: null,
  ...command.definition,
  id: command.id,
  application_id: IDS.application,
  version: command.version,
  ...(command.guildId
    ? { guild_id: command.guildId }
    : { dm_permission: true, contexts: null, integration_types: [0] }),
})

export const guildReply = (discord: Discord): Json => ({
  id: IDS.guild,
  name: GUILD_NAME,
  icon: null,
  owner_id: IDS.owner,
  description: null,
  features: [],
  preferred_locale: 'pt-BR',
  verification_level: 1,
  premium_tier: 0,
  premium_subscription_count: 0,
  nsfw_level: 0,
  widget_enabled: settingsOf(discord).widget,
  widget_channel_id: IDS.channels.rules,
  roles: discord.roles.all().map(roleReply),
  emojis: [],
  stickers: [],
})

export const applicationReply = (discord: Discord): Json => ({
  id: IDS.application,
  name: BOT_NAME,
  icon: null,
  description: '',
  bot_public: false,
  bot_require_code_grant: false,
  verify_key: discord.core.credentials.discordPublicKey,
  flags:
    (settingsOf(discord).messageContent ? 1 << 19 : 0) |
    (settingsOf(discord).membersIntent ? 1 << 15 : 0),
  interactions_endpoint_url: settingsOf(discord).endpoint,
  redirect_uris: [],
  bot: userReply(discord.users.get(IDS.bot)!),
})

/** The public widget. It shows every member except bots, as if they were online. */
export const widgetReply = (discord: Discord): Json => {
  const onlineMembers = discord.members
    .all()
    .flatMap((member) => discord.users.get(member.id) ?? [])
    .filter((user) => !user.bot)

  return {
    id: IDS.guild,
    name: GUILD_NAME,
    instant_invite: 'https://discord.com/invite/lojademo',
    channels: [],
    presence_count: onlineMembers.length,
    members: onlineMembers.map((user, index) => ({
      id: String(index),
      username: user.globalName,
      discriminator: '0000',
      avatar: null,
      status: 'online',
      avatar_url: 'https://cdn.discordapp.com/embed/avatars/0.png',
    })),
  }
}
