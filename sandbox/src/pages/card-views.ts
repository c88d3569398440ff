import type { Fields } from '../control/input.ts'
import { canMove, DISPUTE_REASONS, disputable, withdrawnAmount } from '../stripe/disputes.ts'
import type { Charge, Dispute, Session, Stripe } from '../stripe/model.ts'
import { successUrl } from '../stripe/payments.ts'
import { html, type Html } from './html.ts'
import { say, type Texts } from './language.ts'
import { money, page, when } from './layout.ts'
import { alarm, fact, heading, label, nothing } from './parts.ts'

/** The page of a session: the payment form, or the outcome. */
export function sessionPage(
  stripe: Stripe,
  session: Session,
  problem: string | null,
  fields: Fields,
): string {
  const pageBody =
    session.status === 'open' ? paymentForm(session, problem, fields) : closedView(stripe, session)

  return page(
    { title: 'Pagamento com cartão', english: 'Card payment', narrow: true },
    html`${orderSummary(stripe, session)}${pageBody}`,
  )
}

const closedView = (stripe: Stripe, session: Session): Html =>
  session.status === 'complete' ? paidView(stripe, session) : expiredView(session)

function orderSummary(stripe: Stripe, session: Session): Html {
  const lineItems = stripe.details.get(session.id)?.lineItems ?? []
  const { amount_discount: discount } = session.total_details
  const formatPrice = (cents: number): string => money(cents, session.currency)

  const lineRows = lineItems.map(({ description, quantity, amount_subtotal: cents }) =>
    fact(
      html`${description}${quantity > 1 ? html` <span class="soft">× ${quantity}</span>` : ''}`,
      formatPrice(cents),
    ),
  )

  return html`<section class="card" aria-label="${say('Resumo do pedido', 'Order summary')}">
${lineRows}
${discount > 0 ? discountRow(formatPrice(discount)) : ''}
<div class="row total"><span>Total</span><span>${formatPrice(session.amount_total)}</span></div>
</section>`
}

const discountRow = (amountText: string): Html => html`<div class="row good">
<span>${say('Desconto', 'Discount')}</span>
<span>−${amountText}</span>
</div>`

function paymentForm(session: Session, problem: string | null, fields: Fields): Html {
  const fieldValue = (name: string, standard: string): string =>
    typeof fields[name] === 'string' ? (fields[name] as string) : standard

  return html`${alarm(problem)}
<form class="card" method="post" action="/sandbox/card/${session.id}">
${label('email', 'E-mail', 'Email')}
<input id="email" name="email" type="email" autocomplete="email"
  value="${fieldValue('email', session.customer_email ?? '')}">
${label('number', 'Número do cartão', 'Card number')}
<input id="number" name="number" inputmode="numeric" autocomplete="off" required
  value="${fieldValue('number', '4242 4242 4242 4242')}">
<div class="pair">
<div>
${label('expiry', 'Validade', 'Expiry')}
<input id="expiry" name="expiry" placeholder="${say('MM/AA', 'MM/YY')}" autocomplete="off" required
  value="${fieldValue('expiry', '12/34')}">
</div>
<div>
<label for="cvc">CVC</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" required
  value="${fieldValue('cvc', '123')}">
</div>
</div>
${label('name', 'Nome no cartão', 'Name on card')}
<input id="name" name="name" autocomplete="off" required
  value="${fieldValue('name', 'Cliente de Teste')}">
${session.consent_collection?.terms_of_service === 'required' ? termsBox() : ''}
<button class="wide" type="submit">
${say('Pagar', 'Pay')} ${money(session.amount_total, session.currency)}
</button>
</form>
${session.cancel_url ? returnLink(session.cancel_url) : ''}
${testCards()}
<p class="soft small">${say('Expira em', 'Expires on')} ${when(session.expires_at * 1000)}.</p>`
}

const testCards = (): Html => html`<section class="card small">
${fact('4242 4242 4242 4242', say('paga', 'pays'))}
${fact('4000 0000 0000 0002', say('é recusado', 'is declined'))}
${fact('4000 0000 0000 9995', say('sem saldo', 'has no funds'))}
${fact('4000 0000 0000 0259', say('paga e é contestado', 'pays and is disputed'))}
</section>`

const termsBox = (): Html => html`<label><input type="checkbox" name="terms" required>
${say('Aceito os termos de serviço', 'I accept the terms of service')}
</label>`

const returnLink = (url: string): Html => html`<p>
<a class="button plain" href="${url}">${say('Cancelar e voltar à loja', 'Cancel and go back')}</a>
</p>`

const backToShop = (): string => say('Voltar à loja', 'Back to the shop')

function paidView(stripe: Stripe, session: Session): Html {
  const paymentIntent = session.payment_intent
    ? stripe.intents.get(session.payment_intent)
    : undefined
  const charge = paymentIntent?.latest_charge
    ? stripe.charges.get(paymentIntent.latest_charge)
    : undefined

  return html`<p class="note good" role="status">${say('Pago.', 'Paid.')}</p>
<p><a class="button" href="${successUrl(session)}">${backToShop()}</a></p>
${charge ? dashboardView(stripe, session, charge) : ''}`
}

/**
 * Actions on a charge in Stripe's dashboard and at the customer's bank: refund, dispute, early
 * settlement.
 */
function dashboardView(stripe: Stripe, session: Session, charge: Charge): Html {
  const disputableCents = disputable(stripe, charge)
  const { brand, last4 } = charge.payment_method_details.card
  const disputes = stripe.disputes.filter((one) => one.charge === charge.id)

  return html`<section class="card">
${heading('Painel do Stripe', 'What the dashboard can do')}
${fact(say('Cartão', 'Card'), `${brand} •••• ${last4}`)}
${fact(say('Estornado', 'Refunded'), money(charge.amount_refunded, charge.currency))}
${disputableCents > 0 ? dashboardForm(session, charge, disputableCents) : ''}
</section>
${disputes.map((one) => disputeView(session, one))}`
}

const dashboardForm = (session: Session, charge: Charge, disputableCents: number): Html =>
  html`<form class="actions" method="post" action="/sandbox/card/${session.id}/dashboard">
${amountField(charge.id, disputableCents, charge.currency)}
${label('reason', 'Motivo da contestação', 'Reason of a dispute')}
<select id="reason" name="reason">
${DISPUTE_REASONS.map((one) => html`<option>${one}</option>`)}
</select>
${actionButton('refund', say('Estornar', 'Refund'))}
${actionButton('created', say('Contestar', 'Dispute'))}
${actionButton('inquiry', say('Consulta do banco', 'Inquiry'))}
${actionButton('resolved', say('Resolver antes (RDR)', 'Resolve early (RDR)'))}
${actionButton('blocked', say('Bloquear antes', 'Block early'))}
</form>`

const actionButton = (action: string, text: string): Html =>
  html`<button class="plain" name="action" value="${action}">${text}</button>`

const amountField = (of: string, most: number, currency: string): Html =>
  html`${label(
    `amount-${of}`,
    `Valor (vazio: tudo, ${money(most, currency)})`,
    `Amount (empty: all, ${money(most, currency)})`,
  )}
<input id="amount-${of}" name="amount" inputmode="decimal" autocomplete="off">`

const disputeActs = [
  ['escalated', 'Virar contestação', 'Becomes a dispute'],
  ['submitted', 'Loja respondeu', 'Shop has answered'],
  ['won', 'Loja ganha', 'Shop wins'],
  ['lost', 'Loja perde', 'Shop loses'],
  ['appealed', 'Loja recorre', 'Shop appeals'],
  ['warning_closed', 'Encerrar consulta', 'Close the inquiry'],
  ['prevented', 'Evitar', 'Prevent'],
] as const

/** One dispute of a paid session: its status, the withdrawn amount, and its possible moves. */
function disputeView(session: Session, dispute: Dispute): Html {
  const possibleActs = disputeActs.filter(([act]) => canMove(dispute.status, act))
  const takenCents = withdrawnAmount(dispute)
  const evidenceDueBy = dispute.evidence_details.due_by

  return html`<section class="card">
${heading(`Contestação ${dispute.id.slice(-6)}`, `Dispute ${dispute.id.slice(-6)}`)}
${fact(say('Situação', 'State'), dispute.status)}
${fact(say('Motivo', 'Reason'), dispute.reason)}
${fact(say('Contestado', 'Disputed'), money(dispute.amount, dispute.currency))}
${fact(say('Retirado da loja', 'Taken from the shop'), money(takenCents, dispute.currency))}
${fact(say('Prazo', 'Deadline'), evidenceDueBy ? when(evidenceDueBy * 1000) : '')}
${
  possibleActs.length > 0
    ? html`<form class="actions" method="post" action="/sandbox/card/${session.id}/dashboard">
<input type="hidden" name="dispute" value="${dispute.id}">
${takenCents > 0 ? amountField(dispute.id, takenCents, dispute.currency) : ''}
${possibleActs.map(([act, text, english]) => actionButton(act, say(text, english)))}
</form>`
    : ''
}
</section>`
}

function expiredView(session: Session): Html {
  const returnPath = session.cancel_url
  return html`<p class="note bad" role="alert">
${say('Esta sessão expirou.', 'This session has expired.')}
</p>
${returnPath ? html`<p><a class="button plain" href="${returnPath}">${backToShop()}</a></p>` : ''}`
}

/** The latest sessions. */
export function sessionListPage(stripe: Stripe): string {
  const sessions = stripe.sessions.newestFirst().slice(0, 50)
  return page(
    { title: 'Sessões de cartão', english: 'Card sessions' },
    sessions.length === 0
      ? nothing('Nenhuma ainda.', 'None yet.')
      : html`<ul class="list card">${sessions.map(sessionRow)}</ul>`,
  )
}

const statusWords: Record<string, Texts> = {
  open: ['aberta', 'open'],
  complete: ['paga', 'paid'],
  expired: ['expirada', 'expired'],
}

function sessionRow(session: Session): Html {
  const { id, status, created } = session
  return html`<li><a href="/sandbox/card/${id}">
<span class="row">
<strong>${session.client_reference_id ?? id.slice(0, 24)}</strong>
<span>${money(session.amount_total, session.currency)}</span>
</span>
<span class="soft small">
${say(...(statusWords[status ?? ''] ?? ['', '']))} · ${session.customer_email ?? ''} · ${when(created * 1000)}
</span>
</a></li>`
}
