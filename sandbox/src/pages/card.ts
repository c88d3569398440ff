import type { FastifyInstance, FastifyReply } from 'fastify'

import {
  optionalCents,
  pathParameter,
  bodyFieldsOf,
  optionalText,
  type Fields,
} from '../control/input.ts'
import { runDueWork, type World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import { isCardNumber, type Card } from '../stripe/cards.ts'
import { playDispute } from '../stripe/disputes.ts'
import type { Session, Stripe } from '../stripe/model.ts'
import { paySession, successUrl } from '../stripe/payments.ts'
import { createRefund } from '../stripe/refunds.ts'
import { recoverSession } from '../stripe/sessions.ts'
import { sessionListPage, sessionPage } from './card-views.ts'
import { say, type Texts } from './language.ts'

const declined: Texts = ['Seu cartão foi recusado.', 'Your card was declined.']

const DECLINE_TEXTS: Record<string, Texts> = {
  insufficient_funds: ['Saldo insuficiente no cartão.', 'The card has insufficient funds.'],
  expired_card: ['Seu cartão está vencido.', 'Your card has expired.'],
  incorrect_cvc: ['O código de segurança está incorreto.', 'The security code is incorrect.'],
  processing_error: [
    'Erro ao processar o cartão. Tente de novo.',
    'The card could not be processed. Try again.',
  ],
  test_mode_live_card: [
    'Use um cartão de teste: números reais são recusados aqui.',
    'Use a test card: real numbers are refused here.',
  ],
}

/**
 * The hosted card page: Stripe's page for the buyer and, after the payment, actions of Stripe's
 * dashboard.
 */
export function addCardPages(app: FastifyInstance, world: World): void {
  const { stripe } = world
  app.get('/sandbox/card', async (_request, reply) => sendPage(reply, sessionListPage(stripe)))

  app.get('/sandbox/card/:sessionId', async (request, reply) => {
    runDueWork(world)
    return sendPage(
      reply,
      sessionPage(stripe, sessionOf(stripe, pathParameter(request, 'sessionId')), null, {}),
    )
  })

  app.get('/sandbox/card/:sessionId/recover', async (request, reply) => {
    const { id } = recoverSession(stripe, pathParameter(request, 'sessionId'))
    return reply.redirect(`/sandbox/card/${id}`, 303)
  })

  app.post('/sandbox/card/:sessionId', async (request, reply) => {
    runDueWork(world)
    return payWithCard(stripe, pathParameter(request, 'sessionId'), bodyFieldsOf(request), reply)
  })

  app.post('/sandbox/card/:sessionId/dashboard', async (request, reply) => {
    const session = sessionOf(stripe, pathParameter(request, 'sessionId'))
    runDashboardAction(stripe, session, bodyFieldsOf(request))

    return reply.redirect(`/sandbox/card/${session.id}`, 303)
  })
}

function payWithCard(
  stripe: Stripe,
  id: string,
  fields: Fields,
  reply: FastifyReply,
): FastifyReply {
  const session = sessionOf(stripe, id)
  if (session.status !== 'open') return sendPage(reply, sessionPage(stripe, session, null, fields))

  const cardInput = readCardFields(fields)
  if (typeof cardInput === 'string')
    return sendPage(reply.code(422), sessionPage(stripe, session, cardInput, fields))

  const payResult = paySession(stripe, id, cardInput)
  if (payResult.paid) return reply.redirect(successUrl(payResult.session), 303)

  return sendPage(
    reply.code(402),
    sessionPage(
      stripe,
      payResult.session,
      say(...(DECLINE_TEXTS[payResult.error?.decline_code ?? ''] ?? declined)),
      fields,
    ),
  )
}

function runDashboardAction(stripe: Stripe, session: Session, fields: Fields): void {
  const charge = session.payment_intent
    ? stripe.intents.get(session.payment_intent)?.latest_charge
    : null
  if (!charge) throw new Refusal(409, say('Esta sessão não foi paga.', 'This session is not paid.'))

  const actionName = String(fields['action'] ?? '')
  const amountCents = optionalCents(fields['amount'])

  if (actionName === 'refund') createRefund(stripe, { charge, amount: amountCents }, null)
  else
    playDispute(stripe, charge, actionName, {
      amount: amountCents,
      reason: optionalText(fields, 'reason'),
      dispute: optionalText(fields, 'dispute'),
    })
}

function readCardFields(fields: Fields): Card | string {
  const cardNumber = String(fields['number'] ?? '').replace(/[\s-]/g, '')
  if (!isCardNumber(cardNumber))
    return say('O número do cartão está incorreto.', 'The card number is incorrect.')

  const expiryDate = readExpiry(String(fields['expiry'] ?? ''))
  if (typeof expiryDate === 'string') return expiryDate
  if (!/^\d{3,4}$/.test(String(fields['cvc'] ?? '').trim()))
    return say('O código de segurança está incompleto.', 'The security code is incomplete.')

  const holderName = optionalText(fields, 'name')
  if (!holderName) return say('Informe o nome no cartão.', 'Enter the name on the card.')

  return {
    number: cardNumber,
    ...expiryDate,
    name: holderName,
    email: optionalText(fields, 'email') ?? null,
  }
}

function readExpiry(text: string): Pick<Card, 'expMonth' | 'expYear'> | string {
  const [month = '', year = ''] = text.split('/').map((part) => part.trim())
  if (!/^(0?[1-9]|1[0-2])$/.test(month) || !/^(\d{2}|\d{4})$/.test(year))
    return say('A validade do cartão está incompleta.', 'The expiry date is incomplete.')

  const [expMonth, expYear] = [Number(month), 2000 + Number(year.slice(-2))]
  if (new Date(expYear, expMonth, 1).getTime() <= Date.now())
    return say('A validade do cartão já passou.', 'The expiry date is in the past.')

  return { expMonth, expYear }
}

function sessionOf(stripe: Stripe, id: string): Session {
  const session = stripe.sessions.get(id)
  if (!session)
    throw new Refusal(404, say('Sessão de pagamento não encontrada.', 'No such payment session.'))

  return session
}

const sendPage = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
