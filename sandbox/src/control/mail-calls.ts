import type { FastifyInstance } from 'fastify'

import { Refusal } from '../core/refusal.ts'
import type { Mail } from '../mailbox/model.ts'
import { bodyFieldsOf, optionalText, pathParameter, queryFieldsOf, requiredText } from './input.ts'
import type { World } from './world.ts'

/** The mailbox, newest mail first, with attachments, and the address of its STARTTLS server. */
export function addMailCalls(app: FastifyInstance, { mailbox }: World): void {
  app.get('/sandbox/api/mail', async (request) =>
    mailbox.list(queryFieldsOf(request)['to']).map(mailReply),
  )
  app.get('/sandbox/api/mail-server', async () => mailbox.places)

  app.get('/sandbox/api/mail/:id', async (request) => {
    const mail = mailbox.get(pathParameter(request, 'id'))
    if (!mail) throw new Refusal(404, 'no such mail')

    return { ...mailReply(mail), headers: mail.headers, attachmentDetails: mail.attachments }
  })

  app.get('/sandbox/api/mail/:id/attachments/:index', async (request, reply) => {
    const attachment = await mailbox.attachment(
      pathParameter(request, 'id'),
      Number(pathParameter(request, 'index')),
    )
    if (!attachment) throw new Refusal(404, 'no such attachment')

    return reply
      .type(attachment.contentType)
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
      )
      .send(attachment.content)
  })

  app.delete('/sandbox/api/mail', async () => {
    mailbox.clear()
    return { ok: true }
  })
}

/** Captcha: creates a token as a browser would, and sets the score of an action (* for all). */
export function addCaptchaCalls(app: FastifyInstance, { tokens, core }: World): void {
  app.post('/sandbox/api/captcha/token', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const serviceName = optionalText(bodyFields, 'service') ?? 'recaptcha'
    if (serviceName !== 'recaptcha' && serviceName !== 'turnstile')
      throw new Refusal(400, 'service must be recaptcha or turnstile')

    const score = optionalScore(bodyFields['score'])

    return {
      token: tokens.mint({
        service: serviceName,
        siteKey: optionalText(bodyFields, 'siteKey') ?? core.credentials.recaptchaSiteKey,
        action: optionalText(bodyFields, 'action') ?? '',
        hostname: optionalText(bodyFields, 'hostname') ?? 'localhost',
        ...(score === undefined ? {} : { score }),
      }),
    }
  })

  app.post('/sandbox/api/captcha/scores', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const score = optionalScore(bodyFields['score'])
    if (score === undefined) throw new Refusal(400, 'score is missing')

    tokens.setScore(requiredText(bodyFields, 'action'), score)

    return { scores: tokens.scores() }
  })
}

function optionalScore(value: unknown): number | undefined {
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
