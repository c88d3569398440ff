import type {
  ChatGuild,
  ChatLine,
  ChatMember,
  ChatMessage,
  ChatProvider,
  ChatResult,
  ChatRole,
  NewChannel,
} from '../../ports/chat.ts'
import { createDiscordCall, readAs, type Call, type DiscordCallConfig } from './discord-call.ts'
import { createDownload } from './discord-files.ts'
import { readWidget } from './discord-widget.ts'

export type DiscordConfig = DiscordCallConfig & { guildId: string; applicationId: string }

/** Rights of people in a private channel: read, write, embed, attach and read the history. */
const memberRights = '117760'
const viewRight = '1024'

const openNonce = (nonce: string | undefined) =>
  nonce ? { nonce: nonce.slice(0, 25), enforce_nonce: true } : {}

/** A message as Discord takes it; our texts never mention (ring) anybody. */
const toWire = ({ nonce, ...message }: ChatMessage) => ({
  ...message,
  ...openNonce(nonce),
  allowed_mentions: { parse: [] },
})

/** The shop's bot in one guild of Discord, over REST alone (reference: discord-api-docs v10). */
export function createDiscord(config: DiscordConfig): ChatProvider {
  const { call, close } = createDiscordCall(config)
  const { guildId } = config
  const botId = knownBotId(call)

  return {
    guildId,
    close,
    ...messageCalls(call),
    ...guildCalls(call, guildId, botId),
    ...channelCalls(call, guildId, botId),
    ...commandCalls(call, config),
    ...answerCalls(call, config.applicationId),
    widget: () => readWidget(call, guildId),
    download: createDownload(config.apiUrl, config.timeoutMs),
  }
}

type BotId = () => Promise<ChatResult<string>>

/** The bot's own id, asked for once. */
function knownBotId(call: Call): BotId {
  // The bot's user may have another id than its application; it never changes.
  let ownId: Promise<ChatResult<string>> | null = null
  return async () => {
    ownId ??= call('get', '/users/@me').then((result) => readAs(result, (me) => String(me.id)))
    const answer = await ownId
    if (answer.kind !== 'ok') ownId = null

    return answer
  }
}

/** The guild, its roles and its members. */
function guildCalls(
  call: Call,
  guildId: string,
  botId: BotId,
): Pick<ChatProvider, 'guild' | 'roles' | 'member' | 'members' | 'self' | 'setRole' | 'addMember'> {
  const guild = `/guilds/${guildId}`
  return {
    async guild() {
      return readAs(await call('get', guild), toGuild)
    },
    async roles() {
      return readAs(await call('get', `${guild}/roles`), (rows) => (rows as any[]).map(toRole))
    },
    async member(userId) {
      return readAs(await call('get', `${guild}/members/${userId}`), toMember)
    },

    async members(after) {
      return readAs(
        await call('get', `${guild}/members`, { query: { limit: '1000', after } }),
        (rows) => (rows as any[]).map(toMember),
      )
    },

    async self() {
      const botAnswer = await botId()
      if (botAnswer.kind !== 'ok') return botAnswer

      return readAs(await call('get', `${guild}/members/${botAnswer.value}`), toMember)
    },
    async setRole(userId, roleId, on, reason) {
      return done(
        await call(on ? 'put' : 'delete', `${guild}/members/${userId}/roles/${roleId}`, { reason }),
      )
    },
    async addMember(userId, accessToken) {
      return done(
        await call('put', `${guild}/members/${userId}`, { body: { access_token: accessToken } }),
      )
    },
  }
}

function channelCalls(
  call: Call,
  guildId: string,
  botId: BotId,
): Pick<ChatProvider, 'createChannel' | 'changeChannel' | 'removeChannel' | 'channels'> {
  const guild = `/guilds/${guildId}`
  const overwrites = ({ privateTo }: Pick<NewChannel, 'privateTo'>) =>
    overwritesOf(guildId, botId, privateTo)

  return {
    async createChannel({ name, topic, parentId, reason, ...channel }) {
      const seenBy = await overwrites(channel)
      if (seenBy.kind !== 'ok') return seenBy

      return readAs(
        await call('post', `${guild}/channels`, {
          reason,
          body: {
            name,
            type: 0,
            ...(topic ? { topic } : {}),
            ...(parentId ? { parent_id: parentId } : {}),
            permission_overwrites: seenBy.value,
          },
        }),
        (row) => ({ id: String(row.id) }),
      )
    },

    async changeChannel(channelId, { name, topic, parentId, privateTo }, reason) {
      const seenBy = await overwrites({ privateTo })
      if (seenBy.kind !== 'ok') return seenBy

      return done(
        await call('patch', `/channels/${channelId}`, {
          reason,
          body: {
            name,
            topic,
            parent_id: parentId,
            permission_overwrites: seenBy.value,
          },
        }),
      )
    },

    async removeChannel(channelId, reason) {
      return done(await call('delete', `/channels/${channelId}`, { reason }))
    },

    async channels() {
      return readAs(await call('get', `${guild}/channels`), (rows) =>
        (rows as any[]).map((row) => ({
          id: String(row.id),
          name: String(row.name),
          topic: row.topic ?? null,
          parentId: row.parent_id ?? null,
        })),
      )
    },
  }
}

/** Permission overwrites of a private channel; undefined for a public one. */
async function overwritesOf(guildId: string, botId: BotId, privateTo: NewChannel['privateTo']) {
  if (!privateTo) return { kind: 'ok' as const, value: undefined }
  return readAs(await botId(), (bot: string) => [
    { id: guildId, type: 0, allow: '0', deny: viewRight },
    // A channel hidden from everybody is hidden from the bot too, unless it grants itself access.
    ...[bot, ...privateTo.users].map((id) => ({ id, type: 1, allow: memberRights, deny: '0' })),
    ...privateTo.roles.map((id) => ({ id, type: 0, allow: memberRights, deny: '0' })),
  ])
}

function commandCalls(
  call: Call,
  { applicationId, guildId }: DiscordConfig,
): Pick<ChatProvider, 'commands' | 'setCommands'> {
  const path = `/applications/${applicationId}/guilds/${guildId}/commands`
  return {
    async commands() {
      return readAs(
        await call('get', path, { query: { with_localizations: 'true' } }),
        (rows) => rows as object[],
      )
    },
    async setCommands(commands) {
      return done(await call('put', path, { body: commands }))
    },
  }
}

/** Answers to a person who pressed, typed or chose something, by the token of that interaction. */
function answerCalls(
  call: Call,
  applicationId: string,
): Pick<ChatProvider, 'answer' | 'editAnswer' | 'followUp' | 'removeAnswer'> {
  const webhook = `/webhooks/${applicationId}`
  const messageAt = (token: string, messageId = '@original') =>
    `${webhook}/${token}/messages/${messageId}`

  return {
    async answer(interactionId, token, answer) {
      return done(
        await call('post', `/interactions/${interactionId}/${token}/callback`, {
          body: answer,
          bot: false,
        }),
      )
    },

    async editAnswer(token, message, messageId) {
      return done(
        await call('patch', messageAt(token, messageId), { body: toWire(message), bot: false }),
      )
    },

    async followUp(token, message) {
      return readAs(
        await call('post', `${webhook}/${token}`, {
          body: toWire(message),
          bot: false,
        }),
        (row) => ({ id: String(row.id) }),
      )
    },

    async removeAnswer(token, messageId) {
      return done(await call('delete', messageAt(token, messageId), { bot: false }))
    },
  }
}

const messageCalls = (
  call: Call,
): Pick<ChatProvider, 'send' | 'edit' | 'removeMessage' | 'messages' | 'sendDirect'> => ({
  async send(channelId, message) {
    return readAs(
      await call('post', `/channels/${channelId}/messages`, { body: toWire(message) }),
      (row) => ({ id: String(row.id) }),
    )
  },

  async edit(channelId, messageId, message) {
    return done(
      await call('patch', `/channels/${channelId}/messages/${messageId}`, {
        body: toWire(message),
      }),
    )
  },
  async removeMessage(channelId, messageId) {
    return done(await call('delete', `/channels/${channelId}/messages/${messageId}`))
  },

  async messages(channelId, before) {
    return readAs(
      await call('get', `/channels/${channelId}/messages`, { query: { limit: '100', before } }),
      (rows) => (rows as any[]).map(toLine),
    )
  },

  async sendDirect(userId, message) {
    const channel = await call('post', '/users/@me/channels', { body: { recipient_id: userId } })
    if (channel.kind !== 'ok') return channel

    const channelId = String(channel.value.id)

    return readAs(
      await call('post', `/channels/${channelId}/messages`, { body: toWire(message) }),
      (row) => ({ id: String(row.id), channelId }),
    )
  },
})

const done = (result: ChatResult<any>): ChatResult =>
  result.kind === 'ok' ? { kind: 'ok', value: undefined } : result

const toRole = (row: any): ChatRole => ({
  id: String(row.id),
  name: String(row.name),
  position: Number(row.position),
  permissions: BigInt(row.permissions),
  managed: row.managed === true,
})

const toGuild = (row: any): ChatGuild => ({
  id: String(row.id),
  name: String(row.name),
  ownerId: String(row.owner_id),
  roles: (row.roles as any[]).map(toRole),
})

const toMember = (row: any): ChatMember => ({
  userId: String(row.user.id),
  name: row.nick ?? row.user.global_name ?? row.user.username,
  roles: (row.roles as any[]).map(String),
})

const toLine = (row: any): ChatLine => ({
  id: String(row.id),
  authorId: String(row.author.id),
  authorName: row.author.global_name ?? row.author.username,
  bot: row.author.bot === true,
  content: String(row.content ?? ''),
  at: new Date(row.timestamp),
  attachments: ((row.attachments ?? []) as any[]).map((attachment) => ({
    name: String(attachment.filename),
    url: String(attachment.url),
    size: Number(attachment.size) || 0,
  })),
  embeds: ((row.embeds ?? []) as any[]).map((embed) => ({
    title: embed.title ?? null,
    description: embed.description ?? null,
  })),
})
