import type { FastifyInstance } from 'fastify'

import { Refusal } from '../core/refusal.ts'
import { webhookToken } from '../discord/answers.ts'
import { visibleCommands } from '../discord/commands.ts'
import { endpointOf } from '../discord/endpoint.ts'
import { IDS, snowflake } from '../discord/ids.ts'
import { act, answersOf } from '../discord/interactions.ts'
import { joinGuild, leaveGuild, makeUser, setRoles } from '../discord/members.ts'
import { readChange, readMessage } from '../discord/message-input.ts'
import { edit, post } from '../discord/messages.ts'
import {
  changeSettings,
  settingsOf,
  type Discord,
  type Interaction,
  type Member,
  type Message,
  type User,
} from '../discord/model.ts'
import { decide, readConsent } from '../discord/oauth.ts'
import { BITS, channelPermissions } from '../discord/permissions.ts'
import { channelView, messageView, userView } from '../discord/views.ts'
import { filesIn, readAct, readSettings, userIn } from './chat-input.ts'
import { fieldsOf, numberIn, optionalText, textIn, type Fields } from './input.ts'
import type { World } from './world.ts'

/**
 * Discord: its current state, actions of people in the client, joins and leaves, and the portal's
 * switches.
 */
export function addChatCalls(app: FastifyInstance, { discord }: World): void {
  app.get('/sandbox/api/discord', async () => stateOf(discord))
  app.post('/sandbox/api/discord/interaction', async (request) =>
    playInteraction(discord, fieldsOf(request)),
  )

  app.post('/sandbox/api/discord/message', async (request) => {
    const fields = fieldsOf(request)
    const user = userIn(discord, fields)

    return messageView(
      discord,
      writeMessage(discord, user, {
        channel: textIn(fields, 'channel'),
        content: optionalText(fields, 'content') ?? '',
        files: filesIn(fields['files']),
      }),
    )
  })

  // A person edits their message; an empty text deletes it.
  app.post('/sandbox/api/discord/message/change', async (request) => {
    const fields = fieldsOf(request)
    const user = userIn(discord, fields)
    const message = discord.messages.get(textIn(fields, 'message'))
    if (message?.authorId !== user.id) throw new Error('nobody changes what another wrote')

    const content = optionalText(fields, 'content')
    if (content) edit(discord, message, { ...readChange({ content }) })
    else discord.messages.remove(message.id)

    return { success: true }
  })

  app.post('/sandbox/api/discord/member', async (request) =>
    changeMember(discord, fieldsOf(request)),
  )

  app.post('/sandbox/api/discord/authorize', async (request) => {
    const fields = fieldsOf(request)
    const url = new URL(textIn(fields, 'url'), 'http://localhost')
    const consent = readConsent(discord, Object.fromEntries(url.searchParams))

    return {
      redirect: decide(
        discord,
        consent,
        fields['deny'] === true ? null : userIn(discord, fields).id,
      ),
    }
  })

  app.post('/sandbox/api/discord/settings', async (request) =>
    changeSettings(discord, readSettings(fieldsOf(request))),
  )
}

/** A person writes into a channel they may write in. */
export function writeMessage(
  discord: Discord,
  user: User,
  written: { channel: string; content: string; files?: NonNullable<Message['files']> },
): Message {
  const { channel: named, content, files = [] } = written
  const channel =
    discord.channels.get(named) ??
    discord.channels.find((one) => one.type === 0 && one.name === named)
  if (!channel || !(channelPermissions(discord, user.id, channel) & BITS.sendMessages))
    throw new Refusal(403, 'this person cannot write there')

  return post(
    discord,
    { channel, authorId: user.id },
    files.length > 0 ? readChange({ content }) : readMessage({ content }),
    files.length > 0
      ? { files: files.map((file) => ({ ...file, id: snowflake(discord.core.clock) })) }
      : {},
  )
}

function stateOf(discord: Discord): object {
  return {
    application: {
      id: IDS.bot,
      publicKey: discord.core.credentials.discordPublicKey,
      endpoint: endpointOf(discord),
      verified: settingsOf(discord).verified === endpointOf(discord),
    },

    guild: {
      id: IDS.guild,
      roles: discord.roles
        .all()
        .map(({ id, name, position, permissions, managed }) => ({
          id,
          name,
          position,
          permissions,
          managed,
        }))
        .sort((a, b) => b.position - a.position),
    },

    users: discord.users
      .all()
      .filter((one) => !one.bot)
      .map((one) => userView(discord, one)),
    channels: discord.channels.all().map((one) => channelView(discord, one)),
    messages: discord.messages
      .all()
      .filter((one) => discord.channels.get(one.channelId))
      .map((one) => messageView(discord, one)),
    commands: visibleCommands(discord).map((one) => one.definition),
    interactions: discord.interactions
      .newestFirst()
      .slice(0, 50)
      .map(({ token: _token, ...one }) => one),
    trail: discord.trail.all().map(({ id: _id, ...one }) => ({
      ...one,
      user: discord.users.get(one.userId)?.username ?? one.userId,
    })),
    settings: settingsOf(discord),
    webhook: { id: IDS.webhook, path: `/webhooks/${IDS.webhook}/${webhookToken(discord)}` },
  }
}

async function playInteraction(discord: Discord, fields: Fields): Promise<object> {
  const interaction = await act(discord, readAct(discord, fields))
  const done = await settled(discord, interaction, numberIn(fields, 'waitMs') ?? 3000)

  return interactionView(discord, done)
}

/**
 * The person's view of an interaction: new or changed messages, a form, choices, or the error text.
 */
function interactionView(discord: Discord, one: Interaction): object {
  return {
    interactionId: one.id,
    status: one.failure === null ? 'answered' : 'failed',
    failure: one.failure,
    httpStatus: one.httpStatus,
    ms: one.ms,
    responseType: one.answered,
    messages: answersOf(discord, one).map((message) => messageView(discord, message)),
    modal: one.modal,
    choices: one.choices,
  }
}

/** Wait until 'is thinking…' has become an answer, at most `waitMs` milliseconds. */
export async function settled(
  discord: Discord,
  interaction: Interaction,
  waitMs: number,
): Promise<Interaction> {
  const end = Date.now() + waitMs
  while (Date.now() < end && answersOf(discord, interaction).some((one) => one.deferred))
    await new Promise((resolve) => setTimeout(resolve, 25))

  return discord.interactions.get(interaction.id)!
}

function changeMember(discord: Discord, fields: Fields): object {
  const action = textIn(fields, 'action')
  if (action === 'create') return userView(discord, makeUser(discord, textIn(fields, 'user')))

  const user = userIn(discord, fields)
  const member = discord.members.get(user.id)

  if (action === 'join' && !member) joinGuild(discord, user.id)
  else if (action === 'leave' && member) leaveGuild(discord, user.id)
  else if (action === 'dm') openMessages(discord, user, fields['open'])
  else if (action === 'mail') changeMail(discord, user, fields)
  else if (action === 'role') changeRole(discord, member, fields)
  else if (action !== 'join' && action !== 'leave')
    throw new Refusal(400, 'action must be join, leave, role, dm, mail or create')

  return userView(discord, discord.users.get(user.id)!)
}

/** Set a person's mail address ('' for none) and whether Discord has verified it. */
function changeMail(discord: Discord, user: User, fields: Fields): void {
  const verified = fields['verified']
  if (typeof verified !== 'boolean') throw new Refusal(400, 'verified must be true or false')

  const email = optionalText(fields, 'email') || null
  discord.users.save({ ...user, email, mailVerified: verified })
}

function openMessages(discord: Discord, user: User, open: unknown): void {
  if (typeof open !== 'boolean') throw new Refusal(400, 'open must be true or false')
  discord.users.save({ ...user, acceptsMessages: open })
}

/** A member of the guild gives or takes a role by hand; the bot gets no event for it. */
function changeRole(discord: Discord, member: Member | undefined, fields: Fields): void {
  if (!member) throw new Refusal(409, 'this person is not in the guild')

  const named = textIn(fields, 'role')
  const role =
    discord.roles.get(named) ??
    discord.roles.find((one) => one.name.toLowerCase() === named.toLowerCase())
  if (!role || role.id === IDS.guild) throw new Refusal(404, `no such role: ${named}`)

  const without = member.roles.filter((id) => id !== role.id)
  setRoles(discord, member, fields['on'] === false ? without : [...without, role.id], 'by hand')
}
