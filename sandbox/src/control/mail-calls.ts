import type { FastifyInstance } from 'fastify'

import { Refusal } from '../core/refusal.ts'
import type { Mail } from '../mailbox/model.ts'
import { fieldsOf, optionalText, param, queryOf, textIn } from './input.ts'
import type { World } from './world.ts'

/** The mailbox, newest first, with attachments, and the address of its STARTTLS server. */
export function addMailCalls(app: FastifyInstance, { mailbox }: World): void {
  app.get('/sandbox/api/mail', async (request) =>
    mailbox.list(queryOf(request)['to']).map(mailReply),
  )
  app.get('/sandbox/api/mail-server', async () => mailbox.places)

  app.get('/sandbox/api/mail/:id', async (request) => {
    const mail = mailbox.get(param(request, 'id'))
    if (!mail) throw new Refusal(404, 'no such mail')

    return { ...mailReply(mail), headers: mail.headers, attachmentDetails: mail.attachments }
  })

  app.get('/sandbox/api/mail/:id/attachments/:index', async (request, reply) => {
    const part = await mailbox.attachment(param(request, 'id'), Number(param(request, 'index')))
    if (!part) throw new Refusal(404, 'no such attachment')

    return reply
      .type(part.contentType)
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(part.name)}`,
      )
      .send(part.content)
  })

  app.delete('/sandbox/api/mail', async () => {
    mailbox.clear()
    return { ok: true }
  })
}

/** Captcha: mint a token as a browser would, and set the score of an action (* for all). */
export function addCaptchaCalls(app: FastifyInstance, { tokens, core }: World): void {
  app.post('/sandbox/api/captcha/token', async (request) => {
    const fields = fieldsOf(request)
    const service = optionalText(fields, 'service') ?? 'recaptcha'
    if (service !== 'recaptcha' && service !== 'turnstile')
      throw new Refusal(400, 'service must be recaptcha or turnstile')

    const score = scoreIn(fields['score'])

    return {
      token: tokens.mint({
        service,
        siteKey: optionalText(fields, 'siteKey') ?? core.credentials.recaptchaSiteKey,
        action: optionalText(fields, 'action') ?? '',
        hostname: optionalText(fields, 'hostname') ?? 'localhost',
        ...(score === undefined ? {} : { score }),
      }),
    }
  })

  app.post('/sandbox/api/captcha/scores', async (request) => {
    const fields = fieldsOf(request)
    const score = scoreIn(fields['score'])
    if (score === undefined) throw new Refusal(400, 'score is missing')

    tokens.setScore(textIn(fields, 'action'), score)

    return { scores: tokens.scores() }
  })
}

function scoreIn(value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    throw new Refusal(400, 'score must be from 0 to 1')

  return value
}

const mailReply = (mail: Mail): object => ({
  id: mail.id,
  from: mail.from,
  fromName: mail.fromName,
  to: mail.to,
  recipients: mail.recipients,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: mail.attachments.map((one) => one.name),
  messageId: mail.messageId,
  date: mail.date,
})
