import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'
import type { Language } from '@chaveiro/contracts/limits'
import { sql, type SQL } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'

import type { App } from '../app.ts'
import { tracer } from '../observe/spans.ts'

/** What staff are told of by push: an order that was paid or waits, a payment, a ticket. */
export type PushCause = { kind: 'sale' | 'delivery' | 'review' | 'ticket'; id: string }

/** A job's payload, what it is about, and the queue in which it waits. */
type Job<P> = {
  /**
   * Of several jobs of a kind about the same thing, one is left. Without it, each job is separate.
   */
  about?: (payload: P) => string
  /**
   * Jobs of one queue run one after the other, so that a provider that is slow never holds all
   * workers.
   */
  queue?: string | ((payload: P) => string)
  /** Nobody waits for it: a crew of its own does it, at leisure (platform/load/background-work.ts). */
  patient?: true
}

/**
 * Mails for which somebody waits go two at once: a mail server that takes connections and says nothing
 * leaves the other workers to those who pay.
 */
const queueOfMail = (key: string): string => `mail:${key.charCodeAt(key.length - 1) % 2}`

const job = <P>(kind: Job<P> = {}): Job<P> => kind

/** Every job of the shop. */
const jobs = {
  'payment.settle': job<{ paymentId: string; source: string }>({ about: (of) => of.paymentId }),
  /** The charge of a payment that is over may still take money at its provider. */
  'payment.close': job<{ paymentId: string }>({ about: (of) => of.paymentId }),
  'payment.refund': job<{ refundId: string }>({ about: (of) => of.refundId }),
  'infraction.defend': job<{ infractionId: string }>({ about: (of) => of.infractionId }),
  /** again: asked for by staff, a mail of its own. */
  'order.receipt': job<{ orderId: string; again?: string }>({
    about: ({ orderId, again }) => (again ? `${orderId}:${again}` : orderId),
    patient: true,
  }),
  'unit.grant': job<{ unitId: string }>({ about: (of) => of.unitId, queue: 'keyauth' }),
  /** A ban was lifted: what was held is delivered. */
  'buyer.back': job<{ userId: string }>({ about: (of) => of.userId }),
  'grant.sync': job<{ grantId: string }>({ about: (of) => of.grantId, queue: 'keyauth' }),
  /**
   * One person's interactions are handled one after the other, or two purchases would take each
   * other's cart.
   */
  'chat.act': job<{ interactionId: string; personId: string }>({
    about: (of) => of.interactionId,
    queue: (of) => queueOfPerson(of.personId),
  }),
  'chat.payment': job<{ paymentId: string }>({ about: (of) => of.paymentId }),
  'chat.commands': job<Record<string, never>>({ about: () => 'all' }),
  'ticket.archive': job<{ ticketId: string; channelId: string }>({ about: (of) => of.channelId }),
  'mail.delivery-failing': job<{ unitId: string }>({ about: (of) => of.unitId, patient: true }),
  'mail.key-replaced': job<{ replacementId: string }>({
    about: (of) => of.replacementId,
    patient: true,
  }),
  'stock.added': job<{ variantId: string }>({ about: (of) => of.variantId }),
  'stock.back': job<{ variantId: string }>({ about: (of) => of.variantId }),
  'mail.stock-low': job<{ variantId: string; since: string }>({
    about: (of) => of.variantId,
    patient: true,
  }),
  'mail.stock-back': job<{ userId: string; variantId: string; since: string }>({ patient: true }),
  /** What a buyer has of an order changed: his reviews count or do not. */
  'review.recheck': job<{ orderId: string }>({ about: (of) => of.orderId }),
  'mail.review-invite': job<{ orderId: string }>({ about: (of) => of.orderId, patient: true }),
  'mail.review-reply': job<{ reviewId: string }>({ about: (of) => of.reviewId, patient: true }),
  'mail.payment-expired': job<{ orderId: string }>({ about: (of) => of.orderId, patient: true }),
  /** Both sides are told of a withdrawal, or its customer that it was declined. */
  'mail.withdrawal': job<{ orderId: string; step: 'asked' | 'declined' }>({
    about: ({ orderId, step }) => `${orderId}:${step}`,
    patient: true,
  }),
  'mail.refund': job<{ refundId: string }>({ about: (of) => of.refundId, patient: true }),
  /** Licences of one order. */
  'mail.licences-expiring': job<{ orderId: string; licenceIds: string[] }>({ patient: true }),
  /** What was said in the shop goes to the channel of its ticket, one message after the other. */
  'ticket.relay': job<{ messageId: string }>({ about: (of) => of.messageId, queue: 'tickets' }),
  'mail.ticket-new': job<{ ticketId: string }>({ about: (of) => of.ticketId, patient: true }),
  'mail.ticket-answer': job<{ ticketId: string }>({ about: (of) => of.ticketId, patient: true }),
  'mail.ticket-closed': job<{ ticketId: string; closedAt: string }>({
    about: (of) => of.ticketId,
    patient: true,
  }),
  'mail.password-reset': job<{ userId: string; sealedToken: string }>({
    about: (of) => of.userId,
    queue: (of) => queueOfMail(of.userId),
  }),
  'mail.power-act': job<{ id: string; sealed: string }>({ queue: (of) => queueOfMail(of.id) }),
  /** The language of the page that asked: a mail without an account has none of its own. */
  'mail.login-code': job<{ id: string; sealedCode: string; language?: Language }>({
    queue: (of) => queueOfMail(of.id),
  }),
  /** What happened to an account is told, to an address that may be its old one. */
  'mail.account-notice': job<{ id: string; sealed: string }>({ queue: (of) => queueOfMail(of.id) }),
  'mail.welcome': job<{ userId: string }>({ patient: true }),
  'notification.announce': job<{ notificationId: string; tries: number }>({
    about: (of) => of.notificationId,
    queue: 'announcements',
  }),
  'notification.withdraw': job<{ messageId: string }>({
    about: (of) => of.messageId,
    queue: 'announcements',
  }),
  /** Staff who asked for it are told on their devices; each device by a job of its own. */
  'push.tell': job<PushCause>({ about: ({ kind, id }) => `${kind}:${id}`, patient: true }),
  'push.send': job<PushCause & { deviceId: string; tries: number }>({
    about: ({ deviceId, kind, id }) => `${deviceId}:${kind}:${id}`,
    queue: 'push',
    patient: true,
  }),
  'chat.stock-low': job<{ variantId: string }>({
    about: (of) => of.variantId,
    queue: 'announcements',
  }),
  'role.sync': job<{ userId: string }>({ about: (of) => of.userId, queue: 'discord' }),
  /** A picture is cut around its point; a second run makes what is missing. */
  'picture.cut': job<{ hash: string; x: number; y: number }>({
    about: ({ hash, x, y }) => `${hash}:${x}-${y}`,
    patient: true,
  }),

  /** Admins are told that something is wrong with the shop, or well again; each way by itself. */
  'shop.alert': job<{
    name: ShopAlert
    since: string
    until: string | null
    way: 'mail' | 'chat'
    tries: number
  }>({
    about: ({ name, since, until, way }) => `${name}:${since}:${until ? 'well' : 'wrong'}:${way}`,
  }),

  'role.variant': job<{ variantId: string }>({ about: (of) => of.variantId }),
}

export type JobName = keyof typeof jobs

/** The payload of each job. */
export type Jobs = { [N in JobName]: (typeof jobs)[N] extends Job<infer P> ? P : never }

/** Whether nobody waits for a job. */
export const isPatient = (name: JobName): boolean => (jobs[name] as Job<never>).patient === true

/**
 * A person's queue is one of a fixed few, because a queue lives for ever and people keep coming. An
 * id counts milliseconds from its 23rd bit on.
 */
const queueOfPerson = (chatId: string): string => `chat:${(BigInt(chatId) >> 22n) % 64n}`

/**
 * Queue a job in the caller's transaction: it exists if and only if its cause does. A job about the
 * same thing that has not started is replaced; one that is running loses its key to the new one,
 * and is not retried. Every job has a key, if only its own, so that a job without one is known to
 * be replaced (platform/queue/worker.ts).
 */
export async function enqueue<N extends JobName>(
  app: App,
  name: N,
  payload: Jobs[N],
  options: { runAt?: Date | null } = {},
): Promise<void> {
  await app.db.execute(sql`select ${queuing(name, payload, options)}`)
  if (!options.runAt || options.runAt <= app.clock.now()) app.nudge.note()
}

/** Queue a job by a statement that has more to do: `send` puts what queues it into its select list. */
export async function enqueueBy<N extends JobName, T>(
  app: App,
  name: N,
  payload: Jobs[N],
  send: (queued: SQL) => Promise<T>,
): Promise<T> {
  const sent = await send(queuing(name, payload))
  app.nudge.note()

  return sent
}

/** A payload as it waits: with the span that queued it, where there is a tracer. */
export type Carried = object & { traceparent?: string }

/** What queues a job, in SQL. */
function queuing<N extends JobName>(
  name: N,
  payload: Jobs[N] & object,
  options: { runAt?: Date | null } = {},
): SQL {
  const { about, queue, patient } = jobs[name] as Job<Jobs[N]>
  const key = `${name}:${about ? about(payload) : randomUUID()}`
  const traceparent = tracer()?.traceparent()
  const carried: Carried = traceparent ? { ...payload, traceparent } : payload
  const queueName = typeof queue === 'function' ? queue(payload) : queue

  return sql`queue_job(${name}, ${JSON.stringify(carried)}::json, due_at := ${options.runAt ?? null},
      tries := 25, about := ${key}, in_queue := ${queueName ?? null}, rank := ${patient ? 10 : 0})`
}
