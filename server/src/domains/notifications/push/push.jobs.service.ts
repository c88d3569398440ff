import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { orders, payments, pushDevices, tickets } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { ShopEvent } from '../../../platform/queue/events.ts'
import { enqueue, enqueueBy, type PushCause } from '../../../platform/queue/jobs.ts'
import { localizedMoney } from '../../../platform/text/money.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { receivingDevice, receivingDevices, forgetDevice } from './push.devices.service.ts'
import { pushIdentity } from './push.keys.service.ts'
import { pushWords, type PushFacts } from './push.words.ts'

/** Seconds until each next try; after the last one the news is too old. */
const retryPauses = [30, 120, 600, 1800] as const

/** How long a push service stores a message for a device that is off. */
const worthSeconds = 12 * 3600

const causes: Record<ShopEvent['kind'], PushCause['kind']> = {
  'order.sold': 'sale',
  'order.waiting': 'delivery',
  'payment.review': 'review',
  'ticket.message': 'ticket',
}

/**
 * Notifies staff of an event on their devices, in the transaction of its cause. Queues nothing
 * while no device is registered.
 */
export async function notifyStaff(tx: App, { kind, id }: ShopEvent): Promise<void> {
  const cause = { kind: causes[kind], id }

  await enqueueBy(tx, 'push.tell', cause, (queued) =>
    tx.db.execute(sql`select ${queued} where exists (select 1 from ${pushDevices})`),
  )
}

/** One job for each device, so that no device waits for another or gets a message twice. */
export async function queueDeviceJobs(app: App, cause: PushCause): Promise<void> {
  await inTransaction(app, async (tx) => {
    for (const deviceId of await receivingDevices(tx))
      await enqueue(tx, 'push.send', { ...cause, deviceId, tries: 0 })
  })
}

async function orderFacts(app: App, id: string): Promise<PushFacts | null> {
  const [order] = await app.db
    .select({ number: orders.number, cents: orders.totalCents, currency: orders.currency })
    .from(orders)
    .where(eq(orders.id, id))

  return order
    ? {
        number: order.number,
        url: `/admin/orders/${id}`,
        amount: localizedMoney(order.cents, order.currency),
      }
    : null
}

async function factsOfCause(app: App, { kind, id }: PushCause): Promise<PushFacts | null> {
  if (kind === 'ticket') {
    const [ticket] = await app.db
      .select({ number: tickets.ticketId })
      .from(tickets)
      .where(eq(tickets.id, id))
    return ticket ? { ...ticket, url: '/admin/tickets' } : null
  }

  if (kind !== 'review') return orderFacts(app, id)

  const [payment] = await app.db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.id, id))

  return payment ? orderFacts(app, payment.orderId) : null
}

type Sending = PushCause & { deviceId: string; tries: number }

/** Sends a message to one device. A gone device is deleted; an unreachable one is tried again. */
export async function sendPush(app: App, { deviceId, tries, ...cause }: Sending): Promise<void> {
  const [device, facts] = await Promise.all([
    receivingDevice(app, deviceId),
    factsOfCause(app, cause),
  ])
  if (!device || !facts) return

  const { title, body } = pushWords[cause.kind](facts)

  const pushTopic = createHash('sha256')
    .update(`${cause.kind} ${cause.id}`)
    .digest('base64url')
    .slice(0, 32)

  const pushText = JSON.stringify({
    title: title[device.language],
    body: body[device.language],
    url: facts.url,
    tag: pushTopic,
  })

  const pushResult = await app.providers.push.send(
    device.address,
    { text: pushText, topic: pushTopic, seconds: worthSeconds },
    await pushIdentity(app),
  )

  if (pushResult.kind === 'gone') return void (await forgetDevice(app, deviceId))
  if (pushResult.kind === 'refused')
    return app.log.warn({ reason: pushResult.reason }, 'push message refused')

  const retryPause = retryPauses[tries]
  if (pushResult.kind !== 'later' || retryPause === undefined) return

  const nextRunAt = secondsAfter(app.clock.now(), Math.max(retryPause, pushResult.seconds ?? 0))
  await enqueue(app, 'push.send', { ...cause, deviceId, tries: tries + 1 }, { runAt: nextRunAt })
}
