import { seenChannel } from './channels.ts'
import { cannotMessageUser, DiscordRefusal, invalidForm, unknown } from './errors.ts'
import { IDS, isOlder, isSnowflake, snowflake } from './ids.ts'
import { readChange, readMessage, type MessageInput } from './message-input.ts'
import { timestamp, type Channel, type Discord, type Message } from './model.ts'
import { BITS, channelPermissions, assertChannelPermissions } from './permissions.ts'
import { NO_CONTENT, type Call, type Route } from './server.ts'
import { messageReply } from './wire.ts'

const NONCE_MS = 5 * 60_000

/** Messages of the bot in channels and DMs. */
export const messageRoutes: readonly Route[] = [
  {
    method: 'POST',
    url: '/channels/:channel/messages',
    auth: 'bot',
    limit: 'message',
    run: createMessage,
  },
  { method: 'GET', url: '/channels/:channel/messages', auth: 'bot', run: listMessages },
  {
    method: 'GET',
    url: '/channels/:channel/messages/:message',
    auth: 'bot',
    run: (discord, call) =>
      messageReply(discord, messageIn(discord, seenChannel(discord, call), call)),
  },
  {
    method: 'PATCH',
    url: '/channels/:channel/messages/:message',
    auth: 'bot',
    limit: 'message',
    run: changeMessage,
  },
  {
    method: 'DELETE',
    url: '/channels/:channel/messages/:message',
    auth: 'bot',
    run: deleteMessage,
  },
]

/** Put a message into a channel; the caller decides its author and its visibility. */
export function post(
  discord: Discord,
  { channel, authorId }: { channel: Channel; authorId: string },
  input: MessageInput,
  more: Partial<Message> = {},
): Message {
  const content = input.content ?? ''
  const mayRingAll = (channelPermissions(discord, authorId, channel) & BITS.mentionEveryone) !== 0n

  return discord.messages.save({
    id: snowflake(discord.core.clock),
    channelId: channel.id,
    authorId,
    content,
    embeds: input.embeds ?? [],
    components: input.components ?? [],
    flags: input.flags,
    timestamp: timestamp(discord),
    editedAt: null,
    nonce: input.nonce,
    mentions: mentioned(content, input),
    mentionEveryone:
      mayRingAll && input.mentions.parse.includes('everyone') && /@(everyone|here)\b/.test(content),
    webhookId: null,
    webhookName: null,
    visibleTo: null,
    token: null,
    replyTo: input.replyTo,
    deferred: false,
    ...(input.files.length ? { files: named(discord, input) } : {}),
    ...more,
  })
}

const named = (discord: Discord, { files }: MessageInput): NonNullable<Message['files']> =>
  files.map((file) => ({ ...file, id: snowflake(discord.core.clock) }))

/** Change the fields that the input names, and leave the rest. */
export function edit(discord: Discord, message: Message, input: MessageInput): Message {
  return discord.messages.save({
    ...message,
    content: input.content ?? message.content,
    embeds: input.embeds ?? message.embeds,
    components: input.components ?? message.components,
    editedAt: message.deferred ? null : timestamp(discord),
    deferred: false,
    files: [
      ...(message.files ?? []).filter(({ id }) => input.keptFiles?.includes(id) ?? true),
      ...named(discord, input),
    ],
    mentions: input.content === undefined ? message.mentions : mentioned(input.content, input),
  })
}

/** The messages of a channel visible to a person or the bot, oldest first. */
export const messagesOf = (discord: Discord, channelId: string, userId: string): Message[] =>
  discord.messages.filter(
    (one) => one.channelId === channelId && (one.visibleTo === null || one.visibleTo === userId),
  )

function createMessage(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  if (channel.type === 4)
    throw new DiscordRefusal(400, 50008, 'Cannot send messages in a non-text channel')

  const input = readMessage(call.body, { files: call.files })

  assertChannelPermissions(
    discord,
    channel,
    BITS.sendMessages,
    ...(input.embeds?.length ? [BITS.embedLinks] : []),
    ...(input.files.length ? [BITS.attachFiles] : []),
  )

  if (channel.type === 1) assertOpenDm(discord, channel)

  const before =
    input.enforceNonce && input.nonce !== null
      ? sameNonce(discord, channel, input.nonce)
      : undefined

  if (before) return messageReply(discord, before)

  if (input.replyTo && discord.messages.get(input.replyTo)?.channelId !== channel.id)
    throw invalidForm([
      { path: ['message_reference'], code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' },
    ])

  return messageReply(discord, post(discord, { channel, authorId: IDS.bot }, input))
}

/** A bot reaches only people who share a guild with it and have open DMs. */
function assertOpenDm(discord: Discord, channel: Channel): void {
  const user = discord.users.get(channel.recipientId!)
  if (!user?.acceptsMessages || !discord.members.get(user.id)) throw cannotMessageUser()
}

const sameNonce = (discord: Discord, channel: Channel, nonce: string): Message | undefined =>
  discord.messages.find(
    (one) =>
      one.channelId === channel.id &&
      one.authorId === IDS.bot &&
      one.nonce === nonce &&
      discord.core.clock.now() - Date.parse(one.timestamp) < NONCE_MS,
  )

function listMessages(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  const limit = Number(call.query.get('limit') ?? '50')

  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalidForm([
      {
        path: ['limit'],
        code: 'NUMBER_TYPE_MAX',
        message: 'int value should be between 1 and 100.',
      },
    ])

  const [before, after] = (['before', 'after'] as const).map((name) => call.query.get(name))

  for (const one of [before, after])
    if (one && !isSnowflake(one))
      throw invalidForm([
        {
          path: ['before'],
          code: 'NUMBER_TYPE_COERCE',
          message: `Value "${one}" is not snowflake.`,
        },
      ])

  if (!(channelPermissions(discord, IDS.bot, channel) & BITS.readHistory)) return []

  const all = messagesOf(discord, channel.id, IDS.bot).filter(
    (one) => (!before || isOlder(one.id, before)) && (!after || isOlder(after, one.id)),
  )
  const page = after ? all.slice(0, limit).reverse() : all.slice(-limit).reverse()

  return page.map((one) => messageReply(discord, one))
}

/** The message of a call, if everyone can see it. */
export function messageIn(discord: Discord, channel: Channel, { params }: Call): Message {
  const message = discord.messages.get(params['message']!)
  if (!message || message.channelId !== channel.id || message.visibleTo !== null)
    throw unknown('message')

  return message
}

function changeMessage(discord: Discord, call: Call): unknown {
  const message = messageIn(discord, seenChannel(discord, call), call)
  if (message.authorId !== IDS.bot)
    throw new DiscordRefusal(403, 50005, 'Cannot edit a message authored by another user')

  const next = edit(discord, message, readChange(call.body, { files: call.files }))

  return messageReply(discord, next)
}

function deleteMessage(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  const message = messageIn(discord, channel, call)
  if (message.authorId !== IDS.bot) assertChannelPermissions(discord, channel, BITS.manageMessages)
  discord.messages.remove(message.id)

  return NO_CONTENT
}

function mentioned(content: string, { mentions }: MessageInput): string[] {
  const named = [...content.matchAll(/<@!?(\d{17,20})>/g)].map((match) => match[1]!)
  return [...new Set(named)].filter(
    (id) => mentions.parse.includes('users') || mentions.users.includes(id),
  )
}
