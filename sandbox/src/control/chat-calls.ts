import type { FastifyInstance } from 'fastify'

import { Refusal } from '../core/refusal.ts'
import { webhookToken } from '../discord/answers.ts'
import { visibleCommands } from '../discord/commands.ts'
import { endpointOf } from '../discord/endpoint.ts'
import { IDS, snowflake } from '../discord/ids.ts'
import { performAction, answersOf } from '../discord/interactions.ts'
import { joinGuild, leaveGuild, createUser, saveRoles } from '../discord/members.ts'
import { readChange, readMessage } from '../discord/message-input.ts'
import { editMessage, postMessage } from '../discord/messages.ts'
import {
  changeSettings,
  settingsOf,
  type Discord,
  type Interaction,
  type Member,
  type Message,
  type User,
} from '../discord/model.ts'
import { decideConsent, readConsent } from '../discord/oauth.ts'
import { PERMISSIONS, channelPermissions } from '../discord/permissions.ts'
import { channelView, messageView, userView } from '../discord/views.ts'
import { readFiles, readAction, readSettings, requiredUser } from './chat-input.ts'
import { bodyFieldsOf, optionalNumber, optionalText, requiredText, type Fields } from './input.ts'
import type { World } from './world.ts'

/**
 * Discord: the current state, actions of people in the client, joins and leaves, and the developer
 * portal's settings.
 */
export function addChatCalls(app: FastifyInstance, { discord }: World): void {
  app.get('/sandbox/api/discord', async () => discordState(discord))
  app.post('/sandbox/api/discord/interaction', async (request) =>
    playInteraction(discord, bodyFieldsOf(request)),
  )

  app.post('/sandbox/api/discord/message', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const user = requiredUser(discord, bodyFields)

    return messageView(
      discord,
      writeMessage(discord, user, {
        channel: requiredText(bodyFields, 'channel'),
        content: optionalText(bodyFields, 'content') ?? '',
        files: readFiles(bodyFields['files']),
      }),
    )
  })

  // A person edits their message; an empty text deletes it.
  app.post('/sandbox/api/discord/message/change', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const user = requiredUser(discord, bodyFields)
    const message = discord.messages.get(requiredText(bodyFields, 'message'))
    if (message?.authorId !== user.id) throw new Error('nobody changes what another wrote')

    const newContent = optionalText(bodyFields, 'content')
    if (newContent) editMessage(discord, message, { ...readChange({ content: newContent }) })
    else discord.messages.remove(message.id)

    return { success: true }
  })

  app.post('/sandbox/api/discord/member', async (request) =>
    changeMember(discord, bodyFieldsOf(request)),
  )

  app.post('/sandbox/api/discord/authorize', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const url = new URL(requiredText(bodyFields, 'url'), 'http://localhost')
    const consentRequest = readConsent(discord, Object.fromEntries(url.searchParams))

    return {
      redirect: decideConsent(
        discord,
        consentRequest,
        bodyFields['deny'] === true ? null : requiredUser(discord, bodyFields).id,
      ),
    }
  })

  app.post('/sandbox/api/discord/settings', async (request) =>
    changeSettings(discord, readSettings(bodyFieldsOf(request))),
  )
}

/** Sends a person's message to a channel that permits it. */
export function writeMessage(
  discord: Discord,
  user: User,
  written: { channel: string; content: string; files?: NonNullable<Message['files']> },
): Message {
  const { channel: roleName, content: newContent, files = [] } = written
  const channel =
    discord.channels.get(roleName) ??
    discord.channels.find((one) => one.type === 0 && one.name === roleName)
  if (!channel || !(channelPermissions(discord, user.id, channel) & PERMISSIONS.sendMessages))
    throw new Refusal(403, 'this person cannot write there')

  return postMessage(
    discord,
    { channel, authorId: user.id },
    files.length > 0 ? readChange({ content: newContent }) : readMessage({ content: newContent }),
    files.length > 0
      ? { files: files.map((file) => ({ ...file, id: snowflake(discord.core.clock) })) }
      : {},
  )
}

function discordState(discord: Discord): object {
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

async function playInteraction(discord: Discord, bodyFields: Fields): Promise<object> {
  const interaction = await performAction(discord, readAction(discord, bodyFields))
  const settledInteraction = await waitForAnswer(
    discord,
    interaction,
    optionalNumber(bodyFields, 'waitMs') ?? 3000,
  )

  return interactionView(discord, settledInteraction)
}

/**
 * The person's view of an interaction: new or changed messages, a modal, choices, or the error
 * text.
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

/** Waits until an answer replaces 'is thinking…', at most `waitMs` milliseconds. */
export async function waitForAnswer(
  discord: Discord,
  interaction: Interaction,
  waitMs: number,
): Promise<Interaction> {
  const deadlineAt = Date.now() + waitMs
  while (Date.now() < deadlineAt && answersOf(discord, interaction).some((one) => one.deferred))
    await new Promise((resolve) => setTimeout(resolve, 25))

  return discord.interactions.get(interaction.id)!
}

function changeMember(discord: Discord, bodyFields: Fields): object {
  const actionName = requiredText(bodyFields, 'action')
  if (actionName === 'create')
    return userView(discord, createUser(discord, requiredText(bodyFields, 'user')))

  const user = requiredUser(discord, bodyFields)
  const member = discord.members.get(user.id)

  if (actionName === 'join' && !member) joinGuild(discord, user.id)
  else if (actionName === 'leave' && member) leaveGuild(discord, user.id)
  else if (actionName === 'dm') openMessages(discord, user, bodyFields['open'])
  else if (actionName === 'mail') changeMail(discord, user, bodyFields)
  else if (actionName === 'role') changeRole(discord, member, bodyFields)
  else if (actionName !== 'join' && actionName !== 'leave')
    throw new Refusal(400, 'action must be join, leave, role, dm, mail or create')

  return userView(discord, discord.users.get(user.id)!)
}

/** Sets a person's mail address ('' for none) and whether Discord has verified it. */
function changeMail(discord: Discord, user: User, bodyFields: Fields): void {
  const verifiedField = bodyFields['verified']
  if (typeof verifiedField !== 'boolean') throw new Refusal(400, 'verified must be true or false')

  const mailAddress = optionalText(bodyFields, 'email') || null
  discord.users.save({ ...user, email: mailAddress, mailVerified: verifiedField })
}

function openMessages(discord: Discord, user: User, open: unknown): void {
  if (typeof open !== 'boolean') throw new Refusal(400, 'open must be true or false')
  discord.users.save({ ...user, acceptsMessages: open })
}

/** Adds or removes a member's role as a moderator would; Discord sends the bot no event. */
function changeRole(discord: Discord, member: Member | undefined, bodyFields: Fields): void {
  if (!member) throw new Refusal(409, 'this person is not in the guild')

  const roleName = requiredText(bodyFields, 'role')
  const role =
    discord.roles.get(roleName) ??
    discord.roles.find((one) => one.name.toLowerCase() === roleName.toLowerCase())
  if (!role || role.id === IDS.guild) throw new Refusal(404, `no such role: ${roleName}`)

  const otherRoles = member.roles.filter((id) => id !== role.id)
  saveRoles(
    discord,
    member,
    bodyFields['on'] === false ? otherRoles : [...otherRoles, role.id],
    'by hand',
  )
}
