import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils/is-valid-pix-payload'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderSVG } from 'uqr'

import { optionalCents, bodyFieldsOf, optionalText, pathParameter } from '../control/input.ts'
import { runDueWork, type World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import { isExpired } from '../efi/charges.ts'
import { refundableCents, returnByApp } from '../efi/devolutions.ts'
import { endInfraction, isFinalStatus, openInfraction } from '../efi/infractions.ts'
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
import { say } from './language.ts'
import { money, page, when } from './layout.ts'
import { alarm, fact, heading, label, nothing } from './parts.ts'

/**
 * The bank's app: paste a copia e cola or choose a charge, and pay it exactly, with a wrong amount,
 * late or twice.
 */
export function addBankPages(app: FastifyInstance, world: World): void {
  const { efi } = world
  app.get('/sandbox/bank', async (_request, reply) => sendPage(reply, bankPage(efi, null, '')))

  app.post('/sandbox/bank', async (request, reply) => {
    const pixPayload = String(bodyFieldsOf(request)['code'] ?? '').trim()
    const charge = chargeByCode(efi, pixPayload)
    if (typeof charge === 'string')
      return sendPage(reply.code(422), bankPage(efi, charge, pixPayload))

    return reply.redirect(`/sandbox/bank/${charge.id}`, 303)
  })

  app.get('/sandbox/bank/:txid', async (request, reply) => {
    runDueWork(world)
    return sendPage(reply, chargePage(efi, chargeOf(efi, pathParameter(request, 'txid'))))
  })

  app.post('/sandbox/bank/:txid', async (request, reply) => {
    const charge = chargeOf(efi, pathParameter(request, 'txid'))
    const bodyFields = bodyFieldsOf(request)
    const formAction = String(bodyFields['action'] ?? 'pay')
    const partCents = optionalCents(bodyFields['amount'])

    if (formAction === 'return') returnByApp(efi, charge.id, { amountCents: partCents })
    else if (formAction === 'ABERTA')
      openInfraction(efi, charge.id, partCents, optionalText(bodyFields, 'situation'))
    else if (isFinalStatus(formAction))
      endInfraction(efi, charge.id, formAction, { amountCents: partCents })
    else
      payCharge(efi, charge.id, {
        amountCents: formAction === 'other' ? otherAmount(bodyFields['amount']) : undefined,
        payerInfo: 'Pago no banco da sandbox',
      })

    return reply.redirect(`/sandbox/bank/${charge.id}`, 303)
  })
}

function otherAmount(value: unknown): number {
  const amountCents = optionalCents(value)
  if (amountCents === undefined)
    throw new Refusal(400, say('Informe o valor a pagar.', 'Enter the amount to pay.'))

  return amountCents
}

function chargeByCode(efi: Efi, pixPayload: string): Charge | string {
  if (pixPayload === '') return say('Cole o código PIX copia e cola.', 'Paste the PIX code.')
  if (!isValidPixPayload(pixPayload))
    return say(
      'Este código PIX não é válido: confira se foi copiado inteiro.',
      'This PIX code is not valid: check that all of it was copied.',
    )

  const payloadInfo = getPixPayloadInfo(pixPayload)
  const url = payloadInfo && 'url' in payloadInfo ? payloadInfo.url : undefined

  return (
    efi.charges.find((charge) => charge.location === url) ??
    say('Nenhuma cobrança desta sandbox usa este código.', 'No charge here has this code.')
  )
}

function bankPage(efi: Efi, problem: string | null, pixPayload: string): string {
  const charges = efi.charges.newestFirst()
  const openCharges = charges.filter((charge) => charge.status === 'ATIVA').slice(0, 30)
  const closedCharges = charges.filter((charge) => charge.status !== 'ATIVA').slice(0, 15)

  return page(
    { title: 'Banco: pagar com PIX', english: 'Bank app: pay by PIX' },
    html`${alarm(problem)}
<form class="card" method="post" action="/sandbox/bank">
${label('code', 'PIX copia e cola', 'PIX copy-and-paste code')}
<textarea id="code" name="code" required spellcheck="false">${pixPayload}</textarea>
<button>${say('Continuar', 'Continue')}</button>
</form>
${heading('Cobranças pendentes', 'Pending charges')}
${chargeList(efi, openCharges)}
${closedCharges.length > 0 ? heading('Pagas e removidas', 'Paid and removed') : ''}
${closedCharges.length > 0 ? chargeList(efi, closedCharges) : ''}`,
  )
}

function chargeList(efi: Efi, charges: readonly Charge[]): Html {
  if (charges.length === 0) return nothing('Nenhuma.', 'None.')
  return html`<ul class="list card">${charges.map((charge) => chargeRow(efi, charge))}</ul>`
}

function chargeRow(efi: Efi, charge: Charge): Html {
  const { id, note, amountCents, debtor, createdAt } = charge
  return html`<li><a href="/sandbox/bank/${id}">
<span class="row">
<strong>${note ?? id}</strong>
<span>${money(amountCents)}</span>
</span>
<span class="soft small">
${chargeState(efi, charge)} · ${debtor?.nome ?? say('sem devedor', 'no debtor')} · ${when(createdAt)}
</span>
</a></li>`
}

function chargePage(efi: Efi, charge: Charge): string {
  const receipts = receiptsOf(efi, charge.id)
  const isPayable = charge.status === 'ATIVA' || charge.status === 'CONCLUIDA'

  return page(
    {
      title: `PIX de ${money(charge.amountCents)}`,
      english: `PIX of ${money(charge.amountCents)}`,
      narrow: true,
    },
    html`${chargeFacts(efi, charge)}
${receipts.length > 0 ? receiptList(efi, receipts) : qrCodeImage(charge)}
${isPayable ? paymentForms(efi, charge, receipts.length) : ''}
${receipts.length > 0 ? afterForms(efi, charge, receipts.at(-1)!) : ''}
<p class="actions">
<a class="button plain" href="/sandbox/bank">${say('Voltar', 'Back')}</a>
<a class="button plain" href="/">${say('Ir para a loja', 'Go to the shop')}</a>
</p>`,
  )
}

const chargeFacts = (efi: Efi, charge: Charge): Html => html`<section class="card">
${fact(say('Situação', 'State'), chargeState(efi, charge))}
${fact(say('Para', 'To'), 'Chaveiro Sandbox')}
${charge.debtor ? fact(say('Devedor', 'Debtor'), debtorOf(charge.debtor)) : ''}
${charge.note ? fact(say('Mensagem', 'Message'), charge.note) : ''}
${fact(say('Vence', 'Due'), when(charge.createdAt + charge.expiresIn * 1000))}
<div class="row"><span>txid</span><code>${charge.id}</code></div>
<div class="row total"><span>${say('Valor', 'Amount')}</span><span>${money(charge.amountCents)}</span></div>
</section>`

const debtorOf = ({ nome, cpf }: NonNullable<Charge['debtor']>): Html =>
  html`${nome}${cpf ? html`<br><span class="soft small">CPF ${maskCpf(cpf)}</span>` : ''}`

const qrCodeImage = ({ code: pixPayload }: Charge): Html =>
  html`<div class="qr" role="img" aria-label="${say('QR code do PIX', 'PIX QR code')}">
${new Html(renderSVG(pixPayload))}
</div>`

const lateNote = (): Html => html`<p class="note warn">
${say('Vencida: pagar agora é pagar atrasado.', 'Expired: money that comes now is late.')}
</p>`

function paymentForms(efi: Efi, charge: Charge, paid: number): Html {
  const formAction = `/sandbox/bank/${charge.id}`
  const payWord = paid > 0 ? say('Pagar de novo', 'Pay again') : say('Pagar', 'Pay')
  const payLabel = `${payWord} ${money(charge.amountCents)}`

  return html`${isExpired(efi, charge) ? lateNote() : ''}
<form method="post" action="${formAction}">
<button class="wide" name="action" value="pay">${payLabel}</button>
</form>
<form class="card" method="post" action="${formAction}">
${label('amount', 'Outro valor (R$)', 'Another amount')}
<input id="amount" name="amount" inputmode="decimal" placeholder="19,90" required>
${formButton('other', say('Pagar outro valor', 'Pay another amount'))}
</form>`
}

const formButton = (value: string, text: string): Html =>
  html`<button class="plain" name="action" value="${value}">${text}</button>`

const amountField = (id: string, text: string, english: string): Html =>
  html`${label(id, text, english)}
<input id="${id}" name="amount" inputmode="decimal" placeholder="${say('tudo', 'all')}">`

/**
 * Actions on received money: a refund in the receiver's app, the payer's fraud report, the bank's
 * decision.
 */
function afterForms(efi: Efi, charge: Charge, receipt: Receipt): Html {
  const formAction = `/sandbox/bank/${charge.id}`
  const infraction = efi.infractions.newestFirst().find((one) => one.endToEndId === receipt.id)
  const isOpenReport = infraction !== undefined && !isFinalStatus(infraction.status)

  return html`${refundableCents(efi, receipt) > 0 ? returnForm(formAction) : ''}
<form class="card" method="post" action="${formAction}">
${heading('Contestação (MED)', 'Report of fraud')}
${infraction ? infractionFacts(infraction) : ''}
${amountField('report-amount', 'Valor (R$), vazio para tudo', 'Amount, empty for all')}
${isOpenReport ? '' : situationField()}
<p class="actions">
${isOpenReport ? endingForms() : formButton('ABERTA', say('Relatar fraude', 'Report fraud'))}
</p>
</form>`
}

const returnForm = (formAction: string): Html =>
  html`<form class="card" method="post" action="${formAction}">
${heading('App da loja', "The shop's own bank app")}
${amountField('return-amount', 'Devolver (R$), vazio para tudo', 'Send back, empty for all')}
${formButton('return', say('Devolver', 'Send back'))}
</form>`

const infractionFacts = (one: Infraction): Html => html`${fact(
  `${one.status} · ${one.situation} · ${money(one.amountCents)}`,
  `${say('até', 'until')} ${when(one.dueAt)}`,
)}
${one.defence ? html`<p class="soft">${one.defence}</p>` : ''}`

const situationField = (): Html => html`${label('situation', 'O que aconteceu', 'What happened')}
<select id="situation" name="situation">
${SITUATIONS.map((one) => html`<option>${one}</option>`)}
</select>`

const endingForms = (): Html[] => [
  formButton('ACEITA', say('Aceitar', 'Accept')),
  formButton('REJEITADA', say('Rejeitar', 'Reject')),
  formButton('CANCELADA_EFI', say('Cancelar', 'Cancel')),
]

const receiptList = (efi: Efi, receipts: readonly Receipt[]): Html =>
  html`<p class="note good" role="status">${say('Pago.', 'Paid.')}</p>
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
<span>${nature?.startsWith('MED') ? 'MED' : say('Devolução', 'Return')} ${money(amountCents)}</span>
<span>${status}</span>
</div>`

function chargeState(efi: Efi, charge: Charge): string {
  if (charge.status === 'ATIVA')
    return isExpired(efi, charge) ? say('vencida', 'expired') : say('pendente', 'pending')

  return charge.status === 'CONCLUIDA' ? say('paga', 'paid') : say('removida', 'removed')
}

function chargeOf(efi: Efi, txid: string): Charge {
  const charge = efi.charges.get(txid)
  if (!charge) throw new Refusal(404, say('Cobrança não encontrada.', 'No such charge.'))

  return charge
}

const maskCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`

const sendPage = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
