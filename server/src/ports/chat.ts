/**
 * Why a call to the chat service failed, in words without a secret. Only unavailable and
 * rate-limited are worth a retry.
 */
export type ChatFailure = {
  kind: 'not-found' | 'forbidden' | 'invalid' | 'rate-limited' | 'unavailable'
  /** The service's own error code (chatCodes); 0 if the service sent none. */
  code: number
  reason: string
  /** How long to pause, if the service said so. */
  retryAfterMs: number | null
}

/**
 * The result of a call. After unavailable the call may have been done, so only idempotent calls
 * are repeated.
 */
export type ChatResult<T = undefined> = { kind: 'ok'; value: T } | ChatFailure

/** The error codes of the service that the shop distinguishes. */
export const chatCodes = {
  unknownChannel: 10003,
  unknownGuild: 10004,
  unknownMember: 10007,
  unknownMessage: 10008,
  unknownRole: 10011,
  unknownUser: 10013,
  unknownWebhook: 10015,
  unknownInteraction: 10062,
  tooManyChannels: 30013,
  answeredAlready: 40060,
  missingAccess: 50001,
  widgetOff: 50004,
  closedMessages: 50007,
  missingPermissions: 50013,
  tokenOver: 50027,
} as const

export type ChatRole = {
  id: string
  name: string
  position: number
  permissions: bigint
  managed: boolean
}

export type ChatGuild = { id: string; name: string; ownerId: string; roles: ChatRole[] }
export type ChatMember = { userId: string; name: string; roles: string[] }

export type ChatEmbed = {
  title?: string
  description?: string
  url?: string
  color?: number
  timestamp?: string
  footer?: { text: string }
  image?: { url: string }
  thumbnail?: { url: string }
  fields?: { name: string; value: string; inline?: boolean }[]
}

/**
 * A message of the bot; its text never mentions (rings) anybody. With a nonce, a message repeated
 * within some minutes is posted once.
 */
export type ChatMessage = {
  content?: string
  embeds?: ChatEmbed[]
  components?: object[]
  flags?: number
  nonce?: string
}

/** A message in a channel. */
export type ChatLine = {
  id: string
  authorId: string
  authorName: string
  bot: boolean
  content: string
  at: Date
  attachments: { name: string; url: string; size: number }[]
  embeds: { title: string | null; description: string | null }[]
}

export type NewChannel = {
  name: string
  topic?: string
  /** The channel's category. */
  parentId?: string | null
  /**
   * People and roles who may read and write in the channel besides the bot; undefined for a public
   * channel.
   */
  privateTo?: { users: readonly string[]; roles: readonly string[] }
  reason?: string
}

/** The immediate answer to an interaction: the service's own {type, data}. */
export type ChatAnswer = { type: number; data?: object }
export type ChatWidget = { name: string; online: number; invite: string | null }

/** The chat server of the shop's bot: roles, messages, channels and commands. */
export type ChatProvider = {
  readonly guildId: string
  guild(): Promise<ChatResult<ChatGuild>>
  roles(): Promise<ChatResult<ChatRole[]>>
  /** A member of the guild; not-found with unknownMember for anybody else. */
  member(userId: string): Promise<ChatResult<ChatMember>>
  /**
   * At most a thousand members whose ids follow `after`, ordered by id. The result is forbidden if
   * the application may not list members.
   */
  members(after?: string): Promise<ChatResult<ChatMember[]>>
  /** The bot as a member. */
  self(): Promise<ChatResult<ChatMember>>
  /** Gives or takes a role. Idempotent. */
  setRole(userId: string, roleId: string, on: boolean, reason?: string): Promise<ChatResult>
  /** Adds a person to the guild with the token of their login. */
  addMember(userId: string, accessToken: string): Promise<ChatResult>
  send(channelId: string, message: ChatMessage): Promise<ChatResult<{ id: string }>>
  edit(channelId: string, messageId: string, message: ChatMessage): Promise<ChatResult>
  removeMessage(channelId: string, messageId: string): Promise<ChatResult>
  /**
   * At most a hundred messages before the message `before`, or the newest messages; newest first.
   */
  messages(channelId: string, before?: string): Promise<ChatResult<ChatLine[]>>
  /**
   * The bytes of an attachment; the result is invalid if the file is too large or on another host.
   */
  download(url: string, maxBytes: number): Promise<ChatResult<Buffer>>
  /** Writes to a person; forbidden with closedMessages if the person accepts no messages. */
  sendDirect(
    userId: string,
    message: ChatMessage,
  ): Promise<ChatResult<{ id: string; channelId: string }>>
  createChannel(channel: NewChannel): Promise<ChatResult<{ id: string }>>
  changeChannel(
    channelId: string,
    change: {
      name?: string
      topic?: string
      parentId?: string | null
      privateTo?: NewChannel['privateTo']
    },
    reason?: string,
  ): Promise<ChatResult>
  removeChannel(channelId: string, reason?: string): Promise<ChatResult>
  /**
   * The channels of the guild. A caller can search them for a channel whose creation got no answer.
   */
  channels(): Promise<
    ChatResult<{ id: string; name: string; topic: string | null; parentId: string | null }[]>
  >
  /** The guild's registered commands, with the fields that the service adds. */
  commands(): Promise<ChatResult<object[]>>
  /** Replaces the guild's commands. */
  setCommands(commands: readonly object[]): Promise<ChatResult>
  /** Answers an interaction by a call; possible for three seconds. */
  answer(interactionId: string, token: string, answer: ChatAnswer): Promise<ChatResult>
  /** Changes the answer of an interaction or a later message; possible for fifteen minutes. */
  editAnswer(token: string, message: ChatMessage, messageId?: string): Promise<ChatResult>
  followUp(token: string, message: ChatMessage): Promise<ChatResult<{ id: string }>>
  removeAnswer(token: string, messageId?: string): Promise<ChatResult>
  /** The server's public widget; forbidden with widgetOff if the widget is off. */
  widget(): Promise<ChatResult<ChatWidget>>
  close(): void
}

/**
 * An account that a person has proved to be theirs. The token is for immediate use and never
 * stored.
 */
export type ChatIdentity = {
  userId: string
  name: string
  /**
   * The mail address that the service has verified; null without one, or when it was not requested.
   */
  email: string | null
  accessToken: string
  scopes: string[]
}

/** Signing in at the chat service, to link an account. */
export type ChatLink = {
  /**
   * The URL of the login page. `verifier` is the secret whose hash is sent along (PKCE). `mail`
   * marks a login, which requests the email address instead of permission to join the guild.
   */
  authorizeUrl(given: { state: string; verifier: string; redirectUri: string; mail?: true }): string
  identify(given: {
    code: string
    verifier: string
    redirectUri: string
  }): Promise<ChatResult<ChatIdentity>>
}

/** The chat service is not available now. */
class ChatBusy extends Error {
  constructor(failure: ChatFailure) {
    super(failure.reason)
  }
}

/**
 * Returns a result that a retry would not change. Throws ChatBusy for a transient failure, so that
 * the queue retries.
 */
export function throwIfTransient<T>(result: ChatResult<T>): ChatResult<T> {
  if (result.kind === 'unavailable' || result.kind === 'rate-limited') throw new ChatBusy(result)
  return result
}
