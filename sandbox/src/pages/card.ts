import type { FastifyInstance, FastifyReply } from 'fastify'
import { centsIn, param, fieldsOf, optionalText, type Fields } from '../control/input.ts'
import { tick, type World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import { isCardNumber, type Card } from '../stripe/cards.ts'
import { canMove, DISPUTE_REASONS, disputable, playDispute, takenOf } from '../stripe/disputes.ts'
import type { Charge, Dispute, Session, Stripe } from '../stripe/model.ts'
import { paySession, successUrl } from '../stripe/payments.ts'
import { createRefund } from '../stripe/refunds.ts'
import { html, type Html } from './html.ts'
import { money, page, when } from './layout.ts'

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
 * The hosted card page: what Stripe shows a buyer, and after payment what its dashboard could do.
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

function sessionPage(
  stripe: Stripe,
  session: Session,
  problem: string | null,
  fields: Fields,
): string {
  const body =
    session.status === 'open' ? form(session, problem, fields) : closedView(stripe, session)
  return page(
    { title: 'Pagamento com cartão', english: 'Card payment', narrow: true },
    html`${summary(stripe, session)}${body}`,
  )
}

const closedView = (stripe: Stripe, session: Session): Html =>
  session.status === 'complete' ? paidView(stripe, session) : expiredView(session)

function summary(stripe: Stripe, session: Session): Html {
  const lines = stripe.details.get(session.id)?.lineItems ?? []
  const { amount_discount: discount } = session.total_details
  return html`<section class="card" aria-label="Resumo do pedido">
${lines.map((line) => html`<div class="row"><span>${line.description}${line.quantity > 1 ? html` <span class="soft">× ${line.quantity}</span>` : ''}</span><span>${money(line.amount_subtotal, session.currency)}</span></div>`)}
${discount > 0 ? html`<div class="row good"><span>Desconto <span lang="en" class="soft">Discount</span></span><span>−${money(discount, session.currency)}</span></div>` : ''}
<div class="row total"><span>Total</span><span>${money(session.amount_total, session.currency)}</span></div></section>`
}

function form(session: Session, problem: string | null, fields: Fields): Html {
  const value = (name: string, standard: string): string =>
    typeof fields[name] === 'string' ? (fields[name] as string) : standard
  return html`${problem ? html`<p class="note bad" role="alert">${problem}</p>` : ''}
<form class="card" method="post" action="/sandbox/card/${session.id}">
<label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="email" value="${value('email', session.customer_email ?? '')}">
<label for="number">Número do cartão <span lang="en">Card number</span></label><input id="number" name="number" inputmode="numeric" autocomplete="off" required value="${value('number', '4242 4242 4242 4242')}">
<div class="pair"><div><label for="expiry">Validade <span lang="en">Expiry</span></label><input id="expiry" name="expiry" placeholder="MM/AA" autocomplete="off" required value="${value('expiry', '12/34')}"></div>
<div><label for="cvc">CVC</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" required value="${value('cvc', '123')}"></div></div>
<label for="name">Nome no cartão <span lang="en">Name on card</span></label><input id="name" name="name" autocomplete="off" required value="${value('name', 'Cliente de Teste')}">
<button class="wide" type="submit">Pagar ${money(session.amount_total, session.currency)}</button></form>
${session.cancel_url ? html`<p><a class="button plain" href="${session.cancel_url}">Cancelar e voltar à loja</a> <span class="soft small" lang="en">Cancel</span></p>` : ''}
<p class="soft small">4242 4242 4242 4242 paga · 4000 0000 0000 0002 é recusado · 4000 0000 0000 9995 sem saldo · 4000 0000 0000 0259 paga e é contestado. Expira em ${when(session.expires_at * 1000)}.</p>`
}

function paidView(stripe: Stripe, session: Session): Html {
  const intent = session.payment_intent ? stripe.intents.get(session.payment_intent) : undefined
  const charge = intent?.latest_charge ? stripe.charges.get(intent.latest_charge) : undefined
  return html`<p class="note good" role="status">Pago. <span lang="en">Paid.</span></p><p><a class="button" href="${successUrl(session)}">Voltar à loja</a></p>
${charge ? dashboardView(stripe, session, charge) : ''}`
}

/**
 * What Stripe's dashboard and the customer's bank can do about a charge: send back, contest, settle
 * before it is contested.
 */
function dashboardView(stripe: Stripe, session: Session, charge: Charge): Html {
  const rest = disputable(stripe, charge)
  const { brand, last4 } = charge.payment_method_details.card
  return html`<section class="card"><h2>Painel do Stripe</h2><p class="en" lang="en">What the dashboard can do</p>
<div class="row"><span>Cartão</span><span>${brand} •••• ${last4}</span></div>
<div class="row"><span>Estornado</span><span>${money(charge.amount_refunded, charge.currency)}</span></div>
${
  rest > 0
    ? html`<form class="actions" method="post" action="/sandbox/card/${session.id}/dashboard">
${amountField(charge.id, rest, charge.currency)}
<label for="reason">Motivo da contestação <span lang="en">Reason of a dispute</span></label><select id="reason" name="reason">${DISPUTE_REASONS.map((one) => html`<option>${one}</option>`)}</select>
${button('refund', 'Estornar')}${button('created', 'Contestar')}${button('inquiry', 'Consulta do banco')}
${button('resolved', 'Resolver antes (RDR)')}${button('blocked', 'Bloquear antes')}</form>`
    : ''
}</section>
${stripe.disputes.filter((one) => one.charge === charge.id).map((one) => disputeView(session, one))}`
}

const button = (action: string, text: string): Html =>
  html`<button class="plain" name="action" value="${action}">${text}</button>`

const amountField = (of: string, most: number, currency: string): Html =>
  html`<label for="amount-${of}">Valor (vazio: tudo, ${money(most, currency)}) <span lang="en">Amount (empty: all)</span></label><input id="amount-${of}" name="amount" inputmode="decimal" autocomplete="off">`

const disputeActs = [
  ['escalated', 'Virar contestação'],
  ['submitted', 'Loja respondeu'],
  ['won', 'Loja ganha'],
  ['lost', 'Loja perde'],
  ['appealed', 'Loja recorre'],
  ['warning_closed', 'Encerrar consulta'],
  ['prevented', 'Evitar'],
] as const

/**
 * One dispute of a paid session: how it stands, what it took, and what the bank or the shop may do
 * next.
 */
function disputeView(session: Session, dispute: Dispute): Html {
  const acts = disputeActs.filter(([act]) => canMove(dispute.status, act))
  const taken = takenOf(dispute)
  const dueBy = dispute.evidence_details.due_by
  return html`<section class="card"><h2>Contestação ${dispute.id.slice(-6)}</h2><p class="en" lang="en">Dispute</p>
<div class="row"><span>Situação</span><span>${dispute.status}</span></div>
<div class="row"><span>Motivo</span><span>${dispute.reason}</span></div>
<div class="row"><span>Contestado</span><span>${money(dispute.amount, dispute.currency)}</span></div>
<div class="row"><span>Retirado da loja</span><span>${money(taken, dispute.currency)}</span></div>
<div class="row"><span>Prazo</span><span>${dueBy ? when(dueBy * 1000) : ''}</span></div>
${
  acts.length > 0
    ? html`<form class="actions" method="post" action="/sandbox/card/${session.id}/dashboard"><input type="hidden" name="dispute" value="${dispute.id}">
${taken > 0 ? amountField(dispute.id, taken, dispute.currency) : ''}${acts.map(([act, text]) => button(act, text))}</form>`
    : ''
}</section>`
}

function expiredView(session: Session): Html {
  return html`<p class="note bad" role="alert">Esta sessão expirou. <span lang="en">This session has expired.</span></p>${session.cancel_url ? html`<p><a class="button plain" href="${session.cancel_url}">Voltar à loja</a></p>` : ''}`
}

function listPage(stripe: Stripe): string {
  const sessions = stripe.sessions.newestFirst().slice(0, 50)
  const words: Record<string, string> = {
    open: 'aberta',
    complete: 'paga',
    expired: 'expirada',
  }
  return page(
    { title: 'Sessões de cartão', english: 'Card sessions' },
    sessions.length === 0
      ? html`<p class="soft">Nenhuma ainda. <span lang="en">None yet.</span></p>`
      : html`<ul class="list card">${sessions.map(
          (session) => html`
<li><a href="/sandbox/card/${session.id}"><span class="row"><strong>${session.client_reference_id ?? session.id.slice(0, 24)}</strong><span>${money(session.amount_total, session.currency)}</span></span><span class="soft small">${words[session.status]} · ${session.customer_email ?? ''} · ${when(session.created * 1000)}</span></a></li>`,
        )}</ul>`,
  )
}

function sessionOf(stripe: Stripe, id: string): Session {
  const session = stripe.sessions.get(id)
  if (!session) throw new Refusal(404, 'Sessão de pagamento não encontrada.')
  return session
}

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
