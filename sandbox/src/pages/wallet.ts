import type { FastifyInstance, FastifyReply } from 'fastify'

import { NETWORKS } from '../binance/coins.ts'
import {
  advanceDeposit,
  receiveDeposit,
  STATUSES,
  type Binance,
  type Deposit,
} from '../binance/model.ts'
import { fieldsOf, numberIn, optionalText, param, textIn } from '../control/input.ts'
import type { World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import { html, type Html } from './html.ts'
import { page, when } from './layout.ts'
import { alarm, heading, label, nothing, option } from './parts.ts'

const WORDS: Record<number, string> = {
  0: 'pendente',
  1: 'confirmado',
  2: 'rejeitado',
  6: 'creditado',
  7: 'depósito errado',
  8: 'aguarda o usuário',
}

/** The wallet: send coins to the shop's address, and move deposits to their next status. */
export function addWalletPages(app: FastifyInstance, { binance }: World): void {
  app.get('/sandbox/wallet', async (_request, reply) => send(reply, walletPage(binance, null, {})))

  app.post('/sandbox/wallet', async (request, reply) => {
    const fields = fieldsOf(request)

    try {
      const [coin = '', network = ''] = textIn(fields, 'network').split(':')
      receiveDeposit(binance, {
        coin,
        network,
        amount: textIn(fields, 'amount').trim().replace(',', '.'),
        status: numberIn(fields, 'status'),
        internal: fields['internal'] === 'on',
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return send(reply.code(422), walletPage(binance, error.message, fields))
    }

    return reply.redirect('/sandbox/wallet', 303)
  })

  app.post('/sandbox/wallet/:id', async (request, reply) => {
    const fields = fieldsOf(request)

    advanceDeposit(
      binance,
      param(request, 'id'),
      numberIn(fields, 'status') ?? 1,
      optionalText(fields, 'confirmTimes'),
    )

    return reply.redirect('/sandbox/wallet', 303)
  })
}

function walletPage(
  binance: Binance,
  problem: string | null,
  fields: Record<string, unknown>,
): string {
  const deposits = binance.deposits.newestFirst().slice(0, 50)
  const value = (name: string): string =>
    typeof fields[name] === 'string' ? (fields[name] as string) : ''

  const networks = NETWORKS.map(({ coin, network, name }) => {
    const id = `${coin}:${network}`
    return option(id, `${coin} · ${name}`, value('network') === id)
  })

  return page(
    { title: 'Carteira: enviar cripto', english: 'Wallet: send crypto' },
    html`${alarm(problem)}
<form class="card" method="post" action="/sandbox/wallet">
${label('network', 'Moeda e rede', 'Coin and network')}
<select id="network" name="network">${networks}</select>
${label('amount', 'Quantidade exata', 'Exact amount')}
<input id="amount" name="amount" inputmode="decimal" required
  placeholder="12.345678" value="${value('amount')}">
${label('status', 'Situação ao chegar', 'Status on arrival')}
${statusSelect('status', 1)}
<label>
<input type="checkbox" name="internal" style="width:auto;min-height:0">
Transferência interna <span lang="en">Internal transfer</span>
</label>
<button>Enviar</button>
</form>
${heading('Depósitos', 'Deposits')}
${
  deposits.length === 0
    ? nothing('Nenhum ainda.', 'None yet.')
    : html`<ul class="list card">${deposits.map(row)}</ul>`
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

function row(deposit: Deposit): Html {
  const word = WORDS[deposit.status] ?? deposit.status
  return html`<li>
<span class="row">
<strong>${deposit.amount} ${deposit.coin}</strong>
<span>${word} · ${deposit.confirmTimes}</span>
</span>
<span class="soft small">${deposit.network} · ${when(deposit.insertTime)}</span><br>
<code class="soft">${deposit.txId}</code>
<form class="pair" method="post" action="/sandbox/wallet/${deposit.id}">
<div>
${label(`s${deposit.id}`, 'Nova situação', 'New status')}
${statusSelect(`s${deposit.id}`, deposit.status)}
</div>
<div><button class="plain">Mudar</button></div>
</form>
</li>`
}

function statusSelect(id: string, selected: number): Html {
  const choices = Object.keys(STATUSES).map((key) =>
    option(key, WORDS[Number(key)] ?? '', Number(key) === selected),
  )
  return html`<select id="${id}" name="status">${choices}</select>`
}

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
