import type { FastifyInstance, FastifyReply } from 'fastify'

import { NETWORKS } from '../binance/coins.ts'
import {
  advanceDeposit,
  receiveDeposit,
  DEPOSIT_STATUSES,
  type Binance,
  type Deposit,
} from '../binance/model.ts'
import {
  bodyFieldsOf,
  optionalNumber,
  optionalText,
  pathParameter,
  requiredText,
} from '../control/input.ts'
import type { World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import { html, type Html } from './html.ts'
import { say, type Texts } from './language.ts'
import { page, when } from './layout.ts'
import { alarm, heading, label, nothing, option } from './parts.ts'

const STATUS_WORDS: Record<number, Texts> = {
  0: ['pendente', 'pending'],
  1: ['confirmado', 'confirmed'],
  2: ['rejeitado', 'rejected'],
  6: ['creditado', 'credited'],
  7: ['depósito errado', 'wrong deposit'],
  8: ['aguarda o usuário', 'waits for the user'],
}

function statusWord(status: number): string {
  const words = STATUS_WORDS[status]
  return words ? say(...words) : String(status)
}

/** The wallet: send coins to the shop's address, and advance deposits. */
export function addWalletPages(app: FastifyInstance, { binance }: World): void {
  app.get('/sandbox/wallet', async (_request, reply) =>
    sendPage(reply, walletPage(binance, null, {})),
  )

  app.post('/sandbox/wallet', async (request, reply) => {
    const bodyFields = bodyFieldsOf(request)

    try {
      const [coin = '', network = ''] = requiredText(bodyFields, 'network').split(':')
      receiveDeposit(binance, {
        coin,
        network,
        amount: requiredText(bodyFields, 'amount').trim().replace(',', '.'),
        status: optionalNumber(bodyFields, 'status'),
        internal: bodyFields['internal'] === 'on',
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return sendPage(reply.code(422), walletPage(binance, error.message, bodyFields))
    }

    return reply.redirect('/sandbox/wallet', 303)
  })

  app.post('/sandbox/wallet/:id', async (request, reply) => {
    const bodyFields = bodyFieldsOf(request)

    advanceDeposit(
      binance,
      pathParameter(request, 'id'),
      optionalNumber(bodyFields, 'status') ?? 1,
      optionalText(bodyFields, 'confirmTimes'),
    )

    return reply.redirect('/sandbox/wallet', 303)
  })
}

function walletPage(
  binance: Binance,
  problem: string | null,
  bodyFields: Record<string, unknown>,
): string {
  const deposits = binance.deposits.newestFirst().slice(0, 50)
  const fieldValue = (name: string): string =>
    typeof bodyFields[name] === 'string' ? (bodyFields[name] as string) : ''

  const networkOptions = NETWORKS.map(({ coin, network, name }) => {
    const id = `${coin}:${network}`
    return option(id, `${coin} · ${name}`, fieldValue('network') === id)
  })

  return page(
    { title: 'Carteira: enviar cripto', english: 'Wallet: send crypto' },
    html`${alarm(problem)}
<form class="card" method="post" action="/sandbox/wallet">
${label('network', 'Moeda e rede', 'Coin and network')}
<select id="network" name="network">${networkOptions}</select>
${label('amount', 'Quantidade exata', 'Exact amount')}
<input id="amount" name="amount" inputmode="decimal" required
  placeholder="12.345678" value="${fieldValue('amount')}">
${label('status', 'Situação ao chegar', 'Status on arrival')}
${statusSelect('status', 1)}
<label>
<input type="checkbox" name="internal">${say('Transferência interna', 'Internal transfer')}
</label>
<button>${say('Enviar', 'Send')}</button>
</form>
${heading('Depósitos', 'Deposits')}
${
  deposits.length === 0
    ? nothing('Nenhum ainda.', 'None yet.')
    : html`<ul class="list card">${deposits.map(depositRow)}</ul>`
}
${heading('Endereços', 'Addresses')}
<ul class="list card">${NETWORKS.map(addressRow)}</ul>`,
  )
}

const addressRow = ({ coin, name, address }: (typeof NETWORKS)[number]): Html =>
  html`<li>
<strong>${coin}</strong> <span class="soft">${name}</span><br>
<code>${address}</code>
</li>`

function depositRow(deposit: Deposit): Html {
  return html`<li>
<span class="row">
<strong>${deposit.amount} ${deposit.coin}</strong>
<span>${statusWord(deposit.status)} · ${deposit.confirmTimes}</span>
</span>
<span class="soft small">${deposit.network} · ${when(deposit.insertTime)}</span><br>
<code class="soft">${deposit.txId}</code>
<form class="pair" method="post" action="/sandbox/wallet/${deposit.id}">
<div>
${label(`s${deposit.id}`, 'Nova situação', 'New status')}
${statusSelect(`s${deposit.id}`, deposit.status)}
</div>
<div><button class="plain">${say('Mudar', 'Change')}</button></div>
</form>
</li>`
}

function statusSelect(id: string, selected: number): Html {
  const statusOptions = Object.keys(DEPOSIT_STATUSES).map((key) =>
    option(key, statusWord(Number(key)), Number(key) === selected),
  )
  return html`<select id="${id}" name="status">${statusOptions}</select>`
}

const sendPage = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
