import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  sql,
  type SQL,
} from 'drizzle-orm'

import { columns, rowsOf } from '../../../db/rows.ts'
import {
  deposits,
  disputes,
  orderLines,
  orders,
  payments,
  receipts,
  refunds,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import type { OrderLine } from '../../orders/orders.service.ts'

export type Payment = typeof payments.$inferSelect
export type Deposit = typeof deposits.$inferSelect
export type Dispute = typeof disputes.$inferSelect
export type Refund = typeof refunds.$inferSelect
export type Method = Payment['method']

export async function paymentById(app: App, id: string): Promise<Payment | null> {
  const [payment] = await app.db.select().from(payments).where(eq(payments.id, id))
  return payment ?? null
}

export async function lockPayment(tx: App, id: string): Promise<Payment | null> {
  const [payment] = await tx.db.select().from(payments).where(eq(payments.id, id)).for('update')
  return payment ?? null
}

export async function paymentByReference(
  app: App,
  method: Method,
  reference: string,
): Promise<Payment | null> {
  const [payment] = await app.db
    .select()
    .from(payments)
    .where(and(eq(payments.method, method), eq(payments.providerReference, reference)))
  return payment ?? null
}

/**
 * The payment that a receipt belongs to: refunds and disputes at a provider name the money, not our
 * charge.
 */
export async function paymentByReceipt(
  app: App,
  method: Method,
  receiptId: string,
): Promise<Payment | null> {
  const [row] = await app.db
    .select({ payment: payments })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(and(eq(receipts.method, method), eq(receipts.receiptId, receiptId)))
  return row?.payment ?? null
}

/** A payment with what its page shows of its order. */
export type PaymentOnPage = { payment: Payment; orderNumber: string; lines: OrderLine[] }

async function readPaymentPage(app: App, where: SQL | undefined): Promise<PaymentOnPage | null> {
  const rows = await app.db
    .select({ payment: payments, orderNumber: orders.number, line: orderLines })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(where)
    .orderBy(asc(orderLines.position))
  return rows[0] ? { ...rows[0], lines: rows.flatMap(({ line }) => line ?? []) } : null
}

/** A payment by its id, or by that of its page at the card provider, as its own page shows it. */
export const paymentOnPage = (
  app: App,
  lookup: { paymentId: string } | { sessionId: string },
): Promise<PaymentOnPage | null> =>
  'paymentId' in lookup
    ? readPaymentPage(app, eq(payments.id, lookup.paymentId))
    : readPaymentPage(
        app,
        and(eq(payments.method, 'stripe'), eq(payments.providerReference, lookup.sessionId)),
      )

/** The payment of a cart that can still be paid; there is at most one (unique index). */
export async function pendingOfCart(app: App, cartId: string): Promise<Payment | null> {
  const [payment] = await app.db
    .select()
    .from(payments)
    .where(and(eq(payments.cartId, cartId), eq(payments.status, 'pending')))
  return payment ?? null
}

/** The newest payment of the same cart that was made after this one; null when there is none. */
export async function successorOf(app: App, payment: Payment): Promise<string | null> {
  const [next] = await app.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.cartId, payment.cartId),
        ne(payments.id, payment.id),
        gte(payments.createdAt, payment.createdAt),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return next?.id ?? null
}

/** The payment of a user on the site that can still be paid, as its own page shows it. */
export function pendingOfUser(app: App, userId: string): Promise<PaymentOnPage | null> {
  const pending = app.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.status, 'pending'),
        isNull(payments.discordMessageId),
      ),
    )
    .limit(1)
  return readPaymentPage(app, eq(payments.id, pending))
}

export const receiptsOf = (app: App, paymentId: string) =>
  app.db
    .select()
    .from(receipts)
    .where(eq(receipts.paymentId, paymentId))
    .orderBy(asc(receipts.receivedAt))

/** Everything that was contested of some payments, the oldest first. */
export const disputesOf = (app: App, paymentIds: readonly string[]): Promise<Dispute[]> =>
  app.db
    .select()
    .from(disputes)
    .where(inArray(disputes.paymentId, [...paymentIds]))
    .orderBy(asc(disputes.createdAt), asc(disputes.disputeId))

/**
 * Whether another payment of the same order is completed, so that the order stays paid without this
 * one.
 */
export async function isPaidByAnother(tx: App, payment: Payment): Promise<boolean> {
  const others = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, payment.orderId),
        eq(payments.status, 'completed'),
        ne(payments.id, payment.id),
      ),
    )
    .limit(1)
  return others.length > 0
}

/**
 * Claim payments that are due for a check, each by one process. The claim moves their next check
 * ahead, so that a crash only delays it.
 */
export async function claimDue(app: App, limit: number, holdSeconds: number): Promise<string[]> {
  const now = app.clock.now()
  const row = columns({ id: payments.id })

  const rows = await rowsOf(
    app,
    row,
    sql`with due as materialized (
      select ${payments.id} from ${payments} where ${payments.nextCheckAt} <= ${now}
      order by ${payments.nextCheckAt} limit ${limit} for update skip locked)
    update ${payments} set next_check_at = ${secondsAfter(now, holdSeconds)}
    from due where ${payments.id} = due.id returning ${row}`,
  )

  return rows.map(({ id }) => id)
}

/**
 * Have open payments checked now whose next check lies further ahead than any is ever put: a clock
 * that was set back since wrote it.
 */
export const pullForward = (app: App) => {
  const now = app.clock.now()
  return app.db
    .update(payments)
    .set({ nextCheckAt: now })
    .where(
      and(eq(payments.status, 'pending'), gt(payments.nextCheckAt, secondsAfter(now, longestStep))),
    )
}

const longestStep = 120

/**
 * When the oldest crypto payment that may still receive coins was made; null when there is none to
 * wait for.
 */
export async function oldestWatchedCrypto(app: App): Promise<Date | null> {
  const [row] = await app.db
    .select({ at: sql<Date | null>`min(${payments.createdAt})`.mapWith(payments.createdAt) })
    .from(payments)
    .where(and(eq(payments.method, 'crypto'), isNotNull(payments.nextCheckAt)))
  return row?.at ?? null
}

/**
 * The payment that asked for exactly the amount of a deposit and was there when it came; at most one
 * may still receive it (unique index).
 */
export async function payerOf(
  app: App,
  { coin, network, coinUnits, insertedAt }: Deposit,
): Promise<Payment | null> {
  const [payment] = await app.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.method, 'crypto'),
        eq(payments.coin, coin),
        eq(payments.network, network),
        eq(payments.coinUnits, coinUnits),
        isNotNull(payments.nextCheckAt),
        lte(payments.createdAt, insertedAt),
      ),
    )
  return payment ?? null
}

export const depositsOf = (app: App, paymentId: string): Promise<Deposit[]> =>
  app.db
    .select()
    .from(deposits)
    .where(eq(deposits.paymentId, paymentId))
    .orderBy(asc(deposits.insertedAt))

export async function isCoinAmountTaken(
  app: App,
  coin: string,
  network: string,
  units: number,
): Promise<boolean> {
  const rows = await app.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.coin, coin),
        eq(payments.network, network),
        eq(payments.coinUnits, units),
        isNotNull(payments.nextCheckAt),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export const openRefunds = (app: App, before: Date): Promise<Refund[]> =>
  app.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'pending'), lte(refunds.updatedAt, before)))
    .orderBy(asc(refunds.updatedAt))
    .limit(50)
