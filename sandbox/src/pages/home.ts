import type { FastifyInstance } from 'fastify'

import type { World } from '../control/world.ts'
import { html, type Html } from './html.ts'
import { counted, page, when } from './layout.ts'
import { fact, heading } from './parts.ts'

/** The sandbox's front page: links to all pages, recent webhooks and pending faults. */
export function addHomePages(app: FastifyInstance, world: World): void {
  const showHomePage = async (
    _request: unknown,
    reply: { type(value: string): { send(text: string): unknown } },
  ): Promise<unknown> => reply.type('text/html; charset=utf-8').send(homePage(world))

  app.get('/sandbox', showHomePage)
  app.get('/sandbox/', showHomePage)

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
    html`<div class="grid">${providerTiles(world)}</div>
<section class="card">
${fact('Relógio dos provedores', when(core.clock.now()))}
${fact('Loja', core.origins.all().join(', ') || 'nenhuma')}
</section>
${faultsSection(core)}${webhooksSection(core)}`,
  )
}

function providerTiles({ efi, stripe, binance, mailbox, discord, keyauth }: World): Html[] {
  const pendingCharges = efi.charges.filter((charge) => charge.status === 'ATIVA').length
  const openSessions = stripe.sessions.filter((session) => session.status === 'open').length
  const mailCount = mailbox.list().length

  return [
    tileLink('bank', ['Banco', 'Bank app: pay a PIX'], counted(pendingCharges, ...words.charges)),
    tileLink('card', ['Cartão', 'Card sessions'], counted(openSessions, ...words.sessions)),
    tileLink(
      'wallet',
      ['Carteira', 'Wallet: send crypto'],
      counted(binance.deposits.size, ...words.deposits),
    ),
    tileLink('mail', ['E-mail', 'Mailbox'], counted(mailCount, ...words.messages)),
    tileLink(
      'chat',
      ['Chat', 'Discord as one person sees it'],
      counted(discord.messages.size, ...words.messages),
    ),
    tileLink(
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

const tileLink = (to: string, [title, english]: [string, string], detail: string): Html =>
  html`<a href="/sandbox/${to}">
<strong>${title}</strong><br>
<span class="soft small" lang="en">${english}</span><br>
<span class="small">${detail}</span>
</a>`

function faultsSection(core: World['core']): Html | '' {
  const activeFaults = core.faults.list()
  if (activeFaults.length === 0) return ''

  const faultRows = activeFaults.map(
    (fault) => html`<li>
<strong>${fault.do}</strong> × ${fault.times}<br>
<code class="soft">${fault.provider} ${fault.method} ${fault.path}</code>
</li>`,
  )

  return html`${heading('Falhas armadas', 'Faults waiting')}
<ul class="list card">${faultRows}</ul>
<form method="post" action="/sandbox/faults/clear">
<button class="plain">Desarmar todas</button>
</form>`
}

type Delivery = ReturnType<World['core']['deliveries']['list']>[number]

function webhooksSection(core: World['core']): Html | '' {
  const latestDeliveries = core.deliveries.list().slice(0, 12)
  if (latestDeliveries.length === 0) return ''

  return html`${heading('Últimos webhooks', 'Latest webhooks')}
<ul class="list card">${latestDeliveries.map(deliveryRow)}</ul>`
}

const endLabels = {
  waiting: 'a caminho',
  held: 'retido',
  delivered: 'entregue',
  failed: 'desistiu',
  dropped: 'descartado',
}

function deliveryRow(one: Delivery): Html {
  const deliveryFacts = [
    when(Date.parse(one.at)),
    counted(one.attempts, 'tentativa', 'tentativas'),
    one.lastStatus ? `HTTP ${one.lastStatus}` : '',
    one.lastError ?? '',
  ]

  return html`<li>
<span class="row">
<code>${one.provider} ${one.type}</code>
<span class="${one.status === 'delivered' ? 'good' : 'warn'}">${endLabels[one.status]}</span>
</span>
<span class="soft small">${deliveryFacts.filter(Boolean).join(' · ')}</span>
</li>`
}
