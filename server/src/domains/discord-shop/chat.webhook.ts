import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'
import { inLanguage } from '@chaveiro/contracts/localized'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { isSignedBy } from '../../platform/ed25519.ts'
import { fail, Failure } from '../../platform/errors.ts'
import type { ChatAnswer } from '../../ports/chat.ts'
import { acceptInteraction } from './chat.acts.ts'
import { buyerOf } from './chat.people.ts'
import { isPing, readInteraction, type Interaction } from './chat.reading.ts'
import { choices, instead, onlyYou, thinking } from './chat.replies.ts'
import { askPayer, browse, isQuantity, offerChosen, offerTyped, suggest } from './chat.shop.ts'
import { acceptForStaff } from './chat.staff.ts'
import { acceptClosing, acceptTicket, askSubject, askToClose } from './chat.tickets.ts'
import { chatWords } from './chat.words.ts'

const oldestSeconds = 300
const bodyLimit = 262_144

/**
 * Where the chat service brings what people do there: signed bytes, answered within three seconds.
 * What changes something is kept once by its number and done by a job; whatever goes wrong is told
 * to the person, never answered as a fault.
 */
export async function mountChat(http: FastifyInstance, app: App): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/api/webhooks/discord', { bodyLimit }, async (request, reply) => {
      const body = assertSigned(app, request)
      if (isPing(body)) return reply.send({ type: 1 })
      const asked = readInteraction(body)
      if (!asked) throw fail('request.malformed')
      return reply.send(await answer(app, asked))
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
  const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
  if (
    typeof signature !== 'string' ||
    typeof timestamp !== 'string' ||
    !/^\d{1,12}$/.test(timestamp)
  )
    throw fail('chat.signature')
  const isFresh = Math.abs(app.clock.now().getTime() / 1000 - Number(timestamp)) <= oldestSeconds
  if (!isFresh || !isSignedBy(publicKey, signature, Buffer.concat([Buffer.from(timestamp), bytes])))
    throw fail('chat.signature')
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw fail('request.malformed')
  }
}

async function answer(app: App, asked: Interaction): Promise<ChatAnswer> {
  const say = (content: string): ChatAnswer =>
    asked.kind === 'autocomplete' ? choices([]) : onlyYou({ content })
  try {
    if (!app.providers.chat) return say(inLanguage(asked.language, fail('chat.off').text))
    if (asked.guildId !== null && asked.guildId !== app.providers.chat.guildId)
      return say(inLanguage(asked.language, chatWords.elsewhere))
    await app.limits.count('chat', asked.person.id)
    return (await route(app, asked)) ?? say(inLanguage(asked.language, chatWords.unknown))
  } catch (error) {
    if (error instanceof Failure) return say(inLanguage(asked.language, error.text))
    app.log.error(
      { err: error, kind: asked.kind, name: asked.name.split(':')[0] },
      'an interaction of the chat failed',
    )
    return say(inLanguage(asked.language, chatWords.unexpected))
  }
}

async function route(app: App, asked: Interaction): Promise<ChatAnswer | null> {
  if (asked.kind === 'autocomplete') return suggest(app, asked)
  if (asked.kind === 'command') return command(app, asked)
  const [name, first = '', second = ''] = asked.name.split(':')
  switch (name) {
    case 'shop':
      return shopStep(app, asked, first, second)
    case 'pay':
      return asked.kind === 'form'
        ? pay(app, asked, first, Number(second))
        : askPayer(app, asked, asked.name)
    case 'ticket':
      return ticketStep(app, asked, first, second)
    default:
      return null
  }
}

/** A step towards buying: what is on sale, a product chosen, how many of it. */
async function shopStep(
  app: App,
  asked: Interaction,
  step: string,
  about: string,
): Promise<ChatAnswer | null> {
  const value = asked.values[0] ?? ''
  switch (step) {
    case 'browse':
      return browse(app, asked)
    case 'product':
      return offerChosen(app, asked, value, Number(about))
    case 'quantity':
      return offerChosen(app, asked, about, Number(value))
    default:
      return null
  }
}

async function ticketStep(
  app: App,
  asked: Interaction,
  step: string,
  given: string,
): Promise<ChatAnswer | null> {
  switch (step) {
    case 'ask':
      return askSubject(asked)
    case 'open':
      return asked.kind === 'form' ? acceptTicket(app, asked, asked.fields['subject'] ?? '') : null
    case 'close':
      return given === 'yes' ? acceptClosing(app, asked) : askToClose(app, asked)
    default:
      return null
  }
}

async function command(app: App, asked: Interaction): Promise<ChatAnswer | null> {
  const option = (name: string): string => asked.options[name] ?? ''
  switch (asked.name) {
    case 'comprar':
      return offerTyped(app, asked)
    case 'ticket':
      return acceptTicket(app, asked, option('assunto'))
    case 'notify':
      return acceptForStaff(app, asked, {
        kind: 'notify',
        type: option('tipo'),
        title: option('titulo'),
        message: option('mensagem'),
      })
    case 'painel':
      return asked.channelId && (option('tipo') === 'shop' || option('tipo') === 'tickets')
        ? acceptForStaff(app, asked, {
            kind: 'panel',
            panel: option('tipo') as 'shop',
            channelId: asked.channelId,
          })
        : null
    default:
      return null
  }
}

/** The form with who pays was sent: what can be judged now is, the rest the checkout judges. */
async function pay(
  app: App,
  asked: Interaction,
  productId: string,
  quantity: number,
): Promise<ChatAnswer | null> {
  const cpf = (asked.fields['cpf'] ?? '').replace(/\D/g, '')
  if (!isQuantity(quantity) || !/^[0-9a-f-]{36}$/.test(productId) || !asked.channelId) return null
  const who = await buyerOf(app, asked)
  if ('refusal' in who) return onlyYou(who.refusal)
  if (cpf.length !== 11 || !isValidCpf(cpf))
    return onlyYou({ content: inLanguage(asked.language, chatWords.cpfWrong) })
  await acceptInteraction(app, asked, {
    kind: 'buy',
    productId,
    quantity,
    cpf,
    coupon: asked.fields['coupon'] ?? '',
    messageId: asked.messageId ?? asked.id,
    channelId: asked.channelId,
  })
  return asked.messageId
    ? instead({ content: inLanguage(asked.language, chatWords.preparing) })
    : thinking
}
