import type { Core } from '../core/core.ts'
import type { Row, Table } from '../core/state.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'

export type Json = Record<string, unknown>

/** A person or the bot; `acceptsMessages` is false if they closed their DMs. */
export type User = Row & {
  username: string
  globalName: string
  bot: boolean
  acceptsMessages: boolean
  /**
   * The mail address, and whether it is verified. By default the address is made from the name and
   * verified.
   */
  email?: string | null
  mailVerified?: boolean
}

/** A member of the guild; its id is the user's. */
export type Member = Row & { roles: string[]; nick: string | null; joinedAt: string }

export type Role = Row & {
  name: string
  position: number
  permissions: string
  color: number
  managed: boolean
  hoist: boolean
  mentionable: boolean
}

export type Overwrite = { id: string; type: 0 | 1; allow: string; deny: string }

/** A channel; type 0 is text, 1 DM, 4 category. */
export type Channel = Row & {
  type: 0 | 1 | 4
  name: string
  position: number
  parentId: string | null
  topic: string | null
  overwrites: Overwrite[]
  recipientId: string | null
  createdAt: string
}

/**
 * A message; only `visibleTo` sees an ephemeral message. `token` is the token of the interaction
 * that the message answers.
 */
export type Message = Row & {
  channelId: string
  authorId: string
  content: string
  embeds: Json[]
  components: Json[]
  flags: number
  timestamp: string
  editedAt: string | null
  nonce: string | null
  mentions: string[]
  mentionEveryone: boolean
  webhookId: string | null
  webhookName: string | null
  visibleTo: string | null
  token: string | null
  replyTo: string | null
  deferred: boolean
  /** A person's attachments, which Discord serves at a URL that expires. */
  files?: { id: string; name: string; type: string; text: string }[]
  /** Reactions with their users, in order of their creation. */
  reactions?: { emoji: string; users: string[] }[]
}

export type Command = Row & { guildId: string | null; version: string; definition: Json }

/** An interaction that was sent to the store; its `token` allows follow-ups for fifteen minutes. */
export type Interaction = Row & {
  token: string
  type: number
  name: string
  userId: string
  channelId: string
  messageId: string | null
  createdAt: number
  answered: number | null
  originalId: string | null
  failure: string | null
  modal: Json | null
  choices: Json[] | null
  httpStatus: number | null
  ms: number | null
}

export type Grant = Row & {
  userId: string
  scopes: string[]
  redirectUri: string
  challenge: string | null
  refresh: string
  kind: 'code' | 'token'
  expiresAt: number
}

export type Settings = Row & {
  endpoint: string | null
  verified: string | null
  messageContent: boolean
  membersIntent: boolean
  widget: boolean
  limits: Limits
}

/** The Discord side: one application with its bot, one guild, its people. */
export type Discord = {
  core: Core
  /** Origin of the attachments. */
  cdn: { origin: string }
  users: Table<User>
  members: Table<Member>
  roles: Table<Role>
  channels: Table<Channel>
  messages: Table<Message>
  commands: Table<Command>
  interactions: Table<Interaction>
  grants: Table<Grant>
  settings: Table<Settings>
  /** Changes of members and of their roles, oldest first. */
  trail: Table<
    Row & { at: string; what: string; userId: string; detail: string; reason: string | null }
  >
}

export function openModel(core: Core): Discord {
  const table = <T extends Row>(name: string): Table<T> => core.state.table<T>(`discord.${name}`)
  return {
    core,
    cdn: { origin: '' },
    users: table('users'),
    members: table('members'),
    roles: table('roles'),
    channels: table('channels'),
    messages: table('messages'),
    commands: table('commands'),
    interactions: table('interactions'),
    grants: table('grants'),
    settings: table('settings'),
    trail: table('trail'),
  }
}

const DEFAULTS: Settings = {
  id: 'settings',
  endpoint: null,
  verified: null,
  messageContent: true,
  membersIntent: true,
  widget: true,
  limits: DEFAULT_LIMITS,
}

export const settingsOf = (discord: Discord): Settings => ({
  ...DEFAULTS,
  ...discord.settings.get('settings'),
})

export const changeSettings = (discord: Discord, change: Partial<Settings>): Settings =>
  discord.settings.save({ ...settingsOf(discord), ...change })

/** The clock's time in Discord's format. */
export const timestamp = ({ core }: Discord, ms = core.clock.now()): string =>
  new Date(ms).toISOString().replace('Z', '000+00:00')
