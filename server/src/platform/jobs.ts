import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { App } from './app.ts'

/** Every job of the shop and what it is given. */
export type Jobs = {
  'payment.settle': { paymentId: string; source: string }
  /** The charge of a payment that is over may still take money at its provider. */
  'payment.close': { paymentId: string }
  'payment.refund': { refundId: string }
  'infraction.defend': { infractionId: string }
  /** again: asked for by staff, a mail of its own. */
  'order.receipt': { orderId: string; again?: string }
  'unit.grant': { unitId: string }
  /** A ban was lifted: what was held is delivered. */
  'buyer.back': { userId: string }
  'grant.sync': { grantId: string }
  'chat.act': { interactionId: string }
  'chat.payment': { paymentId: string }
  'chat.commands': Record<string, never>
  'ticket.archive': { ticketId: string; channelId: string }
  'mail.delivery-failing': { unitId: string }
  'mail.key-replaced': { replacementId: string }
  'stock.added': { productId: string }
  'stock.back': { productId: string }
  'mail.stock-low': { productId: string; since: string }
  'mail.stock-back': { userId: string; productId: string; since: string }
  'mail.payment-expired': { orderId: string }
  'mail.refund': { refundId: string }
  /** Licences of one order. */
  'mail.licences-expiring': { orderId: string; licenceIds: string[] }
  'mail.ticket-closed': { ticketId: string; closedAt: string }
  'mail.password-reset': { userId: string; sealedToken: string }
  'mail.power-act': { id: string; sealed: string }
  'mail.login-code': { id: string; sealedCode: string }
  'notification.announce': { notificationId: string; tries: number }
  'notification.withdraw': { messageId: string }
  'chat.stock-low': { productId: string }
  'role.sync': { userId: string }
  'role.product': { productId: string }
  'mail.welcome': { userId: string }
}
export type JobName = keyof Jobs

/**
 * Queue a job in the caller's transaction: it exists if and only if its cause does.
 * A job with the same key that has not started is replaced, so one stays of many; one that runs loses its key to the new one, and is not tried again.
 * Every job has a key, if only its own, so that a job without one is known to be replaced (platform/worker.ts). Jobs of one queue run one after the other: for a provider that
 * is asked slowly, so that it never holds all workers.
 */
export async function enqueue<N extends JobName>(
  app: App,
  name: N,
  payload: Jobs[N],
  options: { key?: string; runAt?: Date; queue?: string } = {},
): Promise<void> {
  await app.db.execute(
    sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at := ${options.runAt ?? null}, max_attempts := 25, job_key := ${options.key ?? `${name}:${randomUUID()}`}, queue_name := ${options.queue ?? null})`,
  )
}
