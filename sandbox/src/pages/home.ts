import type { FastifyInstance } from 'fastify'

import type { World } from '../control/world.ts'
import { html, type Html } from './html.ts'
import { counted, page, when } from './layout.ts'
import { fact, heading } from './parts.ts'

/** The sandbox's front page: links to all pages, recent webhooks and pending faults. */
export function addHomePages(app: FastifyInstance, world: World): void {
  const home = async (
    _request: unknown,
    reply: { type(value: string): { send(text: string): unknown } },
  ): Promise<unknown> => reply.type('text/html; charset=utf-8').send(homePage(world))

  app.get('/sandbox', home)
  app.get('/sandbox/', home)

  app.post('/sandbox/faults/clear', async (_request, reply) => {
    world.core.faults.clear()
    return reply.redirect('/sandbox', 303)
  })

  app.get('/', async (_request, reply) =>
    reply.redirect(world.core.origins.forPeople() || '/sandbox', 302),
  )
}

function homePage(world: World): string {
  const { core } = world
  return page(
    { title: 'Sandbox dos provedores', english: 'The providers, played locally' },
    html`<div class="grid">${tiles(world)}</div>
<section class="card">
${fact('Relógio dos provedores', when(core.clock.now()))}
${fact('Loja', core.origins.all().join(', ') || 'nenhuma')}
</section>
${faultsSection(core)}${webhooksSection(core)}`,
  )
}

function tiles({ efi, stripe, binance, mailbox, discord, keyauth }: World): Html[] {
  const pending = efi.charges.filter((charge) => charge.status === 'ATIVA').length
  const open = stripe.sessions.filter((session) => session.status === 'open').length
  const mails = mailbox.list().length

  return [
    tile('bank', ['Banco', 'Bank app: pay a PIX'], counted(pending, ...words.charges)),
    tile('card', ['Cartão', 'Card sessions'], counted(open, ...words.sessions)),
    tile(
      'wallet',
      ['Carteira', 'Wallet: send crypto'],
      counted(binance.deposits.size, ...words.deposits),
    ),
    tile('mail', ['E-mail', 'Mailbox'], counted(mails, ...words.messages)),
    tile(
      'chat',
      ['Chat', 'Discord as one person sees it'],
      counted(discord.messages.size, ...words.messages),
    ),
    tile(
      'keyauth',
      ['KeyAuth', 'Licences made and revoked'],
      counted(keyauth.licences.size, ...words.licences),
    ),
  ]
}

const words = {
  charges: ['cobrança pendente', 'cobranças pendentes'],
  sessions: ['sessão aberta', 'sessões abertas'],
  deposits: ['depósito', 'depósitos'],
  messages: ['mensagem', 'mensagens'],
  licences: ['licença', 'licenças'],
} as const

const tile = (to: string, [title, english]: [string, string], detail: string): Html =>
  html`<a href="/sandbox/${to}">
<strong>${title}</strong><br>
<span class="soft small" lang="en">${english}</span><br>
<span class="small">${detail}</span>
</a>`

function faultsSection(core: World['core']): Html | '' {
  const faults = core.faults.list()
  if (faults.length === 0) return ''

  const rows = faults.map(
    (fault) => html`<li>
<strong>${fault.do}</strong> × ${fault.times}<br>
<code class="soft">${fault.provider} ${fault.method} ${fault.path}</code>
</li>`,
  )

  return html`${heading('Falhas armadas', 'Faults waiting')}
<ul class="list card">${rows}</ul>
<form method="post" action="/sandbox/faults/clear">
<button class="plain">Desarmar todas</button>
</form>`
}

type Delivery = ReturnType<World['core']['deliveries']['list']>[number]

function webhooksSection(core: World['core']): Html | '' {
  const latest = core.deliveries.list().slice(0, 12)
  if (latest.length === 0) return ''

  return html`${heading('Últimos webhooks', 'Latest webhooks')}
<ul class="list card">${latest.map(deliveryRow)}</ul>`
}

const ends = {
  waiting: 'a caminho',
  held: 'retido',
  delivered: 'entregue',
  failed: 'desistiu',
  dropped: 'descartado',
}

function deliveryRow(one: Delivery): Html {
  const told = [
    when(Date.parse(one.at)),
    counted(one.attempts, 'tentativa', 'tentativas'),
    one.lastStatus ? `HTTP ${one.lastStatus}` : '',
    one.lastError ?? '',
  ]

  return html`<li>
<span class="row">
<code>${one.provider} ${one.type}</code>
<span class="${one.status === 'delivered' ? 'good' : 'warn'}">${ends[one.status]}</span>
</span>
<span class="soft small">${told.filter(Boolean).join(' · ')}</span>
</li>`
}
