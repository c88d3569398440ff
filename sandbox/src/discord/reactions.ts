import { seenChannel } from './channels.ts'
import { DiscordRefusal, unknown } from './errors.ts'
import { IDS } from './ids.ts'
import { messageIn } from './messages.ts'
import type { Discord, Message } from './model.ts'
import { assertChannelPermissions, BITS } from './permissions.ts'
import { NO_CONTENT, type Call, type Route } from './server.ts'
import { userReply } from './wire.ts'

const MOST = 20
const base = '/channels/:channel/messages/:message/reactions'

/** Reactions to messages, by Unicode emoji: the guild has no custom ones. */
export const reactionRoutes: readonly Route[] = [
  { method: 'PUT', url: `${base}/:emoji/@me`, auth: 'bot', limit: 'reaction', run: react },
  {
    method: 'DELETE',
    url: `${base}/:emoji/@me`,
    auth: 'bot',
    limit: 'reaction',
    run: (discord, call) => takeBack(discord, call, IDS.bot),
  },
  {
    method: 'DELETE',
    url: `${base}/:emoji/:user`,
    auth: 'bot',
    limit: 'reaction',
    run(discord, call) {
      assertChannelPermissions(discord, seenChannel(discord, call), BITS.manageMessages)
      return takeBack(discord, call, call.params['user']!)
    },
  },
  { method: 'GET', url: `${base}/:emoji`, auth: 'bot', run: peopleOf },
  {
    method: 'DELETE',
    url: `${base}/:emoji`,
    auth: 'bot',
    run: (discord, call) => clear(discord, call, emojiOf(call)),
  },
  { method: 'DELETE', url: base, auth: 'bot', run: (discord, call) => clear(discord, call) },
]

const unknownEmoji = () => new DiscordRefusal(400, 10014, 'Unknown Emoji')

function emojiOf({ params }: Call): string {
  const emoji = params['emoji']!
  const isEmoji = /^(?:\p{Emoji}|\p{Emoji_Component})+$/u.test(emoji)
  if (!isEmoji || emoji.length > 16 || /^[\d#*]+$/.test(emoji)) throw unknownEmoji()

  return emoji
}

/** Add a user's reaction; a second one with the same emoji changes nothing. */
function addReaction(discord: Discord, message: Message, emoji: string, user: string): void {
  const standing = message.reactions ?? []
  const same = standing.find((one) => one.emoji === emoji)
  if (same?.users.includes(user)) return
  if (!same && standing.length >= MOST)
    throw new DiscordRefusal(400, 30010, `Maximum number of reactions reached (${MOST})`)

  const reactions = same
    ? standing.map((one) => (one === same ? { emoji, users: [...one.users, user] } : one))
    : [...standing, { emoji, users: [user] }]
  discord.messages.save({ ...message, reactions })
}

function react(discord: Discord, call: Call): unknown {
  const channel = seenChannel(discord, call)
  const message = messageIn(discord, channel, call)
  const emoji = emojiOf(call)
  const isNew = !message.reactions?.some((one) => one.emoji === emoji)

  assertChannelPermissions(
    discord,
    channel,
    BITS.readHistory,
    ...(isNew && channel.type !== 1 ? [BITS.addReactions] : []),
  )

  addReaction(discord, message, emoji, IDS.bot)

  return NO_CONTENT
}

function takeBack(discord: Discord, call: Call, user: string): unknown {
  const message = messageIn(discord, seenChannel(discord, call), call)
  const emoji = emojiOf(call)
  if (!message.reactions?.some((one) => one.emoji === emoji && one.users.includes(user)))
    throw unknownEmoji()

  const reactions = message.reactions
    .map((one) =>
      one.emoji === emoji ? { emoji, users: one.users.filter((id) => id !== user) } : one,
    )
    .filter(({ users }) => users.length > 0)

  discord.messages.save({ ...message, reactions })

  return NO_CONTENT
}

function clear(discord: Discord, call: Call, emoji?: string): unknown {
  const channel = seenChannel(discord, call)
  assertChannelPermissions(discord, channel, BITS.manageMessages)
  const message = messageIn(discord, channel, call)
  const reactions = (message.reactions ?? []).filter(
    (one) => emoji !== undefined && one.emoji !== emoji,
  )
  discord.messages.save({ ...message, reactions })

  return NO_CONTENT
}

function peopleOf(discord: Discord, call: Call): unknown {
  const message = messageIn(discord, seenChannel(discord, call), call)
  const emoji = emojiOf(call)
  const users = message.reactions?.find((one) => one.emoji === emoji)?.users ?? []

  return users.map((id) => {
    const user = discord.users.get(id)
    if (!user) throw unknown('user')

    return userReply(user)
  })
}
