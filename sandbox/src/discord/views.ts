import { IDS } from './ids.ts'
import type { Channel, Discord, Message, User } from './model.ts'

/** A person for tests and pages: membership, and roles by name. */
export function userView(
  discord: Discord,
  user: User,
): {
  id: string
  username: string
  name: string
  member: boolean
  roles: string[]
  roleIds: string[]
  acceptsMessages: boolean
} {
  const member = discord.members.get(user.id)
  const roleIds = member?.roles ?? []

  return {
    id: user.id,
    username: user.username,
    name: user.globalName,
    member: member !== undefined,
    roles: roleIds.map((id) => discord.roles.get(id)?.name ?? id),
    roleIds,
    acceptsMessages: user.acceptsMessages,
  }
}

const CHANNEL_KINDS = { 0: 'text', 1: 'dm', 4: 'category' }

/** A channel for tests and pages. */
export const channelView = (discord: Discord, channel: Channel): object => ({
  id: channel.id,
  kind: CHANNEL_KINDS[channel.type],
  name: channel.type === 1 ? discord.users.get(channel.recipientId!)?.username : channel.name,
  parentId: channel.parentId,
  topic: channel.topic,
  overwrites: channel.overwrites,
  recipientId: channel.recipientId,
})

/** A message for tests and pages. */
export const messageView = (discord: Discord, one: Message): object => ({
  id: one.id,
  channelId: one.channelId,
  author: one.webhookName ?? discord.users.get(one.authorId)?.username ?? one.authorId,
  fromBot: one.authorId === IDS.bot,
  content: one.content,
  embeds: one.embeds,
  components: one.components,
  ephemeral: one.visibleTo !== null,
  visibleTo: one.visibleTo,
  deferred: one.deferred,
  at: one.timestamp,
  edited: one.editedAt !== null,
  nonce: one.nonce,
  mentions: one.mentions,
  mentionEveryone: one.mentionEveryone,
})
