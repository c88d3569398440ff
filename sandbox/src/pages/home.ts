import type { FastifyInstance } from 'fastify'

import type { World } from '../control/world.ts'
import { html, type Html } from './html.ts'
import { say, type Texts } from './language.ts'
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
    { title: 'Sandbox dos provedores', english: 'Provider sandbox' },
    html`<div class="grid">${providerTiles(world)}</div>
<section class="card">
${fact(say('Relógio dos provedores', 'Clock of the providers'), when(core.clock.now()))}
${fact(say('Loja', 'Shop'), core.origins.all().join(', ') || say('nenhuma', 'none'))}
</section>
${faultsSection(core)}${webhooksSection(core)}`,
  )
}

function providerTiles({ efi, stripe, binance, mailbox, discord, keyauth }: World): Html[] {
  const pendingCharges = efi.charges.filter((charge) => charge.status === 'ATIVA').length
  const openSessions = stripe.sessions.filter((session) => session.status === 'open').length
  const mailCount = mailbox.list().length

  return [
    tileLink('bank', say('Banco', 'Bank'), count(pendingCharges, 'charges')),
    tileLink('card', say('Cartão', 'Card'), count(openSessions, 'sessions')),
    tileLink('wallet', say('Carteira', 'Wallet'), count(binance.deposits.size, 'deposits')),
    tileLink('mail', say('E-mail', 'Mail'), count(mailCount, 'messages')),
    tileLink('chat', 'Chat', count(discord.messages.size, 'messages')),
    tileLink('keyauth', 'KeyAuth', count(keyauth.licences.size, 'licences')),
  ]
}

const nouns = {
  charges: ['cobrança pendente', 'cobranças pendentes', 'pending charge', 'pending charges'],
  sessions: ['sessão aberta', 'sessões abertas', 'open session', 'open sessions'],
  deposits: ['depósito', 'depósitos', 'deposit', 'deposits'],
  messages: ['mensagem', 'mensagens', 'message', 'messages'],
  licences: ['licença', 'licenças', 'licence', 'licences'],
} as const

function count(n: number, noun: keyof typeof nouns): string {
  const [one, many, oneEnglish, manyEnglish] = nouns[noun]
  return counted(n, say(one, oneEnglish), say(many, manyEnglish))
}

const tileLink = (to: string, title: string, detail: string): Html =>
  html`<a href="/sandbox/${to}">
<strong>${title}</strong>
<span class="soft small">${detail}</span>
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
<button class="plain">${say('Desarmar todas', 'Clear all')}</button>
</form>`
}

type Delivery = ReturnType<World['core']['deliveries']['list']>[number]

function webhooksSection(core: World['core']): Html | '' {
  const latestDeliveries = core.deliveries.list().slice(0, 12)
  if (latestDeliveries.length === 0) return ''

  return html`${heading('Últimos webhooks', 'Latest webhooks')}
<ul class="list card">${latestDeliveries.map(deliveryRow)}</ul>`
}

const endLabels: Record<Delivery['status'], Texts> = {
  waiting: ['a caminho', 'on its way'],
  held: ['retido', 'held'],
  delivered: ['entregue', 'delivered'],
  failed: ['desistiu', 'gave up'],
  dropped: ['descartado', 'dropped'],
}

function deliveryRow(one: Delivery): Html {
  const deliveryFacts = [
    when(Date.parse(one.at)),
    counted(one.attempts, say('tentativa', 'attempt'), say('tentativas', 'attempts')),
    one.lastStatus ? `HTTP ${one.lastStatus}` : '',
    one.lastError ?? '',
  ]

  return html`<li>
<span class="row">
<code>${one.provider} ${one.type}</code>
<span class="${one.status === 'delivered' ? 'good' : 'warn'}">${say(...endLabels[one.status])}</span>
</span>
<span class="soft small">${deliveryFacts.filter(Boolean).join(' · ')}</span>
</li>`
}
