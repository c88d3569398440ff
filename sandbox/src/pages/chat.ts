import type { FastifyInstance, FastifyReply } from 'fastify'

import { waitForAnswer, writeMessage } from '../control/chat-calls.ts'
import {
  bodyFieldsOf,
  optionalText,
  pathParameter,
  queryFieldsOf,
  requiredText,
  type Fields,
} from '../control/input.ts'
import type { World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import { IDS } from '../discord/ids.ts'
import { performAction, type Act } from '../discord/interactions.ts'
import { joinGuild, leaveGuild, createUser } from '../discord/members.ts'
import type { Discord, Json, User } from '../discord/model.ts'
import { decideConsent, readConsent } from '../discord/oauth.ts'
import type { View } from './chat-messages.ts'
import { chatPage, consentPage } from './chat-views.ts'
import { say } from './language.ts'

/**
 * The chat of one person (channels, messages with buttons, slash commands, joins and leaves), and
 * the consent page of the account link.
 */
export function addChatPages(app: FastifyInstance, { discord }: World): void {
  app.get('/sandbox/chat', async (request, reply) =>
    sendPage(reply, chatPage(discord, chatView(discord, queryFieldsOf(request)))),
  )

  app.get('/sandbox/chat/authorize', async (request, reply) =>
    sendPage(
      reply,
      consentPage(
        discord,
        readConsent(discord, queryFieldsOf(request)),
        new URLSearchParams(queryFieldsOf(request) as Record<string, string>).toString(),
      ),
    ),
  )

  app.post('/sandbox/chat/authorize', async (request, reply) => {
    const bodyFields = bodyFieldsOf(request)

    const consent = readConsent(
      discord,
      Object.fromEntries(new URLSearchParams(requiredText(bodyFields, 'query'))),
    )

    return reply.redirect(
      decideConsent(discord, consent, optionalText(bodyFields, 'user') ?? null),
      303,
    )
  })

  app.post('/sandbox/chat/people', async (request, reply) =>
    reply.redirect(
      `/sandbox/chat?as=${createUser(discord, requiredText(bodyFieldsOf(request), 'name')).id}`,
      303,
    ),
  )

  app.post('/sandbox/chat/:user/:action', async (request, reply) => {
    const bodyFields = bodyFieldsOf(request)
    const user = requiredPerson(discord, pathParameter(request, 'user'))
    const nextQuery = await playAction(discord, user, pathParameter(request, 'action'), bodyFields)
    const pageQuery = {
      as: user.id,
      channel: optionalText(bodyFields, 'channel') ?? '',
      ...nextQuery,
    }

    return reply.redirect(`/sandbox/chat?${new URLSearchParams(pageQuery).toString()}`, 303)
  })
}

/** Performs the action of a pressed button; returns the query of the next page. */
async function playAction(
  discord: Discord,
  user: User,
  action: string,
  bodyFields: Fields,
): Promise<Record<string, string>> {
  switch (action) {
    case 'join':
      if (!discord.members.get(user.id)) joinGuild(discord, user.id)
      return {}
    case 'leave':
      leaveGuild(discord, user.id)
      return {}
    case 'dms':
      discord.users.save({ ...user, acceptsMessages: !user.acceptsMessages })
      return {}

    case 'write':
      writeMessage(discord, user, {
        channel: requiredText(bodyFields, 'channel'),
        content: requiredText(bodyFields, 'content'),
      })
      return {}

    case 'command':
      return sendInteraction(discord, {
        kind: 'command',
        userId: user.id,
        channelId: guildChannel(discord, bodyFields),
        name: requiredText(bodyFields, 'name'),
        options: fieldsWithPrefix(bodyFields, 'option.'),
      })

    case 'press':
      return sendInteraction(discord, {
        kind: 'button',
        userId: user.id,
        messageId: requiredText(bodyFields, 'message'),
        customId: requiredText(bodyFields, 'customId'),
        values: typeof bodyFields['value'] === 'string' ? [bodyFields['value']] : undefined,
      })

    case 'form':
      return sendInteraction(discord, {
        kind: 'modal',
        userId: user.id,
        interactionId: requiredText(bodyFields, 'interaction'),
        values: fieldsWithPrefix(bodyFields, 'field.'),
      })

    default:
      throw new Refusal(404, 'no such action')
  }
}

async function sendInteraction(discord: Discord, input: Act): Promise<Record<string, string>> {
  const settledInteraction = await waitForAnswer(discord, await performAction(discord, input), 2000)
  if (settledInteraction.failure !== null || settledInteraction.modal)
    return { done: settledInteraction.id }

  return {}
}

/** Slash commands run in the guild; those typed in a DM run in the support channel. */
const guildChannel = (discord: Discord, bodyFields: Fields): string => {
  const id = optionalText(bodyFields, 'channel') ?? ''
  return discord.channels.get(id)?.type === 0 ? id : IDS.channels.support
}

const fieldsWithPrefix = (bodyFields: Fields, prefix: string): Json =>
  Object.fromEntries(
    Object.entries(bodyFields)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )

function chatView(
  discord: Discord,
  { as, channel, done: settledInteraction }: Record<string, string | undefined>,
): View {
  const person = requiredPerson(discord, as || IDS.users.ana)
  const interaction = settledInteraction ? discord.interactions.get(settledInteraction) : undefined

  return {
    person,
    channelId: channel || IDS.channels.support,
    interaction: interaction?.userId === person.id ? interaction : null,
  }
}

function requiredPerson(discord: Discord, id: string): User {
  const user = discord.users.get(id)
  if (!user || user.bot) throw new Refusal(404, say('Pessoa não encontrada.', 'No such person.'))

  return user
}

const sendPage = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
