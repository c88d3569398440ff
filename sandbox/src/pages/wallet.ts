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

const WORDS: Record<number, string> = {
  0: 'pendente',
  1: 'confirmado',
  2: 'rejeitado',
  6: 'creditado',
  7: 'depósito errado',
  8: 'aguarda o usuário',
}

/** The wallet: send coins to the shop's address, and move deposits on. */
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
  return page(
    { title: 'Carteira: enviar cripto', english: 'Wallet: send crypto' },
    html`
${problem ? html`<p class="note bad" role="alert">${problem}</p>` : ''}
<form class="card" method="post" action="/sandbox/wallet">
<label for="network">Moeda e rede <span lang="en">Coin and network</span></label><select id="network" name="network">${NETWORKS.map(
      (one) => {
        const id = `${one.coin}:${one.network}`
        return html`<option value="${id}"${value('network') === id ? html` selected` : ''}>${one.coin} · ${one.name}</option>`
      },
    )}</select>
<label for="amount">Quantidade exata <span lang="en">Exact amount</span></label><input id="amount" name="amount" inputmode="decimal" required placeholder="12.345678" value="${value('amount')}">
<label for="status">Situação ao chegar <span lang="en">Status on arrival</span></label>${statusSelect('status', 1)}
<label><input type="checkbox" name="internal" style="width:auto;min-height:0"> Transferência interna <span lang="en">Internal transfer</span></label>
<button>Enviar</button></form>
<h2>Depósitos</h2><p class="en" lang="en">Deposits</p>
${deposits.length === 0 ? html`<p class="soft">Nenhum ainda. <span lang="en">None yet.</span></p>` : html`<ul class="list card">${deposits.map(row)}</ul>`}
<h2>Endereços</h2><p class="en" lang="en">Addresses</p><ul class="list card">${NETWORKS.map((one) => html`<li><strong>${one.coin}</strong> <span class="soft">${one.name}</span><br><code>${one.address}</code></li>`)}</ul>`,
  )
}

function row(deposit: Deposit): Html {
  return html`<li><span class="row"><strong>${deposit.amount} ${deposit.coin}</strong><span>${WORDS[deposit.status] ?? deposit.status} · ${deposit.confirmTimes}</span></span>
<span class="soft small">${deposit.network} · ${when(deposit.insertTime)}</span><br><code class="soft">${deposit.txId}</code>
<form class="pair" method="post" action="/sandbox/wallet/${deposit.id}"><div><label for="s${deposit.id}">Nova situação <span lang="en">New status</span></label>${statusSelect(`s${deposit.id}`, deposit.status)}</div><div><button class="plain">Mudar</button></div></form></li>`
}

function statusSelect(id: string, selected: number): Html {
  return html`<select id="${id}" name="status">${Object.keys(STATUSES).map((key) => html`<option value="${key}"${Number(key) === selected ? html` selected` : ''}>${WORDS[Number(key)]}</option>`)}</select>`
}

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
