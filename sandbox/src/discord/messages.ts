import { seenChannel } from './channels.ts'
import { cannotMessageUser, DiscordRefusal, invalidForm, unknownThing } from './errors.ts'
import { IDS, isOlder, isSnowflake, snowflake } from './ids.ts'
import { readChange, readMessage, type MessageInput } from './message-input.ts'
import { timestamp, type Channel, type Discord, type Message } from './model.ts'
import { PERMISSIONS, channelPermissions, assertChannelPermissions } from './permissions.ts'
import { NO_CONTENT, type Call, type Route } from './server.ts'
import { messageReply } from './wire.ts'

const NONCE_LIFE_MS = 5 * 60_000

/** Routes of messages in channels and DMs. */
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

/** Adds a message to a channel; the caller sets its author and its visibility. */
export function postMessage(
  discord: Discord,
  { channel, authorId }: { channel: Channel; authorId: string },
  messageInput: MessageInput,
  more: Partial<Message> = {},
): Message {
  const newContent = messageInput.content ?? ''
  const mayRingAll =
    (channelPermissions(discord, authorId, channel) & PERMISSIONS.mentionEveryone) !== 0n

  return discord.messages.save({
    id: snowflake(discord.core.clock),
    channelId: channel.id,
    authorId,
    content: newContent,
    embeds: messageInput.embeds ?? [],
    components: messageInput.components ?? [],
    flags: messageInput.flags,
    timestamp: timestamp(discord),
    editedAt: null,
    nonce: messageInput.nonce,
    mentions: mentioned(newContent, messageInput),
    mentionEveryone:
      mayRingAll &&
      messageInput.mentions.parse.includes('everyone') &&
      /@(everyone|here)\b/.test(newContent),
    webhookId: null,
    webhookName: null,
    visibleTo: null,
    token: null,
    replyTo: messageInput.replyTo,
    deferred: false,
    ...(messageInput.files.length ? { files: namedFiles(discord, messageInput) } : {}),
    ...more,
  })
}

const namedFiles = (discord: Discord, { files }: MessageInput): NonNullable<Message['files']> =>
  files.map((file) => ({ ...file, id: snowflake(discord.core.clock) }))

/** Changes the fields that the input contains. */
export function editMessage(
  discord: Discord,
  message: Message,
  messageInput: MessageInput,
): Message {
  return discord.messages.save({
    ...message,
    content: messageInput.content ?? message.content,
    embeds: messageInput.embeds ?? message.embeds,
    components: messageInput.components ?? message.components,
    editedAt: message.deferred ? null : timestamp(discord),
    deferred: false,
    files: [
      ...(message.files ?? []).filter(({ id }) => messageInput.keptFiles?.includes(id) ?? true),
      ...namedFiles(discord, messageInput),
    ],
    mentions:
      messageInput.content === undefined
        ? message.mentions
        : mentioned(messageInput.content, messageInput),
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

  const messageInput = readMessage(call.body, { files: call.files })

  assertChannelPermissions(
    discord,
    channel,
    PERMISSIONS.sendMessages,
    ...(messageInput.embeds?.length ? [PERMISSIONS.embedLinks] : []),
    ...(messageInput.files.length ? [PERMISSIONS.attachFiles] : []),
  )

  if (channel.type === 1) assertOpenDm(discord, channel)

  const repeatedMessage =
    messageInput.enforceNonce && messageInput.nonce !== null
      ? sameNonce(discord, channel, messageInput.nonce)
      : undefined

  if (repeatedMessage) return messageReply(discord, repeatedMessage)

  if (messageInput.replyTo && discord.messages.get(messageInput.replyTo)?.channelId !== channel.id)
    throw invalidForm([
      { path: ['message_reference'], code: 'REPLIES_UNKNOWN_MESSAGE', message: 'Unknown message' },
    ])

  return messageReply(discord, postMessage(discord, { channel, authorId: IDS.bot }, messageInput))
}

/** A bot can write only to people who share a guild with it and have open DMs. */
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
      discord.core.clock.now() - Date.parse(one.timestamp) < NONCE_LIFE_MS,
  )

function listMessages(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  const pageLimit = Number(call.query.get('limit') ?? '50')

  if (!Number.isInteger(pageLimit) || pageLimit < 1 || pageLimit > 100)
    throw invalidForm([
      {
        path: ['limit'],
        code: 'NUMBER_TYPE_MAX',
        message: 'int value should be between 1 and 100.',
      },
    ])

  const [beforeId, after] = (['before', 'after'] as const).map((name) => call.query.get(name))

  for (const messageId of [beforeId, after])
    if (messageId && !isSnowflake(messageId))
      throw invalidForm([
        {
          path: ['before'],
          code: 'NUMBER_TYPE_COERCE',
          message: `Value "${messageId}" is not snowflake.`,
        },
      ])

  if (!(channelPermissions(discord, IDS.bot, channel) & PERMISSIONS.readHistory)) return []

  const visibleMessages = messagesOf(discord, channel.id, IDS.bot).filter(
    (one) => (!beforeId || isOlder(one.id, beforeId)) && (!after || isOlder(after, one.id)),
  )
  const messagePage = after
    ? visibleMessages.slice(0, pageLimit).reverse()
    : visibleMessages.slice(-pageLimit).reverse()

  return messagePage.map((one) => messageReply(discord, one))
}

/** The message of a call; throws unless everyone can see it. */
export function messageIn(discord: Discord, channel: Channel, { params }: Call): Message {
  const message = discord.messages.get(params['message']!)
  if (!message || message.channelId !== channel.id || message.visibleTo !== null)
    throw unknownThing('message')

  return message
}

function changeMessage(discord: Discord, call: Call): unknown {
  const message = messageIn(discord, seenChannel(discord, call), call)
  if (message.authorId !== IDS.bot)
    throw new DiscordRefusal(403, 50005, 'Cannot edit a message authored by another user')

  const editedMessage = editMessage(discord, message, readChange(call.body, { files: call.files }))

  return messageReply(discord, editedMessage)
}

function deleteMessage(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  const message = messageIn(discord, channel, call)
  if (message.authorId !== IDS.bot)
    assertChannelPermissions(discord, channel, PERMISSIONS.manageMessages)
  discord.messages.remove(message.id)

  return NO_CONTENT
}

function mentioned(newContent: string, { mentions }: MessageInput): string[] {
  const named = [...newContent.matchAll(/<@!?(\d{17,20})>/g)].map((match) => match[1]!)
  return [...new Set(named)].filter(
    (id) => mentions.parse.includes('users') || mentions.users.includes(id),
  )
}
