import type { FastifyInstance } from 'fastify'
import type { World } from '../control/world.ts'
import { html, type Html } from './html.ts'
import { counted, page, when } from './layout.ts'

/** The sandbox's front page: where a person goes, and what happens with webhooks and faults. */
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

function homePage({ core, efi, stripe, binance, mailbox, discord, keyauth }: World): string {
  const tile = (href: string, title: string, english: string, detail: string): Html =>
    html`<a href="${href}"><strong>${title}</strong><br><span class="soft small" lang="en">${english}</span><br><span class="small">${detail}</span></a>`
  const pending = efi.charges.filter((charge) => charge.status === 'ATIVA').length
  const open = stripe.sessions.filter((session) => session.status === 'open').length
  return page(
    { title: 'Sandbox dos provedores', english: 'The providers, played locally' },
    html`<div class="grid">
${tile('/sandbox/bank', 'Banco', 'Bank app: pay a PIX', counted(pending, 'cobrança pendente', 'cobranças pendentes'))}${tile('/sandbox/card', 'Cartão', 'Card sessions', counted(open, 'sessão aberta', 'sessões abertas'))}
${tile('/sandbox/wallet', 'Carteira', 'Wallet: send crypto', counted(binance.deposits.size, 'depósito', 'depósitos'))}${tile('/sandbox/mail', 'E-mail', 'Mailbox', counted(mailbox.list().length, 'mensagem', 'mensagens'))}
${tile('/sandbox/chat', 'Chat', 'Discord as one person sees it', counted(discord.messages.size, 'mensagem', 'mensagens'))}${tile('/sandbox/keyauth', 'KeyAuth', 'Licences made and revoked', counted(keyauth.licences.size, 'licença', 'licenças'))}</div>
<section class="card"><div class="row"><span>Relógio dos provedores</span><span>${when(core.clock.now())}</span></div><div class="row"><span>Loja</span><span>${core.origins.all().join(', ') || 'nenhuma'}</span></div></section>
${faultsSection(core)}${webhooksSection(core)}`,
  )
}

function faultsSection(core: World['core']): Html | '' {
  const faults = core.faults.list()
  if (faults.length === 0) return ''
  return html`<h2>Falhas armadas</h2><p class="en" lang="en">Faults waiting</p><ul class="list card">${faults.map((fault) => html`<li><strong>${fault.do}</strong> × ${fault.times}<br><code class="soft">${fault.provider} ${fault.method} ${fault.path}</code></li>`)}</ul>
<form method="post" action="/sandbox/faults/clear"><button class="plain">Desarmar todas</button></form>`
}

function webhooksSection(core: World['core']): Html | '' {
  const latest = core.deliveries.list().slice(0, 12)
  if (latest.length === 0) return ''
  const words = {
    waiting: 'a caminho',
    held: 'retido',
    delivered: 'entregue',
    failed: 'desistiu',
    dropped: 'descartado',
  }
  return html`<h2>Últimos webhooks</h2><p class="en" lang="en">Latest webhooks</p><ul class="list card">${latest.map(
    (
      one,
    ) => html`<li><span class="row"><code>${one.provider} ${one.type}</code><span class="${one.status === 'delivered' ? 'good' : 'warn'}">${words[one.status]}</span></span>
<span class="soft small">${when(Date.parse(one.at))} · ${counted(one.attempts, 'tentativa', 'tentativas')}${one.lastStatus ? ` · HTTP ${one.lastStatus}` : ''}${one.lastError ? ` · ${one.lastError}` : ''}</span></li>`,
  )}</ul>`
}
