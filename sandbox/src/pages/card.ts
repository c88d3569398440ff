import type { FastifyInstance, FastifyReply } from 'fastify'

import { centsIn, param, fieldsOf, optionalText, type Fields } from '../control/input.ts'
import { tick, type World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import { isCardNumber, type Card } from '../stripe/cards.ts'
import { playDispute } from '../stripe/disputes.ts'
import type { Session, Stripe } from '../stripe/model.ts'
import { paySession, successUrl } from '../stripe/payments.ts'
import { createRefund } from '../stripe/refunds.ts'
import { recoverSession } from '../stripe/sessions.ts'
import { listPage, sessionPage } from './card-views.ts'

const DECLINES: Record<string, string> = {
  generic_decline: 'Seu cartão foi recusado.',
  insufficient_funds: 'Saldo insuficiente no cartão.',
  lost_card: 'Seu cartão foi recusado.',
  expired_card: 'Seu cartão está vencido.',
  incorrect_cvc: 'O código de segurança está incorreto.',
  processing_error: 'Erro ao processar o cartão. Tente de novo.',
  test_mode_live_card: 'Use um cartão de teste: números reais são recusados aqui.',
}

/**
 * The hosted card page: Stripe's page for the buyer, and after payment the actions of its
 * dashboard.
 */
export function addCardPages(app: FastifyInstance, world: World): void {
  const { stripe } = world
  app.get('/sandbox/card', async (_request, reply) => send(reply, listPage(stripe)))

  app.get('/sandbox/card/:sessionId', async (request, reply) => {
    tick(world)
    return send(
      reply,
      sessionPage(stripe, sessionOf(stripe, param(request, 'sessionId')), null, {}),
    )
  })

  app.get('/sandbox/card/:sessionId/recover', async (request, reply) => {
    const { id } = recoverSession(stripe, param(request, 'sessionId'))
    return reply.redirect(`/sandbox/card/${id}`, 303)
  })

  app.post('/sandbox/card/:sessionId', async (request, reply) => {
    tick(world)
    return pay(stripe, param(request, 'sessionId'), fieldsOf(request), reply)
  })

  app.post('/sandbox/card/:sessionId/dashboard', async (request, reply) => {
    const session = sessionOf(stripe, param(request, 'sessionId'))
    act(stripe, session, fieldsOf(request))

    return reply.redirect(`/sandbox/card/${session.id}`, 303)
  })
}

function pay(stripe: Stripe, id: string, fields: Fields, reply: FastifyReply): FastifyReply {
  const session = sessionOf(stripe, id)
  if (session.status !== 'open') return send(reply, sessionPage(stripe, session, null, fields))

  const card = readCard(fields)
  if (typeof card === 'string')
    return send(reply.code(422), sessionPage(stripe, session, card, fields))

  const result = paySession(stripe, id, card)
  if (result.paid) return reply.redirect(successUrl(result.session), 303)

  return send(
    reply.code(402),
    sessionPage(
      stripe,
      result.session,
      DECLINES[result.error?.decline_code ?? ''] ?? 'Seu cartão foi recusado.',
      fields,
    ),
  )
}

function act(stripe: Stripe, session: Session, fields: Fields): void {
  const charge = session.payment_intent
    ? stripe.intents.get(session.payment_intent)?.latest_charge
    : null
  if (!charge) throw new Refusal(409, 'Esta sessão não foi paga.')

  const action = String(fields['action'] ?? '')
  const amount = centsIn(fields['amount'])

  if (action === 'refund') createRefund(stripe, { charge, amount }, null)
  else
    playDispute(stripe, charge, action, {
      amount,
      reason: optionalText(fields, 'reason'),
      dispute: optionalText(fields, 'dispute'),
    })
}

function readCard(fields: Fields): Card | string {
  const number = String(fields['number'] ?? '').replace(/[\s-]/g, '')
  if (!isCardNumber(number)) return 'O número do cartão está incorreto.'

  const expiry = readExpiry(String(fields['expiry'] ?? ''))
  if (typeof expiry === 'string') return expiry
  if (!/^\d{3,4}$/.test(String(fields['cvc'] ?? '').trim()))
    return 'O código de segurança está incompleto.'

  const name = optionalText(fields, 'name')
  if (!name) return 'Informe o nome no cartão.'

  return { number, ...expiry, name, email: optionalText(fields, 'email') ?? null }
}

function readExpiry(text: string): Pick<Card, 'expMonth' | 'expYear'> | string {
  const [month = '', year = ''] = text.split('/').map((part) => part.trim())
  if (!/^(0?[1-9]|1[0-2])$/.test(month) || !/^(\d{2}|\d{4})$/.test(year))
    return 'A validade do cartão está incompleta.'

  const [expMonth, expYear] = [Number(month), 2000 + Number(year.slice(-2))]
  if (new Date(expYear, expMonth, 1).getTime() <= Date.now())
    return 'A validade do cartão já passou.'

  return { expMonth, expYear }
}

function sessionOf(stripe: Stripe, id: string): Session {
  const session = stripe.sessions.get(id)
  if (!session) throw new Refusal(404, 'Sessão de pagamento não encontrada.')

  return session
}

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
