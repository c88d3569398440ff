import type { FastifyInstance, FastifyReply } from 'fastify'
import { param, queryOf } from '../control/input.ts'
import type { World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import type { Mail, Mailbox } from '../mailbox/model.ts'
import { html } from './html.ts'
import { counted, page, when } from './layout.ts'

/** The mailbox for a person: what the store sent, shown without running any of it. */
export function addMailPages(app: FastifyInstance, { mailbox }: World): void {
  app.get('/sandbox/mail', async (request, reply) =>
    send(reply, listPage(mailbox, queryOf(request)['to'] ?? '')),
  )
  app.post('/sandbox/mail', async (_request, reply) => {
    mailbox.clear()
    return reply.redirect('/sandbox/mail', 303)
  })
  app.get('/sandbox/mail/:id', async (request, reply) => {
    const mail = mailbox.get(param(request, 'id'))
    if (!mail) throw new Refusal(404, 'E-mail não encontrado.')
    return send(reply, mailPage(mail))
  })
  app.get('/sandbox/mail/:id/raw', async (request, reply) => {
    const raw = mailbox.raw(param(request, 'id'))
    if (!raw) throw new Refusal(404, 'E-mail não encontrado.')
    return reply.type('text/plain; charset=utf-8').send(raw)
  })
}

function listPage(mailbox: Mailbox, to: string): string {
  const mails = mailbox.list(to || undefined).slice(0, 200)
  return page(
    { title: 'Caixa de e-mail', english: 'Mailbox' },
    html`
<form class="card" method="get" action="/sandbox/mail"><label for="to">Para <span lang="en">To</span></label><input id="to" name="to" type="email" value="${to}" placeholder="cliente@demo.test"><button class="plain">Filtrar</button></form>
<p><a href="/docs/mails">Todos os e-mails que a loja envia</a> <span lang="en">Every mail the shop sends</span></p>
${
  mails.length === 0
    ? html`<p class="soft">Nenhum e-mail. <span lang="en">No mail.</span></p>`
    : html`<ul class="list card">${mails.map(
        (
          mail,
        ) => html`<li><a href="/sandbox/mail/${mail.id}"><span class="row"><strong>${mail.subject || '(sem assunto)'}</strong><span class="soft small">${when(Date.parse(mail.date))}</span></span>
<span class="soft small">${mail.to}${mail.attachments.length > 0 ? ` · ${counted(mail.attachments.length, 'anexo', 'anexos')}` : ''}</span></a></li>`,
      )}</ul>
<form method="post" action="/sandbox/mail"><button class="plain">Esvaziar caixa</button></form>`
}`,
  )
}

function mailPage(mail: Mail): string {
  return page(
    { title: mail.subject || '(sem assunto)', english: 'Mail' },
    html`
<section class="card"><div class="row"><span>De</span><span>${mail.fromName} &lt;${mail.from}&gt;</span></div><div class="row"><span>Para</span><span>${mail.to}</span></div><div class="row"><span>Recebido</span><span>${when(Date.parse(mail.date))}</span></div>
${mail.attachments.map((one, index) => html`<div class="row"><span>Anexo</span><a href="/sandbox/api/mail/${mail.id}/attachments/${index}">${one.name || one.contentType} (${Math.ceil(one.size / 1024)} kB)</a></div>`)}</section>
${mail.html ? html`<h2>HTML</h2><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="Conteúdo do e-mail" srcdoc="${`<base target="_blank">${mail.html}`}"></iframe>` : ''}
${mail.text ? html`<h2>Texto</h2><section class="card"><pre>${mail.text}</pre></section>` : ''}
<h2>Cabeçalhos</h2><p class="en" lang="en">Headers</p><section class="card"><pre>${mail.headers.map((header) => `${header.name}: ${header.value}\n`)}</pre></section>
<p class="actions"><a class="button plain" href="/sandbox/mail">Voltar</a><a class="button plain" href="/sandbox/mail/${mail.id}/raw">Mensagem bruta</a></p>`,
  )
}

const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
