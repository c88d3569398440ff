import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils/is-valid-pix-payload'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderSVG } from 'uqr'

import { centsIn, fieldsOf, optionalText, param } from '../control/input.ts'
import { tick, type World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import { isExpired } from '../efi/charges.ts'
import { leftOf, returnByApp } from '../efi/devolutions.ts'
import { endInfraction, isEnding, openInfraction } from '../efi/infractions.ts'
import {
  devolutionsOf,
  receiptsOf,
  SITUATIONS,
  type Charge,
  type Devolution,
  type Efi,
  type Infraction,
  type Receipt,
} from '../efi/model.ts'
import { payCharge } from '../efi/receipts.ts'
import { Html, html } from './html.ts'
import { money, page, when } from './layout.ts'
import { alarm, fact, heading, label, nothing } from './parts.ts'

/**
 * The bank's app: paste a copia e cola or choose a charge, and pay it exactly, wrongly, late or
 * twice.
 */
export function addBankPages(app: FastifyInstance, world: World): void {
  const { efi } = world
  app.get('/sandbox/bank', async (_request, reply) => send(reply, bankPage(efi, null, '')))

  app.post('/sandbox/bank', async (request, reply) => {
    const code = String(fieldsOf(request)['code'] ?? '').trim()
    const charge = chargeByCode(efi, code)
    if (typeof charge === 'string') return send(reply.code(422), bankPage(efi, charge, code))

    return reply.redirect(`/sandbox/bank/${charge.id}`, 303)
  })

  app.get('/sandbox/bank/:txid', async (request, reply) => {
    tick(world)
    return send(reply, chargePage(efi, chargeOf(efi, param(request, 'txid'))))
  })

  app.post('/sandbox/bank/:txid', async (request, reply) => {
    const charge = chargeOf(efi, param(request, 'txid'))
    const fields = fieldsOf(request)
    const action = String(fields['action'] ?? 'pay')
    const part = centsIn(fields['amount'], 'Valor')

    if (action === 'return') returnByApp(efi, charge.id, { amountCents: part })
    else if (action === 'ABERTA')
      openInfraction(efi, charge.id, part, optionalText(fields, 'situation'))
    else if (isEnding(action)) endInfraction(efi, charge.id, action, { amountCents: part })
    else
      payCharge(efi, charge.id, {
        amountCents: action === 'other' ? otherAmount(fields['amount']) : undefined,
        payerInfo: 'Pago no banco da sandbox',
      })

    return reply.redirect(`/sandbox/bank/${charge.id}`, 303)
  })
}

function otherAmount(value: unknown): number {
  const cents = centsIn(value, 'Valor')
  if (cents === undefined) throw new Refusal(400, 'Informe o valor a pagar.')

  return cents
}

function chargeByCode(efi: Efi, code: string): Charge | string {
  if (code === '') return 'Cole o código PIX copia e cola.'
  if (!isValidPixPayload(code))
    return 'Este código PIX não é válido: confira se foi copiado inteiro.'

  const info = getPixPayloadInfo(code)
  const url = info && 'url' in info ? info.url : undefined

  return (
    efi.charges.find((charge) => charge.location === url) ??
    'Nenhuma cobrança desta sandbox usa este código.'
  )
}

function bankPage(efi: Efi, problem: string | null, code: string): string {
  const charges = efi.charges.newestFirst()
  const open = charges.filter((charge) => charge.status === 'ATIVA').slice(0, 30)
  const closed = charges.filter((charge) => charge.status !== 'ATIVA').slice(0, 15)

  return page(
    { title: 'Banco: pagar com PIX', english: 'Bank app: pay by PIX' },
    html`${alarm(problem)}
<form class="card" method="post" action="/sandbox/bank">
<label for="code">PIX copia e cola</label>
<textarea id="code" name="code" required spellcheck="false">${code}</textarea>
<button>Continuar</button>
</form>
${heading('Cobranças pendentes', 'Pending charges')}
${list(efi, open)}
${closed.length > 0 ? heading('Pagas e removidas', 'Paid and removed') : ''}
${closed.length > 0 ? list(efi, closed) : ''}`,
  )
}

function list(efi: Efi, charges: readonly Charge[]): Html {
  if (charges.length === 0) return nothing('Nenhuma.', 'None.')
  return html`<ul class="list card">${charges.map((charge) => row(efi, charge))}</ul>`
}

function row(efi: Efi, charge: Charge): Html {
  const { id, note, amountCents, debtor, createdAt } = charge
  return html`<li><a href="/sandbox/bank/${id}">
<span class="row">
<strong>${note ?? id}</strong>
<span>${money(amountCents)}</span>
</span>
<span class="soft small">
${stateOf(efi, charge)} · ${debtor?.nome ?? 'sem devedor'} · ${when(createdAt)}
</span>
</a></li>`
}

function chargePage(efi: Efi, charge: Charge): string {
  const receipts = receiptsOf(efi, charge.id)
  const payable = charge.status === 'ATIVA' || charge.status === 'CONCLUIDA'

  return page(
    { title: `PIX de ${money(charge.amountCents)}`, english: 'PIX charge', narrow: true },
    html`${facts(efi, charge)}
${receipts.length > 0 ? paidList(efi, receipts) : qrCode(charge)}
${payable ? payForms(efi, charge, receipts.length) : ''}
${receipts.length > 0 ? afterForms(efi, charge, receipts.at(-1)!) : ''}
<p class="actions">
<a class="button plain" href="/sandbox/bank">Voltar</a>
<a class="button plain" href="/">Ir para a loja</a>
</p>`,
  )
}

const facts = (efi: Efi, charge: Charge): Html => html`<section class="card">
${fact('Situação', stateOf(efi, charge))}
${fact('Para', 'Chaveiro Sandbox')}
${charge.debtor ? fact('Devedor', debtorOf(charge.debtor)) : ''}
${charge.note ? fact('Mensagem', charge.note) : ''}
${fact('Vence', when(charge.createdAt + charge.expiresIn * 1000))}
<div class="row"><span>txid</span><code>${charge.id}</code></div>
<div class="row total"><span>Valor</span><span>${money(charge.amountCents)}</span></div>
</section>`

const debtorOf = ({ nome, cpf }: NonNullable<Charge['debtor']>): Html =>
  html`${nome}${cpf ? html`<br><span class="soft small">CPF ${maskCpf(cpf)}</span>` : ''}`

const qrCode = ({ code }: Charge): Html =>
  html`<div class="qr" role="img" aria-label="QR code do PIX">${new Html(renderSVG(code))}</div>`

const lateNote = html`<p class="note warn">
Vencida: pagar agora é pagar atrasado. <span lang="en">Expired: paying now is late money.</span>
</p>`

function payForms(efi: Efi, charge: Charge, paid: number): Html {
  const action = `/sandbox/bank/${charge.id}`
  const pay = `${paid > 0 ? 'Pagar de novo' : 'Pagar'} ${money(charge.amountCents)}`

  return html`${isExpired(efi, charge) ? lateNote : ''}
<form method="post" action="${action}">
<button class="wide" name="action" value="pay">${pay}</button>
</form>
<form class="card" method="post" action="${action}">
${label('amount', 'Outro valor (R$)', 'Another amount')}
<input id="amount" name="amount" inputmode="decimal" placeholder="19,90" required>
${button('other', 'Pagar outro valor')}
</form>`
}

const button = (value: string, text: string): Html =>
  html`<button class="plain" name="action" value="${value}">${text}</button>`

const amountField = (id: string, text: string, english: string): Html =>
  html`${label(id, text, english)}
<input id="${id}" name="amount" inputmode="decimal" placeholder="tudo">`

/**
 * Actions on received money: a return in the receiver's app, a fraud report of the payer, the
 * bank's decision.
 */
function afterForms(efi: Efi, charge: Charge, receipt: Receipt): Html {
  const action = `/sandbox/bank/${charge.id}`
  const infraction = efi.infractions.newestFirst().find((one) => one.endToEndId === receipt.id)
  const open = infraction !== undefined && !isEnding(infraction.status)

  return html`${leftOf(efi, receipt) > 0 ? returnForm(action) : ''}
<form class="card" method="post" action="${action}">
${heading('Contestação (MED)', 'Report of fraud')}
${infraction ? infractionFacts(infraction) : ''}
${amountField('report-amount', 'Valor (R$), vazio para tudo', 'Amount, empty for all')}
${open ? '' : situationField}
<p class="actions">
${open ? endings : button('ABERTA', 'Relatar fraude')}
</p>
</form>`
}

const returnForm = (action: string): Html =>
  html`<form class="card" method="post" action="${action}">
${heading('App da loja', "The shop's own bank app")}
${amountField('return-amount', 'Devolver (R$), vazio para tudo', 'Send back, empty for all')}
${button('return', 'Devolver')}
</form>`

const infractionFacts = (one: Infraction): Html => html`${fact(
  `${one.status} · ${one.situation} · ${money(one.amountCents)}`,
  `até ${when(one.dueAt)}`,
)}
${one.defence ? html`<p class="soft">${one.defence}</p>` : ''}`

const situationField = html`${label('situation', 'O que aconteceu', 'What happened')}
<select id="situation" name="situation">
${SITUATIONS.map((one) => html`<option>${one}</option>`)}
</select>`

const endings = [
  button('ACEITA', 'Aceitar'),
  button('REJEITADA', 'Rejeitar'),
  button('CANCELADA_EFI', 'Cancelar'),
]

const paidList = (efi: Efi, receipts: readonly Receipt[]): Html =>
  html`<p class="note good" role="status">Pago. <span lang="en">Paid.</span></p>
<ul class="list card">${receipts.map((one) => receiptRow(efi, one))}</ul>`

const receiptRow = (efi: Efi, receipt: Receipt): Html => html`<li>
<span class="row">
<strong>${money(receipt.amountCents)}</strong>
<span>${when(receipt.at)}</span>
</span>
<code class="soft">${receipt.id}</code>
${devolutionsOf(efi, receipt.id).map(devolutionRow)}
</li>`

const devolutionRow = ({ nature, amountCents, status }: Devolution): Html =>
  html`<div class="row small warn">
<span>${nature?.startsWith('MED') ? 'MED' : 'Devolução'} ${money(amountCents)}</span>
<span>${status}</span>
</div>`

function stateOf(efi: Efi, charge: Charge): string {
  if (charge.status === 'ATIVA') return isExpired(efi, charge) ? 'vencida' : 'pendente'
  return charge.status === 'CONCLUIDA' ? 'paga' : 'removida'
}

function chargeOf(efi: Efi, txid: string): Charge {
  const charge = efi.charges.get(txid)
  if (!charge) throw new Refusal(404, 'Cobrança não encontrada.')

  return charge
}

const maskCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
