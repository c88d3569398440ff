import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'
import type { Language } from '@chaveiro/contracts/limits'
import type { ChangeSource } from '@chaveiro/contracts/shop-reasons'
import { sql, type SQL } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { App } from '../app.ts'
import { tracer } from '../observe/spans.ts'

/**
 * Events that are pushed to staff: a paid order, an order that waits for delivery, a payment to
 * review, a ticket.
 */
export type PushCause = { kind: 'sale' | 'delivery' | 'review' | 'ticket'; id: string }

/** How the jobs of one kind are queued. */
type Job<P> = {
  /**
   * The key of a job: a new job replaces a job with the same key that has not started. Without this
   * function, every job is separate.
   */
  about?: (payload: P) => string
  /**
   * Jobs of one queue run one after the other, so that a slow provider never occupies all workers.
   */
  queue?: string | ((payload: P) => string)
  /**
   * True when no person waits for the job: a separate worker group runs such jobs in the background
   * (platform/load/background-work.ts).
   */
  patient?: true
}

/**
 * Two queues for urgent mails, so that a hanging mail server blocks two workers and the other
 * workers still settle payments.
 */
const queueOfMail = (key: string): string => `mail:${key.charCodeAt(key.length - 1) % 2}`

const defineJob = <P>(kind: Job<P> = {}): Job<P> => kind

const jobDefinitions = {
  'payment.settle': defineJob<{ paymentId: string; source: ChangeSource }>({
    about: (payload) => payload.paymentId,
  }),
  /** Closes the charge of a finished payment, which may still take money at its provider. */
  'payment.close': defineJob<{ paymentId: string }>({ about: (payload) => payload.paymentId }),
  'payment.refund': defineJob<{ refundId: string }>({ about: (payload) => payload.refundId }),
  'infraction.defend': defineJob<{ infractionId: string }>({
    about: (payload) => payload.infractionId,
  }),
  /** again: staff requested the receipt again, so the shop sends a separate mail. */
  'order.receipt': defineJob<{ orderId: string; again?: string }>({
    about: ({ orderId, again }) => (again ? `${orderId}:${again}` : orderId),
    patient: true,
  }),
  'unit.grant': defineJob<{ unitId: string }>({
    about: (payload) => payload.unitId,
    queue: 'keyauth',
  }),
  /** Delivers units that were withheld while the buyer was banned. */
  'buyer.back': defineJob<{ userId: string }>({ about: (payload) => payload.userId }),
  'grant.sync': defineJob<{ grantId: string }>({
    about: (payload) => payload.grantId,
    queue: 'keyauth',
  }),
  /**
   * Interactions of one person run one after the other, because two purchases at once would share a
   * cart.
   */
  'chat.act': defineJob<{ interactionId: string; personId: string }>({
    about: (payload) => payload.interactionId,
    queue: (payload) => queueOfPerson(payload.personId),
  }),
  'chat.payment': defineJob<{ paymentId: string }>({ about: (payload) => payload.paymentId }),
  'chat.commands': defineJob<Record<string, never>>({ about: () => 'all' }),
  'ticket.archive': defineJob<{ ticketId: string; channelId: string }>({
    about: (payload) => payload.channelId,
  }),
  'mail.delivery-failing': defineJob<{ unitId: string }>({
    about: (payload) => payload.unitId,
    patient: true,
  }),
  'mail.key-replaced': defineJob<{ replacementId: string }>({
    about: (payload) => payload.replacementId,
    patient: true,
  }),
  'stock.added': defineJob<{ variantId: string }>({ about: (payload) => payload.variantId }),
  'stock.back': defineJob<{ variantId: string }>({ about: (payload) => payload.variantId }),
  'mail.stock-low': defineJob<{ variantId: string; since: string }>({
    about: (payload) => payload.variantId,
    patient: true,
  }),
  'mail.stock-back': defineJob<{ userId: string; variantId: string; since: string }>({
    patient: true,
  }),
  /** A buyer's units changed, so the shop checks again whether their reviews count. */
  'review.recheck': defineJob<{ orderId: string }>({ about: (payload) => payload.orderId }),
  'mail.review-invite': defineJob<{ orderId: string }>({
    about: (payload) => payload.orderId,
    patient: true,
  }),
  'mail.review-reply': defineJob<{ reviewId: string }>({
    about: (payload) => payload.reviewId,
    patient: true,
  }),
  'mail.payment-expired': defineJob<{ orderId: string }>({
    about: (payload) => payload.orderId,
    patient: true,
  }),
  /**
   * Notifies customer and staff that the customer withdrew from a purchase, or the customer that
   * staff declined the withdrawal.
   */
  'mail.withdrawal': defineJob<{ orderId: string; step: 'asked' | 'declined' }>({
    about: ({ orderId, step }) => `${orderId}:${step}`,
    patient: true,
  }),
  'mail.refund': defineJob<{ refundId: string }>({
    about: (payload) => payload.refundId,
    patient: true,
  }),
  /** All these licences belong to the order. */
  'mail.licences-expiring': defineJob<{ orderId: string; licenceIds: string[] }>({ patient: true }),
  /** Copies a message from the shop to the ticket's chat channel, in order. */
  'ticket.relay': defineJob<{ messageId: string }>({
    about: (payload) => payload.messageId,
    queue: 'tickets',
  }),
  'mail.ticket-new': defineJob<{ ticketId: string }>({
    about: (payload) => payload.ticketId,
    patient: true,
  }),
  'mail.ticket-answer': defineJob<{ ticketId: string }>({
    about: (payload) => payload.ticketId,
    patient: true,
  }),
  'mail.ticket-closed': defineJob<{ ticketId: string; closedAt: string }>({
    about: (payload) => payload.ticketId,
    patient: true,
  }),
  'mail.password-reset': defineJob<{ userId: string; sealedToken: string }>({
    about: (payload) => payload.userId,
    queue: (payload) => queueOfMail(payload.userId),
  }),
  'mail.power-act': defineJob<{ id: string; sealed: string }>({
    queue: (payload) => queueOfMail(payload.id),
  }),
  /** language: that of the page, because without an account there is no saved language. */
  'mail.login-code': defineJob<{ id: string; sealedCode: string; language?: Language }>({
    queue: (payload) => queueOfMail(payload.id),
  }),
  /** Notifies of a change of an account, possibly at the previous mail address. */
  'mail.account-notice': defineJob<{ id: string; sealed: string }>({
    queue: (payload) => queueOfMail(payload.id),
  }),
  'mail.welcome': defineJob<{ userId: string }>({ patient: true }),
  'notification.announce': defineJob<{ notificationId: string; tries: number }>({
    about: (payload) => payload.notificationId,
    queue: 'announcements',
  }),
  'notification.withdraw': defineJob<{ messageId: string }>({
    about: (payload) => payload.messageId,
    queue: 'announcements',
  }),
  /** Notifies staff by push; a job for each device sends the message. */
  'push.tell': defineJob<PushCause>({ about: ({ kind, id }) => `${kind}:${id}`, patient: true }),
  'push.send': defineJob<PushCause & { deviceId: string; tries: number }>({
    about: ({ deviceId, kind, id }) => `${deviceId}:${kind}:${id}`,
    queue: 'push',
    patient: true,
  }),
  'chat.stock-low': defineJob<{ variantId: string }>({
    about: (payload) => payload.variantId,
    queue: 'announcements',
  }),
  'role.sync': defineJob<{ userId: string }>({
    about: (payload) => payload.userId,
    queue: 'discord',
  }),
  /** Crops a picture around its focal point; a repeated run creates only missing crops. */
  'picture.cut': defineJob<{ hash: string; x: number; y: number }>({
    about: ({ hash, x, y }) => `${hash}:${x}-${y}`,
    patient: true,
  }),

  /**
   * Notifies admins that a problem of the shop began or ended; a job for each channel sends the
   * message.
   */
  'shop.alert': defineJob<{
    name: ShopAlert
    since: string
    until: string | null
    way: 'mail' | 'chat'
    tries: number
  }>({
    about: ({ name, since, until, way }) => `${name}:${since}:${until ? 'well' : 'wrong'}:${way}`,
  }),

  'role.variant': defineJob<{ variantId: string }>({ about: (payload) => payload.variantId }),
}

export type JobName = keyof typeof jobDefinitions

/** The payload of each kind of job. */
export type Jobs = { [N in JobName]: (typeof jobDefinitions)[N] extends Job<infer P> ? P : never }

/** Whether no person waits for jobs of this kind. */
export const isPatient = (name: JobName): boolean =>
  (jobDefinitions[name] as Job<never>).patient === true

/**
 * Spreads people over 64 queues: queues are never deleted, so a queue for each person would grow
 * without limit. The bits of a Discord id above the 22nd are its creation time in milliseconds.
 */
const queueOfPerson = (chatId: string): string => `chat:${(BigInt(chatId) >> 22n) % 64n}`

/**
 * Queues a job in the caller's transaction, so that the job exists if and only if its cause is
 * committed. The job replaces a job with the same key that has not started. A running job loses its
 * key to the new job and is not retried. Every job has a key, so a job without a key is a replaced
 * job (platform/queue/worker.ts).
 */
export async function enqueue<N extends JobName>(
  app: App,
  name: N,
  payload: Jobs[N],
  options: { runAt?: Date | null } = {},
): Promise<void> {
  await app.db.execute(sql`select ${queueJobSql(name, payload, options)}`)
  if (!options.runAt || options.runAt <= app.clock.now()) app.nudge.note()
}

/**
 * Queues a job within another statement, in one round trip: `send` receives the SQL for its select
 * list.
 */
export async function enqueueBy<N extends JobName, T>(
  app: App,
  name: N,
  payload: Jobs[N],
  send: (queued: SQL) => Promise<T>,
): Promise<T> {
  const sendResult = await send(queueJobSql(name, payload))
  app.nudge.note()

  return sendResult
}

/** A payload with the traceparent of the span that queued it, if tracing is on. */
export type TracedPayload = object & { traceparent?: string }

function queueJobSql<N extends JobName>(
  name: N,
  payload: Jobs[N] & object,
  options: { runAt?: Date | null } = {},
): SQL {
  const { about, queue, patient } = jobDefinitions[name] as Job<Jobs[N]>
  const subjectKey = `${name}:${about ? about(payload) : randomUUID()}`
  const traceparent = tracer()?.traceparent()
  const tracedPayload: TracedPayload = traceparent ? { ...payload, traceparent } : payload
  const queueName = typeof queue === 'function' ? queue(payload) : queue

  return sql`queue_job(${name}, ${JSON.stringify(tracedPayload)}::json, due_at := ${options.runAt ?? null},
      tries := 25, about := ${subjectKey}, in_queue := ${queueName ?? null}, rank := ${patient ? 10 : 0})`
}
