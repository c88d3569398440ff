import type { FastifyInstance, FastifyReply } from 'fastify'

import { pathParameter, queryFieldsOf } from '../control/input.ts'
import type { World } from '../control/world.ts'
import { Refusal } from '../core/refusal.ts'
import type { Mail, Mailbox } from '../mailbox/model.ts'
import { html, type Html } from './html.ts'
import { say } from './language.ts'
import { counted, page, when } from './layout.ts'
import { fact, heading, label, nothing } from './parts.ts'

/** The mailbox for a person: all mails of the store, shown without running any of their code. */
export function addMailPages(app: FastifyInstance, { mailbox }: World): void {
  app.get('/sandbox/mail', async (request, reply) =>
    sendPage(reply, mailListPage(mailbox, queryFieldsOf(request)['to'] ?? '')),
  )

  app.post('/sandbox/mail', async (_request, reply) => {
    mailbox.clear()
    return reply.redirect('/sandbox/mail', 303)
  })

  app.get('/sandbox/mail/:id', async (request, reply) => {
    const mail = mailbox.get(pathParameter(request, 'id'))
    if (!mail) throw new Refusal(404, say('E-mail não encontrado.', 'No such mail.'))

    return sendPage(reply, mailPage(mail))
  })

  app.get('/sandbox/mail/:id/raw', async (request, reply) => {
    const rawMessage = mailbox.raw(pathParameter(request, 'id'))
    if (!rawMessage) throw new Refusal(404, say('E-mail não encontrado.', 'No such mail.'))

    return reply.type('text/plain; charset=utf-8').send(rawMessage)
  })
}

function mailListPage(mailbox: Mailbox, to: string): string {
  const shownMails = mailbox.list(to || undefined).slice(0, 200)
  return page(
    { title: 'Caixa de e-mail', english: 'Mailbox' },
    html`
<form class="card" method="get" action="/sandbox/mail">
${label('to', 'Para', 'To')}
<input id="to" name="to" type="email" value="${to}" placeholder="cliente@demo.test">
<button class="plain">${say('Filtrar', 'Filter')}</button>
</form>
<p>
<a href="/docs/mails">${say('Todos os e-mails que a loja envia', 'Every mail the shop sends')}</a>
</p>
${shownMails.length === 0 ? nothing('Nenhum e-mail.', 'No mail.') : filledList(shownMails)}`,
  )
}

const filledList = (shownMails: readonly Mail[]): Html =>
  html`<ul class="list card">${shownMails.map(mailRow)}</ul>
<form method="post" action="/sandbox/mail">
<button class="plain">${say('Esvaziar caixa', 'Empty the mailbox')}</button>
</form>`

function mailRow(mail: Mail): Html {
  const { length } = mail.attachments
  const filesLabel =
    length > 0
      ? ` · ${counted(length, say('anexo', 'attachment'), say('anexos', 'attachments'))}`
      : ''

  return html`<li><a href="/sandbox/mail/${mail.id}">
<span class="row">
<strong>${subjectOf(mail)}</strong>
<span class="soft small">${when(Date.parse(mail.date))}</span>
</span>
<span class="soft small">${mail.to}${filesLabel}</span>
</a></li>`
}

const subjectOf = (mail: Mail): string => mail.subject || say('(sem assunto)', '(no subject)')

function mailPage(mail: Mail): string {
  return page(
    { title: subjectOf(mail), english: subjectOf(mail) },
    html`
<section class="card">
${fact(say('De', 'From'), `${mail.fromName} <${mail.from}>`)}
${fact(say('Para', 'To'), mail.to)}
${fact(say('Recebido', 'Received'), when(Date.parse(mail.date)))}
${attachments(mail)}
</section>
${mail.html ? mailFrame(mail.html) : ''}
${mail.text ? html`${heading('Texto', 'Text')}<section class="card"><pre>${mail.text}</pre></section>` : ''}
${heading('Cabeçalhos', 'Headers')}
<section class="card">
<pre>${mail.headers.map(({ name, value }) => `${name}: ${value}\n`)}</pre>
</section>
<p class="actions">
<a class="button plain" href="/sandbox/mail">${say('Voltar', 'Back')}</a>
<a class="button plain" href="/sandbox/mail/${mail.id}/raw">${say('Mensagem bruta', 'Raw message')}</a>
</p>`,
  )
}

const attachments = (mail: Mail): Html[] =>
  mail.attachments.map(
    ({ name, contentType, size }, index) => html`<div class="row">
<span>${say('Anexo', 'Attachment')}</span>
<a href="/sandbox/api/mail/${mail.id}/attachments/${index}">${name || contentType}
(${Math.ceil(size / 1024)} kB)</a>
</div>`,
  )

const mailFrame = (body: string): Html => html`<h2>HTML</h2>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"
  title="${say('Conteúdo do e-mail', 'Content of the mail')}"
  srcdoc="${`<base target="_blank">${body}`}"></iframe>`

const sendPage = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(text)
