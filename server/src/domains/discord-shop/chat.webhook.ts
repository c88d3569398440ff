import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'
import { inLanguage } from '@chaveiro/contracts/localized'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { App } from '../../platform/app.ts'
import { fail, Failure } from '../../platform/errors.ts'
import { isSignedBy } from '../../platform/secrets/ed25519.ts'
import { plainChat } from '../../platform/text/chat-text.ts'
import type { ChatAnswer } from '../../ports/chat.ts'
import { acceptInteraction } from './chat.acts.ts'
import { findBuyer } from './chat.people.ts'
import {
  isOtherKind,
  isPing,
  languageIn,
  readInteraction,
  type Interaction,
} from './chat.reading.ts'
import { suggestChoices, replaceMessage, replyPrivately, thinking } from './chat.replies.ts'
import {
  askPayer,
  browseShop,
  isQuantity,
  offerChosen,
  offerTyped,
  suggestProducts,
} from './chat.shop.ts'
import { acceptForStaff } from './chat.staff.ts'
import { acceptClosing, acceptTicket, askSubject, askToClose } from './chat.tickets.ts'
import { chatWords } from './chat.words.ts'

// Maximum age of a signed request, so that a recorded request cannot be replayed later.
const oldestSeconds = 300
const bodyLimit = 262_144

/**
 * The chat service's webhook: signed requests, answered within three seconds. An interaction that
 * changes something is stored once by its id, and a job carries it out. Errors are explained in a
 * message: an HTTP error would only show the person that the interaction failed.
 */
export async function mountChat(http: FastifyInstance, app: App): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, rawBody, done) =>
      done(null, rawBody),
    )

    const onRequest = async ({ headers }: FastifyRequest) => {
      if (!app.config.chat.publicKey) throw fail('chat.off')
      if (!headers['x-signature-ed25519']) throw fail('chat.signature')
    }

    const routeOptions = { bodyLimit, onRequest, config: { isUnknown: true } }

    scope.post('/api/webhooks/discord', routeOptions, async (request, reply) => {
      const signedBody = assertSigned(app, request)
      if (isPing(signedBody)) return reply.send({ type: 1 })

      const interaction = readInteraction(signedBody)

      if (!interaction) {
        if (!isOtherKind(signedBody)) throw fail('request.malformed')
        return reply.send(
          replyPrivately({ content: inLanguage(languageIn(signedBody), chatWords.unknown) }),
        )
      }

      return reply.send(await answerInteraction(app, interaction))
    })
  })
}

function assertSigned(app: App, request: FastifyRequest): unknown {
  const { publicKey } = app.config.chat
  if (!publicKey) throw fail('chat.off')

  const [signature, timestamp] = [
    request.headers['x-signature-ed25519'],
    request.headers['x-signature-timestamp'],
  ]

  const bodyBytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0)

  if (
    typeof signature !== 'string' ||
    typeof timestamp !== 'string' ||
    !/^\d{1,12}$/.test(timestamp)
  )
    throw fail('chat.signature')

  const isFresh = Math.abs(app.clock.now().getTime() / 1000 - Number(timestamp)) <= oldestSeconds
  if (
    !isFresh ||
    !isSignedBy(publicKey, signature, Buffer.concat([Buffer.from(timestamp), bodyBytes]))
  )
    throw fail('chat.signature')

  try {
    return JSON.parse(bodyBytes.toString())
  } catch {
    throw fail('request.malformed')
  }
}

async function answerInteraction(app: App, interaction: Interaction): Promise<ChatAnswer> {
  const replyText = (content: string): ChatAnswer =>
    interaction.kind === 'autocomplete' ? suggestChoices([]) : replyPrivately({ content })

  try {
    if (!app.providers.chat)
      return replyText(inLanguage(interaction.language, fail('chat.off').text))
    if (interaction.guildId !== null && interaction.guildId !== app.providers.chat.guildId)
      return replyText(inLanguage(interaction.language, chatWords.elsewhere))

    await app.limits.count('chat', interaction.person.id)

    return (
      (await routeInteraction(app, interaction)) ??
      replyText(inLanguage(interaction.language, chatWords.unknown))
    )
  } catch (error) {
    if (error instanceof Failure)
      return replyText(plainChat(inLanguage(interaction.language, error.text)))

    app.log.error(
      { err: error, kind: interaction.kind, name: interaction.name.split(':')[0] },
      'an interaction of the chat failed',
    )

    return replyText(inLanguage(interaction.language, chatWords.unexpected))
  }
}

async function routeInteraction(app: App, interaction: Interaction): Promise<ChatAnswer | null> {
  if (interaction.kind === 'autocomplete') return suggestProducts(app, interaction)
  if (interaction.kind === 'command') return runCommand(app, interaction)

  const [name, first = '', second = ''] = interaction.name.split(':')

  switch (name) {
    case 'shop':
      return shopStep(app, interaction, first, second)
    case 'pay':
      return interaction.kind === 'form'
        ? acceptPayment(app, interaction, first, Number(second))
        : askPayer(app, interaction, interaction.name)
    case 'ticket':
      return ticketStep(app, interaction, first, second)
    default:
      return null
  }
}

/** A step of a purchase: list the products, offer one, or change its quantity. */
async function shopStep(
  app: App,
  interaction: Interaction,
  step: string,
  subject: string,
): Promise<ChatAnswer | null> {
  const value = interaction.values[0] ?? ''
  switch (step) {
    case 'browse':
      return browseShop(app, interaction)
    case 'product':
      return offerChosen(app, interaction, value, Number(subject))
    case 'quantity':
      return offerChosen(app, interaction, subject, Number(value))
    default:
      return null
  }
}

async function ticketStep(
  app: App,
  interaction: Interaction,
  step: string,
  argument: string,
): Promise<ChatAnswer | null> {
  switch (step) {
    case 'ask':
      return askSubject(interaction)
    case 'open':
      return interaction.kind === 'form'
        ? acceptTicket(app, interaction, interaction.fields['subject'] ?? '')
        : null
    case 'close':
      return argument === 'yes' ? acceptClosing(app, interaction) : askToClose(app, interaction)
    default:
      return null
  }
}

async function runCommand(app: App, interaction: Interaction): Promise<ChatAnswer | null> {
  const optionValue = (name: string): string => interaction.options[name] ?? ''
  switch (interaction.name) {
    case 'comprar':
      return offerTyped(app, interaction)
    case 'ticket':
      return acceptTicket(app, interaction, optionValue('assunto'))

    case 'notify':
      return acceptForStaff(app, interaction, {
        kind: 'notify',
        type: optionValue('tipo'),
        title: optionValue('titulo'),
        message: optionValue('mensagem'),
      })

    case 'painel':
      return interaction.channelId &&
        (optionValue('tipo') === 'shop' || optionValue('tipo') === 'tickets')
        ? acceptForStaff(app, interaction, {
            kind: 'panel',
            panel: optionValue('tipo') as 'shop',
            channelId: interaction.channelId,
          })
        : null

    default:
      return null
  }
}

/**
 * Handle the submitted form of the payer. A wrong CPF is reported at once; the checkout checks the
 * other fields.
 */
async function acceptPayment(
  app: App,
  interaction: Interaction,
  productId: string,
  quantity: number,
): Promise<ChatAnswer | null> {
  const cpf = (interaction.fields['cpf'] ?? '').replace(/\D/g, '')
  if (!isQuantity(quantity) || !/^[0-9a-f-]{36}$/.test(productId) || !interaction.channelId)
    return null

  const buyer = await findBuyer(app, interaction)
  if ('refusal' in buyer) return replyPrivately(buyer.refusal)
  if (cpf.length !== 11 || !isValidCpf(cpf))
    return replyPrivately({ content: inLanguage(interaction.language, chatWords.cpfWrong) })

  await acceptInteraction(app, interaction, {
    kind: 'buy',
    productId,
    quantity,
    cpf,
    coupon: interaction.fields['coupon'] ?? '',
    messageId: interaction.messageId ?? interaction.id,
    channelId: interaction.channelId,
  })

  return interaction.messageId
    ? replaceMessage({ content: inLanguage(interaction.language, chatWords.preparing) })
    : thinking
}
