import type { FastifyInstance, FastifyReply } from 'fastify'

import { settled, writeMessage } from '../control/chat-calls.ts'
import { fieldsOf, optionalText, param, queryOf, textIn, type Fields } from '../control/input.ts'
import type { World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import { IDS } from '../discord/ids.ts'
import { act, type Act } from '../discord/interactions.ts'
import { joinGuild, leaveGuild, makeUser } from '../discord/members.ts'
import type { Discord, Json, User } from '../discord/model.ts'
import { decide, readConsent } from '../discord/oauth.ts'
import type { View } from './chat-messages.ts'
import { chatPage, consentPage } from './chat-views.ts'

/**
 * The chat of one person: channels, messages with buttons, slash commands, joins and leaves; and
 * the consent page of the account link.
 */
export function addChatPages(app: FastifyInstance, { discord }: World): void {
  app.get('/sandbox/chat', async (request, reply) =>
    send(reply, chatPage(discord, viewOf(discord, queryOf(request)))),
  )

  app.get('/sandbox/chat/authorize', async (request, reply) =>
    send(
      reply,
      consentPage(
        discord,
        readConsent(discord, queryOf(request)),
        new URLSearchParams(queryOf(request) as Record<string, string>).toString(),
      ),
    ),
  )

  app.post('/sandbox/chat/authorize', async (request, reply) => {
    const fields = fieldsOf(request)

    const consent = readConsent(
      discord,
      Object.fromEntries(new URLSearchParams(textIn(fields, 'query'))),
    )

    return reply.redirect(decide(discord, consent, optionalText(fields, 'user') ?? null), 303)
  })

  app.post('/sandbox/chat/people', async (request, reply) =>
    reply.redirect(
      `/sandbox/chat?as=${makeUser(discord, textIn(fieldsOf(request), 'name')).id}`,
      303,
    ),
  )

  app.post('/sandbox/chat/:user/:action', async (request, reply) => {
    const fields = fieldsOf(request)
    const user = personIn(discord, param(request, 'user'))
    const query = await play(discord, user, param(request, 'action'), fields)
    const seen = { as: user.id, channel: optionalText(fields, 'channel') ?? '', ...query }

    return reply.redirect(`/sandbox/chat?${new URLSearchParams(seen).toString()}`, 303)
  })
}

/** Run a pressed action; returns the query of the next page. */
async function play(
  discord: Discord,
  user: User,
  action: string,
  fields: Fields,
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
        channel: textIn(fields, 'channel'),
        content: textIn(fields, 'content'),
      })
      return {}

    case 'command':
      return interact(discord, {
        kind: 'command',
        userId: user.id,
        channelId: guildChannel(discord, fields),
        name: textIn(fields, 'name'),
        options: prefixed(fields, 'option.'),
      })

    case 'press':
      return interact(discord, {
        kind: 'button',
        userId: user.id,
        messageId: textIn(fields, 'message'),
        customId: textIn(fields, 'customId'),
        values: typeof fields['value'] === 'string' ? [fields['value']] : undefined,
      })

    case 'form':
      return interact(discord, {
        kind: 'modal',
        userId: user.id,
        interactionId: textIn(fields, 'interaction'),
        values: prefixed(fields, 'field.'),
      })

    default:
      throw new Refusal(404, 'no such action')
  }
}

async function interact(discord: Discord, input: Act): Promise<Record<string, string>> {
  const done = await settled(discord, await act(discord, input), 2000)
  if (done.failure !== null || done.modal) return { done: done.id }

  return {}
}

/** Commands are typed in the guild; from a DM they go to the support channel. */
const guildChannel = (discord: Discord, fields: Fields): string => {
  const id = optionalText(fields, 'channel') ?? ''
  return discord.channels.get(id)?.type === 0 ? id : IDS.channels.support
}

const prefixed = (fields: Fields, prefix: string): Json =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )

function viewOf(discord: Discord, { as, channel, done }: Record<string, string | undefined>): View {
  const person = personIn(discord, as || IDS.users.ana)
  const interaction = done ? discord.interactions.get(done) : undefined

  return {
    person,
    channelId: channel || IDS.channels.support,
    interaction: interaction?.userId === person.id ? interaction : null,
  }
}

function personIn(discord: Discord, id: string): User {
  const user = discord.users.get(id)
  if (!user || user.bot) throw new Refusal(404, 'Pessoa não encontrada.')

  return user
}

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
