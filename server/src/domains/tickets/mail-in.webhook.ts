import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'

import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { receiveMail } from './mail-in.service.ts'

const bodyLimit = 15 * 1024 * 1024

/**
 * POST /api/webhooks/mail: a mail as it came, RFC 822, brought by whoever receives the shop's mail
 * and knows its secret (P337). What is no customer's answer is answered with its reason and not
 * kept, since bringing it again would not help.
 */
export async function mountMailIn(http: FastifyInstance, app: App): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    // Before a byte of fifteen million is read.
    const onRequest = async (request: FastifyRequest) => assertBearer(app, request)

    scope.post('/api/webhooks/mail', { bodyLimit, onRequest }, async (request, reply) => {
      const raw = request.body as Buffer | undefined
      const dropped = raw?.length ? await receiveMail(app, raw) : 'unreadable'
      if (dropped) app.log.info({ reason: dropped }, 'a mail to the support was not kept')

      return reply.send({ success: true, kept: !dropped, reason: dropped })
    })
  })
}

function assertBearer(app: App, { headers }: FastifyRequest): void {
  if (!app.config.supportMail) throw fail('mail.inbound_off')

  const hash = (text: string) => createHash('sha256').update(text).digest()
  const given = hash(headers.authorization ?? '')
  if (!timingSafeEqual(given, hash(`Bearer ${app.config.supportMail.secret}`)))
    throw fail('mail.inbound_secret')
}
