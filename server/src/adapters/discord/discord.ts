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
import { createDiscordCall, readResult, type Call, type DiscordCallConfig } from './discord-call.ts'
import { createDownload } from './discord-files.ts'
import { readWidget } from './discord-widget.ts'

export type DiscordConfig = DiscordCallConfig & { guildId: string; applicationId: string }

/** Rights of people in a private channel: read, write, embed, attach and read the history. */
const memberRights = '117760'
const viewRight = '1024'

const nonceFields = (nonce: string | undefined) =>
  nonce ? { nonce: nonce.slice(0, 25), enforce_nonce: true } : {}

/** A message in Discord's format; it never mentions (notifies) anybody. */
const toWireMessage = ({ nonce, ...message }: ChatMessage) => ({
  ...message,
  ...nonceFields(nonce),
  allowed_mentions: { parse: [] },
})

/** The shop's bot in one guild of Discord, over REST alone (reference: discord-api-docs v10). */
export function createDiscord(config: DiscordConfig): ChatProvider {
  const { call, close } = createDiscordCall(config)
  const { guildId } = config
  const readBotId = knownBotId(call)

  return {
    guildId,
    close,
    ...messageCalls(call),
    ...guildCalls(call, guildId, readBotId),
    ...channelCalls(call, guildId, readBotId),
    ...commandCalls(call, config),
    ...answerCalls(call, config.applicationId),
    widget: () => readWidget(call, guildId),
    download: createDownload(config.apiUrl, config.timeoutMs),
  }
}

type BotId = () => Promise<ChatResult<string>>

/** The bot's own id, read once. */
function knownBotId(call: Call): BotId {
  // The bot's user may have another id than its application. The id never changes, so it is read
  // once.
  let ownIdResult: Promise<ChatResult<string>> | null = null
  return async () => {
    ownIdResult ??= call('get', '/users/@me').then((result) =>
      readResult(result, (me) => String(me.id)),
    )
    const idResult = await ownIdResult
    if (idResult.kind !== 'ok') ownIdResult = null

    return idResult
  }
}

/** The guild, its roles and its members. */
function guildCalls(
  call: Call,
  guildId: string,
  botId: BotId,
): Pick<ChatProvider, 'guild' | 'roles' | 'member' | 'members' | 'self' | 'setRole' | 'addMember'> {
  const guildPath = `/guilds/${guildId}`
  return {
    async guild() {
      return readResult(await call('get', guildPath), toGuild)
    },
    async roles() {
      return readResult(await call('get', `${guildPath}/roles`), (rows) =>
        (rows as any[]).map(toRole),
      )
    },
    async member(userId) {
      return readResult(await call('get', `${guildPath}/members/${userId}`), toMember)
    },

    async members(after) {
      return readResult(
        await call('get', `${guildPath}/members`, { query: { limit: '1000', after } }),
        (rows) => (rows as any[]).map(toMember),
      )
    },

    async self() {
      const botAnswer = await botId()
      if (botAnswer.kind !== 'ok') return botAnswer

      return readResult(await call('get', `${guildPath}/members/${botAnswer.value}`), toMember)
    },
    async setRole(userId, roleId, on, reason) {
      return withoutValue(
        await call(on ? 'put' : 'delete', `${guildPath}/members/${userId}/roles/${roleId}`, {
          reason,
        }),
      )
    },
    async addMember(userId, accessToken) {
      return withoutValue(
        await call('put', `${guildPath}/members/${userId}`, {
          body: { access_token: accessToken },
        }),
      )
    },
  }
}

function channelCalls(
  call: Call,
  guildId: string,
  botId: BotId,
): Pick<ChatProvider, 'createChannel' | 'changeChannel' | 'removeChannel' | 'channels'> {
  const guildPath = `/guilds/${guildId}`
  const overwrites = ({ privateTo }: Pick<NewChannel, 'privateTo'>) =>
    overwritesOf(guildId, botId, privateTo)

  return {
    async createChannel({ name, topic, parentId, reason, ...channel }) {
      const overwritesResult = await overwrites(channel)
      if (overwritesResult.kind !== 'ok') return overwritesResult

      return readResult(
        await call('post', `${guildPath}/channels`, {
          reason,
          body: {
            name,
            type: 0,
            ...(topic ? { topic } : {}),
            ...(parentId ? { parent_id: parentId } : {}),
            permission_overwrites: overwritesResult.value,
          },
        }),
        (row) => ({ id: String(row.id) }),
      )
    },

    async changeChannel(channelId, { name, topic, parentId, privateTo }, reason) {
      const overwritesResult = await overwrites({ privateTo })
      if (overwritesResult.kind !== 'ok') return overwritesResult

      return withoutValue(
        await call('patch', `/channels/${channelId}`, {
          reason,
          body: {
            name,
            topic,
            parent_id: parentId,
            permission_overwrites: overwritesResult.value,
          },
        }),
      )
    },

    async removeChannel(channelId, reason) {
      return withoutValue(await call('delete', `/channels/${channelId}`, { reason }))
    },

    async channels() {
      return readResult(await call('get', `${guildPath}/channels`), (rows) =>
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
  return readResult(await botId(), (bot: string) => [
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
  const commandsPath = `/applications/${applicationId}/guilds/${guildId}/commands`
  return {
    async commands() {
      return readResult(
        await call('get', commandsPath, { query: { with_localizations: 'true' } }),
        (rows) => rows as object[],
      )
    },
    async setCommands(commands) {
      return withoutValue(await call('put', commandsPath, { body: commands }))
    },
  }
}

/** Answers to a person who pressed, typed or chose something, by the token of that interaction. */
function answerCalls(
  call: Call,
  applicationId: string,
): Pick<ChatProvider, 'answer' | 'editAnswer' | 'followUp' | 'removeAnswer'> {
  const webhookPath = `/webhooks/${applicationId}`
  const messageAt = (token: string, messageId = '@original') =>
    `${webhookPath}/${token}/messages/${messageId}`

  return {
    async answer(interactionId, token, answer) {
      return withoutValue(
        await call('post', `/interactions/${interactionId}/${token}/callback`, {
          body: answer,
          bot: false,
        }),
      )
    },

    async editAnswer(token, message, messageId) {
      return withoutValue(
        await call('patch', messageAt(token, messageId), {
          body: toWireMessage(message),
          bot: false,
        }),
      )
    },

    async followUp(token, message) {
      return readResult(
        await call('post', `${webhookPath}/${token}`, {
          body: toWireMessage(message),
          bot: false,
        }),
        (row) => ({ id: String(row.id) }),
      )
    },

    async removeAnswer(token, messageId) {
      return withoutValue(await call('delete', messageAt(token, messageId), { bot: false }))
    },
  }
}

const messageCalls = (
  call: Call,
): Pick<ChatProvider, 'send' | 'edit' | 'removeMessage' | 'messages' | 'sendDirect'> => ({
  async send(channelId, message) {
    return readResult(
      await call('post', `/channels/${channelId}/messages`, { body: toWireMessage(message) }),
      (row) => ({ id: String(row.id) }),
    )
  },

  async edit(channelId, messageId, message) {
    return withoutValue(
      await call('patch', `/channels/${channelId}/messages/${messageId}`, {
        body: toWireMessage(message),
      }),
    )
  },
  async removeMessage(channelId, messageId) {
    return withoutValue(await call('delete', `/channels/${channelId}/messages/${messageId}`))
  },

  async messages(channelId, before) {
    return readResult(
      await call('get', `/channels/${channelId}/messages`, { query: { limit: '100', before } }),
      (rows) => (rows as any[]).map(toLine),
    )
  },

  async sendDirect(userId, message) {
    const channelResult = await call('post', '/users/@me/channels', {
      body: { recipient_id: userId },
    })
    if (channelResult.kind !== 'ok') return channelResult

    const channelId = String(channelResult.value.id)

    return readResult(
      await call('post', `/channels/${channelId}/messages`, { body: toWireMessage(message) }),
      (row) => ({ id: String(row.id), channelId }),
    )
  },
})

const withoutValue = (result: ChatResult<any>): ChatResult =>
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
