import { seenChannel } from './channels.ts'
import { DiscordRefusal, unknownThing } from './errors.ts'
import { IDS } from './ids.ts'
import { messageIn } from './messages.ts'
import type { Discord, Message } from './model.ts'
import { assertChannelPermissions, PERMISSIONS } from './permissions.ts'
import { NO_CONTENT, type Call, type Route } from './server.ts'
import { userReply } from './wire.ts'

const MAX_REACTIONS = 20
const basePath = '/channels/:channel/messages/:message/reactions'

/** Routes of reactions, with Unicode emoji only, since the guild has no custom ones. */
export const reactionRoutes: readonly Route[] = [
  {
    method: 'PUT',
    url: `${basePath}/:emoji/@me`,
    auth: 'bot',
    limit: 'reaction',
    run: addOwnReaction,
  },
  {
    method: 'DELETE',
    url: `${basePath}/:emoji/@me`,
    auth: 'bot',
    limit: 'reaction',
    run: (discord, call) => removeReaction(discord, call, IDS.bot),
  },
  {
    method: 'DELETE',
    url: `${basePath}/:emoji/:user`,
    auth: 'bot',
    limit: 'reaction',
    run(discord, call) {
      assertChannelPermissions(discord, seenChannel(discord, call), PERMISSIONS.manageMessages)
      return removeReaction(discord, call, call.params['user']!)
    },
  },
  { method: 'GET', url: `${basePath}/:emoji`, auth: 'bot', run: reactionUsers },
  {
    method: 'DELETE',
    url: `${basePath}/:emoji`,
    auth: 'bot',
    run: (discord, call) => clearReactions(discord, call, requiredEmoji(call)),
  },
  {
    method: 'DELETE',
    url: basePath,
    auth: 'bot',
    run: (discord, call) => clearReactions(discord, call),
  },
]

const unknownEmoji = () => new DiscordRefusal(400, 10014, 'Unknown Emoji')

function requiredEmoji({ params }: Call): string {
  const emoji = params['emoji']!
  const isEmoji = /^(?:\p{Emoji}|\p{Emoji_Component})+$/u.test(emoji)
  if (!isEmoji || emoji.length > 16 || /^[\d#*]+$/.test(emoji)) throw unknownEmoji()

  return emoji
}

/** Adds a user's reaction; a repeated one changes nothing. */
function addReaction(discord: Discord, message: Message, emoji: string, user: string): void {
  const currentReactions = message.reactions ?? []
  const sameReaction = currentReactions.find((one) => one.emoji === emoji)
  if (sameReaction?.users.includes(user)) return
  if (!sameReaction && currentReactions.length >= MAX_REACTIONS)
    throw new DiscordRefusal(400, 30010, `Maximum number of reactions reached (${MAX_REACTIONS})`)

  const reactions = sameReaction
    ? currentReactions.map((one) =>
        one === sameReaction ? { emoji, users: [...one.users, user] } : one,
      )
    : [...currentReactions, { emoji, users: [user] }]
  discord.messages.save({ ...message, reactions })
}

function addOwnReaction(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  const message = messageIn(discord, channel, call)
  const emoji = requiredEmoji(call)
  const isNewEmoji = !message.reactions?.some((one) => one.emoji === emoji)

  assertChannelPermissions(
    discord,
    channel,
    PERMISSIONS.readHistory,
    ...(isNewEmoji && channel.type !== 1 ? [PERMISSIONS.addReactions] : []),
  )

  addReaction(discord, message, emoji, IDS.bot)

  return NO_CONTENT
}

function removeReaction(discord: Discord, call: Call, user: string): unknown {
  const message = messageIn(discord, seenChannel(discord, call), call)
  const emoji = requiredEmoji(call)
  if (!message.reactions?.some((one) => one.emoji === emoji && one.users.includes(user)))
    throw unknownEmoji()

  const reactions = message.reactions
    .map((one) =>
      one.emoji === emoji ? { emoji, users: one.users.filter((id) => id !== user) } : one,
    )
    .filter(({ users: userIds }) => userIds.length > 0)

  discord.messages.save({ ...message, reactions })

  return NO_CONTENT
}

function clearReactions(discord: Discord, call: Call, emoji?: string): unknown {
  const channel = seenChannel(discord, call)
  assertChannelPermissions(discord, channel, PERMISSIONS.manageMessages)
  const message = messageIn(discord, channel, call)
  const reactions = (message.reactions ?? []).filter(
    (one) => emoji !== undefined && one.emoji !== emoji,
  )
  discord.messages.save({ ...message, reactions })

  return NO_CONTENT
}

function reactionUsers(discord: Discord, call: Call): unknown {
  const message = messageIn(discord, seenChannel(discord, call), call)
  const emoji = requiredEmoji(call)
  const userIds = message.reactions?.find((one) => one.emoji === emoji)?.users ?? []

  return userIds.map((id) => {
    const user = discord.users.get(id)
    if (!user) throw unknownThing('user')

    return userReply(user)
  })
}
