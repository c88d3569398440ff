/**
 * Why a call to the chat service did not do its work, in words that hold no secret. Everything but
 * unavailable and rate-limited stays so when asked again.
 */
export type ChatFailure = {
  kind: 'not-found' | 'forbidden' | 'invalid' | 'rate-limited' | 'unavailable'
  /** The service's own number of the reason (chatCodes); 0 when it gave none. */
  code: number
  reason: string
  /** How long to be silent, when it said so. */
  retryAfterMs: number | null
}

/**
 * The result of a call. unavailable leaves open whether it was done, so only idempotent calls are
 * repeated.
 */
export type ChatResult<T = undefined> = { kind: 'ok'; value: T } | ChatFailure

/** The service's numbers of those reasons that the shop tells apart. */
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
 * A message of ours; it never rings anybody, whatever its text says. A nonce makes asking again
 * harmless for some minutes.
 */
export type ChatMessage = {
  content?: string
  embeds?: ChatEmbed[]
  components?: object[]
  flags?: number
  nonce?: string
}

/** A message as it stands in a channel. */
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
  /** The category it stands in. */
  parentId?: string | null
  /** Who alone may read and write there besides the bot; everybody where it is not given. */
  privateTo?: { users: readonly string[]; roles: readonly string[] }
  reason?: string
}

/** How an interaction is answered at once: the service's own {type, data}. */
export type ChatAnswer = { type: number; data?: object }
export type ChatWidget = { name: string; online: number; invite: string | null }

/** A chat server that the shop's bot stands in: roles, messages, channels and commands there. */
export type ChatProvider = {
  readonly guildId: string
  guild(): Promise<ChatResult<ChatGuild>>
  roles(): Promise<ChatResult<ChatRole[]>>
  /** A person of the guild; not-found with unknownMember for one who is not in it. */
  member(userId: string): Promise<ChatResult<ChatMember>>
  /**
   * At most a thousand people of the guild after one, by their numbers; forbidden where the
   * application may not list them.
   */
  members(after?: string): Promise<ChatResult<ChatMember[]>>
  /** The bot itself, as a member. */
  self(): Promise<ChatResult<ChatMember>>
  /** Give or take a role. Idempotent. */
  setRole(userId: string, roleId: string, on: boolean, reason?: string): Promise<ChatResult>
  /** Bring a person in with the token they gave us. */
  addMember(userId: string, accessToken: string): Promise<ChatResult>
  send(channelId: string, message: ChatMessage): Promise<ChatResult<{ id: string }>>
  edit(channelId: string, messageId: string, message: ChatMessage): Promise<ChatResult>
  removeMessage(channelId: string, messageId: string): Promise<ChatResult>
  /** At most a hundred messages older than one, or the newest; newest first. */
  messages(channelId: string, before?: string): Promise<ChatResult<ChatLine[]>>
  /**
   * What somebody attached to a message; invalid for what is too large or not the service's own.
   */
  download(url: string, maxBytes: number): Promise<ChatResult<Buffer>>
  /** Write to a person; forbidden with closedMessages when they take none. */
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
  /** The channels of the guild: to find one again whose making was not answered. */
  channels(): Promise<
    ChatResult<{ id: string; name: string; topic: string | null; parentId: string | null }[]>
  >
  /** The guild's commands as they are registered, with the fields that the service adds. */
  commands(): Promise<ChatResult<object[]>>
  /** Make these the guild's commands, and no others. */
  setCommands(commands: readonly object[]): Promise<ChatResult>
  /** Answer an interaction by a call of our own; for three seconds after it came. */
  answer(interactionId: string, token: string, answer: ChatAnswer): Promise<ChatResult>
  /**
   * Change the answer of an interaction (or one that followed it), and say more after it; for
   * fifteen minutes.
   */
  editAnswer(token: string, message: ChatMessage, messageId?: string): Promise<ChatResult>
  followUp(token: string, message: ChatMessage): Promise<ChatResult<{ id: string }>>
  removeAnswer(token: string, messageId?: string): Promise<ChatResult>
  /** What the server shows to everybody; forbidden with widgetOff where it shows nothing. */
  widget(): Promise<ChatResult<ChatWidget>>
  close(): void
}

/**
 * Whose account a person has shown to be theirs; the token is theirs, to be used at once and kept
 * nowhere.
 */
export type ChatIdentity = {
  userId: string
  name: string
  /** The mail that the service has verified; null without one, or where it was not asked for. */
  email: string | null
  accessToken: string
  scopes: string[]
}

/** Signing in at the chat service, to link an account. */
export type ChatLink = {
  /**
   * Where the browser is sent; verifier is the secret whose hash goes along (PKCE). mail: to log in,
   * which asks for the mail instead of leave to bring somebody into the guild.
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
 * Answers a result that would be the same when asked again. Throws ChatBusy when the failure is
 * transient, so that the queue retries.
 */
export function throwIfTransient<T>(result: ChatResult<T>): ChatResult<T> {
  if (result.kind === 'unavailable' || result.kind === 'rate-limited') throw new ChatBusy(result)
  return result
}
