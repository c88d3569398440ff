import { payMethods } from '@chaveiro/contracts/payment-methods'
import { sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { webhookEvents } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { callerOf } from '../../../platform/http/mount.ts'
import { enqueueBy } from '../../../platform/queue/jobs.ts'
import type { WebhookHint } from '../../../ports/payments.ts'
import {
  paymentById,
  paymentByReceipt,
  paymentByReference,
  type Payment,
} from '../state/payments.queries.ts'

const bodyLimit = 262_144

type CallbackMethod = typeof payMethods.pix | typeof payMethods.card

/**
 * The providers' webhooks: verified by their raw bytes, stored once for each event, with a job for
 * each payment named; the reply is 200. Genuine events of other applications are skipped. A webhook
 * is a hint; its job asks the provider. Efí appends /pix to the registered URL, so both URLs are
 * served.
 */
export async function mountWebhooks(http: FastifyInstance, app: App): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    for (const [url, method] of [
      ['/api/webhooks/stripe', payMethods.card],
      ['/api/webhooks/pix', payMethods.pix],
      ['/api/webhooks/pix/pix', payMethods.pix],
    ] as const) {
      const onRequest = async () => {
        if (!app.providers.charges[method]) throw fail('payment.webhook_refused')
      }
      const routeOptions = { bodyLimit, onRequest, config: { isUnknown: true } }

      scope.post(url, routeOptions, async (request, reply) => {
        const webhookHints = app.providers.charges[method]?.verifyWebhook({
          body: (request.body as Buffer | undefined) ?? Buffer.alloc(0),
          headers: request.headers,
          query: request.query as Record<string, string>,
          ip: callerOf(request).ip,
          now: app.clock.now(),
        })

        if (!webhookHints) throw fail('payment.webhook_refused')

        for (const hint of webhookHints.flatMap(keepable)) await receiveHint(app, method, hint)

        return reply.code(200).send({ received: true })
      })
    }
  })
}

/**
 * A hint without names that the database may be unable to store: the account may serve other
 * applications, which choose their names freely. A hint without id or type is dropped.
 */
function keepable({ eventId, type, reference, paymentId, receiptId }: WebhookHint): WebhookHint[] {
  if (!isPlain(eventId) || !isPlain(type)) return []

  const plainName = (name: unknown): string | null => (isPlain(name) ? name : null)

  return [
    {
      eventId,
      type,
      reference: plainName(reference),
      paymentId: plainName(paymentId),
      receiptId: plainName(receiptId),
    },
  ]
}

const isPlain = (name: unknown): name is string =>
  typeof name === 'string' && /^[\x21-\x7e]{1,255}$/.test(name)

/**
 * Store a hint and queue the check of its payment in one statement, so that neither exists alone.
 * Idempotent: a known event does nothing.
 */
async function receiveHint(app: App, method: CallbackMethod, hint: WebhookHint): Promise<void> {
  const payment = await findPayment(app, method, hint)

  const webhookEvent = {
    provider: method,
    eventId: hint.eventId,
    type: hint.type,
    reference: payment?.id ?? null,
    receivedAt: app.clock.now(),
  }

  const storedEvent = app.db
    .$with('kept')
    .as(
      app.db
        .insert(webhookEvents)
        .values(webhookEvent)
        .onConflictDoNothing()
        .returning({ eventId: webhookEvents.eventId }),
    )

  const storeAndQueue = (queued: SQL) =>
    app.db.with(storedEvent).select({ queued }).from(storedEvent)
  const newEvents = payment
    ? await enqueueBy(
        app,
        'payment.settle',
        { paymentId: payment.id, source: 'webhook' },
        storeAndQueue,
      )
    : await storeAndQueue(sql`null`)

  if (newEvents.length && !payment)
    app.log.info(
      { provider: method, eventId: hint.eventId, type: hint.type },
      'a webhook names no payment of ours',
    )
}

async function findPayment(
  app: App,
  method: CallbackMethod,
  hint: WebhookHint,
): Promise<Payment | null> {
  const paymentWithId =
    hint.paymentId && /^[0-9a-f]{32}$/.test(hint.paymentId)
      ? await paymentById(app, hint.paymentId)
      : null

  const paymentWithReference =
    paymentWithId ?? (hint.reference ? await paymentByReference(app, method, hint.reference) : null)

  return (
    paymentWithReference ?? (hint.receiptId ? paymentByReceipt(app, method, hint.receiptId) : null)
  )
}
