import { payMethods } from '@chaveiro/contracts/payment-methods'
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
 * The payment that a receipt belongs to: a provider's refunds and disputes name the receipt, not
 * the charge.
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

/** A payment with the part of its order that its page shows. */
export type PaymentOnPage = { payment: Payment; orderNumber: string; lines: OrderLine[] }

async function readPaymentPage(
  app: App,
  condition: SQL | undefined,
): Promise<PaymentOnPage | null> {
  const pageRows = await app.db
    .select({ payment: payments, orderNumber: orders.number, line: orderLines })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(condition)
    .orderBy(asc(orderLines.position))
  return pageRows[0] ? { ...pageRows[0], lines: pageRows.flatMap(({ line }) => line ?? []) } : null
}

/** A payment by its id, or by its session at the card provider, for its page. */
export const paymentOnPage = (
  app: App,
  lookup: { paymentId: string } | { sessionId: string },
): Promise<PaymentOnPage | null> =>
  'paymentId' in lookup
    ? readPaymentPage(app, eq(payments.id, lookup.paymentId))
    : readPaymentPage(
        app,
        and(eq(payments.method, payMethods.card), eq(payments.providerReference, lookup.sessionId)),
      )

/** The pending payment of a cart; a unique index allows one at most. */
export async function pendingOfCart(app: App, cartId: string): Promise<Payment | null> {
  const [payment] = await app.db
    .select()
    .from(payments)
    .where(and(eq(payments.cartId, cartId), eq(payments.status, 'pending')))
  return payment ?? null
}

/** The id of the newest later payment of the same cart; null when there is none. */
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

/** The pending payment of a user on the site, for its page. */
export function pendingOfUser(app: App, userId: string): Promise<PaymentOnPage | null> {
  const pendingPayment = app.db
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
  return readPaymentPage(app, eq(payments.id, pendingPayment))
}

export const receiptsOf = (app: App, paymentId: string) =>
  app.db
    .select()
    .from(receipts)
    .where(eq(receipts.paymentId, paymentId))
    .orderBy(asc(receipts.receivedAt))

/** The disputes of some payments, the oldest first. */
export const disputesOf = (app: App, paymentIds: readonly string[]): Promise<Dispute[]> =>
  app.db
    .select()
    .from(disputes)
    .where(inArray(disputes.paymentId, [...paymentIds]))
    .orderBy(asc(disputes.createdAt), asc(disputes.disputeId))

/**
 * Whether another payment of the same order is completed, so that the order stays paid without this
 * payment.
 */
export async function isPaidByAnother(tx: App, payment: Payment): Promise<boolean> {
  const otherPayments = await tx.db
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
  return otherPayments.length > 0
}

/**
 * Claim payments that are due for a check, each for one process. The claim moves the next check
 * ahead, so that a crash only delays the check.
 */
export async function claimDue(app: App, limit: number, holdSeconds: number): Promise<string[]> {
  const now = app.clock.now()
  const dueColumns = columns({ id: payments.id })

  const claimedRows = await rowsOf(
    app,
    dueColumns,
    sql`with due as materialized (
      select ${payments.id} from ${payments} where ${payments.nextCheckAt} <= ${now}
      order by ${payments.nextCheckAt} limit ${limit} for update skip locked)
    update ${payments} set next_check_at = ${secondsAfter(now, holdSeconds)}
    from due where ${payments.id} = due.id returning ${dueColumns}`,
  )

  return claimedRows.map(({ id }) => id)
}

/**
 * Make open payments due now if their next check is later than the longest interval allows. That
 * happens when the clock ran ahead and was set back.
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
 * The creation time of the oldest crypto payment that may still receive coins; null when there is
 * none.
 */
export async function oldestWatchedCrypto(app: App): Promise<Date | null> {
  const [row] = await app.db
    .select({ at: sql<Date | null>`min(${payments.createdAt})`.mapWith(payments.createdAt) })
    .from(payments)
    .where(and(eq(payments.method, 'crypto'), isNotNull(payments.nextCheckAt)))
  return row?.at ?? null
}

/**
 * The payment that asked for exactly a deposit's amount and was created before the deposit. A
 * unique index lets at most one payment still receive that amount.
 */
export async function payerOfDeposit(
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
  const takenRows = await app.db
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
  return takenRows.length > 0
}

export const openRefunds = (app: App, before: Date): Promise<Refund[]> =>
  app.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'pending'), lte(refunds.updatedAt, before)))
    .orderBy(asc(refunds.updatedAt))
    .limit(50)
