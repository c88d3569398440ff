import { readModal } from './components.ts'
import { DiscordRefusal, invalidForm, unknownThing } from './errors.ts'
import { Form } from './form.ts'
import { IDS } from './ids.ts'
import { readChange, readMessage, type MessageInput } from './message-input.ts'
import { editMessage, postMessage } from './messages.ts'
import type { Channel, Discord, Interaction, Json, Message } from './model.ts'
import { Answer, NO_CONTENT, isSameSecret, type Call, type Route } from './server.ts'
import { messageReply } from './wire.ts'

const TOKEN_LIFE_MS = 15 * 60_000
const EPHEMERAL = 64

const COMMAND = 2,
  COMPONENT = 3,
  AUTOCOMPLETE = 4,
  MODAL = 5

const EMPTY_MESSAGE: MessageInput = {
  flags: 0,
  nonce: null,
  enforceNonce: false,
  mentions: { parse: [], users: [], roles: [] },
  replyTo: null,
  files: [],
}

/**
 * Calls after an interaction: the first answer, and follow-ups for fifteen minutes. Channel
 * webhooks use the same routes.
 */
export const answerRoutes: readonly Route[] = [
  {
    method: 'POST',
    url: '/interactions/:interaction/:token/callback',
    auth: 'none',
    run: answerInteraction,
  },
  { method: 'POST', url: '/webhooks/:webhook/:token', auth: 'none', run: postFollowUp },
  {
    method: 'GET',
    url: '/webhooks/:webhook/:token/messages/:message',
    auth: 'none',
    run: (discord, call) => messageReply(discord, originalAnswer(discord, call)),
  },
  {
    method: 'PATCH',
    url: '/webhooks/:webhook/:token/messages/:message',
    auth: 'none',
    run: (discord, call) =>
      messageReply(
        discord,
        editMessage(
          discord,
          originalAnswer(discord, call),
          readChange(call.body, { files: call.files }),
        ),
      ),
  },
  {
    method: 'DELETE',
    url: '/webhooks/:webhook/:token/messages/:message',
    auth: 'none',
    run(discord, call) {
      discord.messages.remove(originalAnswer(discord, call).id)
      return NO_CONTENT
    },
  },
]

/**
 * Accepts the first answer {type, data} of an interaction; throws Discord's refusal if it is
 * invalid.
 */
export function takeAnswer(discord: Discord, interaction: Interaction, answer: unknown): void {
  if (interaction.answered !== null)
    throw new DiscordRefusal(400, 40060, 'Interaction has already been acknowledged.')

  const form = new Form()
  const { type, data } = form.object(answer, [], ['type', 'data'])
  form.done()

  const allowedAnswers: Record<number, readonly number[]> = {
    [COMMAND]: [4, 5, 9],
    [COMPONENT]: [4, 5, 6, 7, 9],
    [AUTOCOMPLETE]: [8],
    [MODAL]: interaction.messageId ? [4, 5, 6, 7] : [4, 5],
  }

  if (typeof type !== 'number' || !allowedAnswers[interaction.type]!.includes(type))
    throw invalidForm([
      {
        path: ['type'],
        code: 'BASE_TYPE_CHOICES',
        message: `Value must be one of {${allowedAnswers[interaction.type]!.join(', ')}}.`,
      },
    ])

  discord.interactions.save({
    ...interaction,
    answered: type,
    ...readAnswer(discord, interaction, type, data),
  })
}

function readAnswer(
  discord: Discord,
  interaction: Interaction,
  type: number,
  data: unknown,
): Partial<Interaction> {
  if (type === 4)
    return {
      originalId: postAnswer(discord, interaction, readMessage(data, { ephemeral: true })).id,
    }

  if (type === 5)
    return {
      originalId: postAnswer(
        discord,
        interaction,
        data === undefined ? EMPTY_MESSAGE : readChange(data, { ephemeral: true }),
        true,
      ).id,
    }

  if (type === 9) return { modal: readModalNow(data) }
  if (type === 8) return { choices: readChoices(data) }

  if (type === 7) editMessage(discord, sourceMessage(discord, interaction), readChange(data))

  return { originalId: interaction.messageId }
}

function postAnswer(
  discord: Discord,
  interaction: Interaction,
  messageInput: MessageInput,
  deferred = false,
): Message {
  const channel = discord.channels.get(interaction.channelId)
  if (!channel) throw unknownThing('channel')

  return postMessage(discord, { channel, authorId: IDS.bot }, messageInput, {
    token: interaction.token,
    webhookId: IDS.application,
    visibleTo: messageInput.flags & EPHEMERAL ? interaction.userId : null,
    deferred,
  })
}

function readModalNow(data: unknown): Json {
  const form = new Form()
  const modalForm = readModal(form, data)
  form.done()

  return modalForm
}

function readChoices(data: unknown): Json[] {
  const form = new Form()

  const rawChoices = form.list(
    form.object(data, ['data'], ['choices'])['choices'],
    ['data', 'choices'],
    25,
  )

  const choiceList = rawChoices.map((raw, index) => {
    const choiceFields = form.object(
      raw,
      ['data', 'choices', index],
      ['name', 'name_localizations', 'value'],
    )

    form.text(choiceFields['name'], ['data', 'choices', index, 'name'], 100, 1)

    return choiceFields
  })

  form.done()

  return choiceList
}

function sourceMessage(discord: Discord, interaction: Interaction): Message {
  const message = interaction.messageId ? discord.messages.get(interaction.messageId) : undefined
  if (!message) throw unknownThing('message')

  return message
}

function answerInteraction(discord: Discord, call: Call): Answer {
  const interaction = discord.interactions.get(call.params['interaction']!)

  if (
    !interaction ||
    !isSameSecret(interaction.token, call.params['token']!) ||
    interaction.failure !== null
  )
    throw unknownThing('interaction')

  takeAnswer(discord, interaction, call.body)

  return NO_CONTENT
}

/** The interaction of a follow-up; its token is valid for fifteen minutes. */
function interactionOf(discord: Discord, call: Call): Interaction {
  if (call.params['webhook'] !== IDS.application) throw unknownThing('webhook')

  const interaction = discord.interactions.find((one) =>
    isSameSecret(one.token, call.params['token']!),
  )
  if (!interaction) throw unknownThing('webhook')
  if (discord.core.clock.now() - interaction.createdAt > TOKEN_LIFE_MS)
    throw new DiscordRefusal(401, 50027, 'Invalid Webhook Token')
  // Follow-ups need a first answer.
  if (interaction.answered === null) throw unknownThing('webhook')

  return interaction
}

function originalAnswer(discord: Discord, call: Call): Message {
  const interaction = interactionOf(discord, call)
  const id =
    call.params['message'] === '@original' ? interaction.originalId : call.params['message']!
  const message = id ? discord.messages.get(id) : undefined
  if (!message || (message.token !== interaction.token && message.id !== interaction.originalId))
    throw unknownThing('message')

  return message
}

function postFollowUp(discord: Discord, call: Call): unknown {
  if (call.params['webhook'] === IDS.webhook) return postWebhook(discord, call)

  const interaction = interactionOf(discord, call)
  const messageInput = readMessage(call.body, { ephemeral: true, files: call.files })
  const waitingMessage = interaction.originalId
    ? discord.messages.get(interaction.originalId)
    : undefined

  return messageReply(
    discord,
    waitingMessage?.deferred
      ? editMessage(discord, waitingMessage, messageInput)
      : postAnswer(discord, interaction, messageInput),
  )
}

/** Posts by the webhook of the announcements channel, for shops without a bot. */
function postWebhook(discord: Discord, call: Call): unknown {
  if (!isSameSecret(call.params['token']!, webhookToken(discord)))
    throw new DiscordRefusal(401, 50027, 'Invalid Webhook Token')

  const channel: Channel = discord.channels.get(IDS.channels.announcements)!

  const message = postMessage(
    discord,
    { channel, authorId: IDS.bot },
    readMessage(call.body, { files: call.files }),
    {
      webhookId: IDS.webhook,
      webhookName: String((call.body as Json)['username'] ?? 'Loja'),
    },
  )

  return call.query.get('wait') === 'true' ? messageReply(discord, message) : NO_CONTENT
}

/** The token of the announcements channel's webhook. */
export const webhookToken = ({ core }: Discord): string =>
  core.credentials.discordClientSecret.split('').reverse().join('').padEnd(68, 'w')
