import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { receiveMail } from './mail-in.service.ts'

const bodyLimit = 15 * 1024 * 1024

/**
 * POST /api/webhooks/mail takes a raw RFC 822 mail from the service that receives the shop's mail
 * and knows its secret (P337). A mail that is no customer's answer is not stored; the reply is 200
 * with a reason, since a second delivery would not help.
 */
export async function mountMailIn(http: FastifyInstance, app: App): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    // The secret is checked before the body of up to 15 MiB is read.
    const onRequest = async (request: FastifyRequest) => assertBearer(app, request)

    scope.post('/api/webhooks/mail', { bodyLimit, onRequest }, async (request, reply) => {
      const rawMail = request.body as Buffer | undefined
      const dropReason = rawMail?.length ? await receiveMail(app, rawMail) : 'unreadable'
      if (dropReason) app.log.info({ reason: dropReason }, 'support mail dropped')

      return reply.send({ success: true, kept: !dropReason, reason: dropReason })
    })
  })
}

function assertBearer(app: App, { headers }: FastifyRequest): void {
  if (!app.config.supportMail) throw fail('mail.inbound_off')

  const sha256Of = (text: string) => createHash('sha256').update(text).digest()
  const givenHash = sha256Of(headers.authorization ?? '')
  if (!timingSafeEqual(givenHash, sha256Of(`Bearer ${app.config.supportMail.secret}`)))
    throw fail('mail.inbound_secret')
}
