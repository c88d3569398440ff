import { and, asc, desc, eq, inArray, ne, or } from 'drizzle-orm'

import {
  auditLog,
  infractions,
  licences,
  orders,
  payments,
  receipts,
  refunds,
  webhookEvents,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { withRefunds, type MoneyBack } from '../../books/money-back.queries.ts'
import { disputesOf, type Payment } from './payments.queries.ts'

export type ListedPayment = Payment & MoneyBack & { keyGenerated: boolean }

export async function withKeyMarks(app: App, rows: Payment[]): Promise<ListedPayment[]> {
  const settledOrderIds = rows.filter((row) => row.settledAt).map((row) => row.orderId)

  const ordersWithKeys = settledOrderIds.length
    ? new Set(
        (
          await app.db
            .selectDistinct({ id: licences.orderId })
            .from(licences)
            .where(inArray(licences.orderId, settledOrderIds))
        ).map((row) => row.id),
      )
    : new Set()

  return (await withRefunds(app, rows)).map((row) => ({
    ...row,
    keyGenerated: row.settledAt !== null && ordersWithKeys.has(row.orderId),
  }))
}

/** The most webhook events shown for one payment. */
const maxEvents = 50

/** Other payments of the order, disputes, infractions, and the provider's webhook events. */
async function readRelatedRows(app: App, { id, orderId }: Payment) {
  const [attempts, contested, reports, events] = await Promise.all([
    app.db
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, orderId), ne(payments.id, id)))
      .orderBy(asc(payments.createdAt), asc(payments.id)),
    disputesOf(app, [id]),
    app.db
      .select()
      .from(infractions)
      .where(eq(infractions.paymentId, id))
      .orderBy(asc(infractions.openedAt)),
    app.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.reference, id))
      .orderBy(desc(webhookEvents.receivedAt))
      .limit(maxEvents),
  ])
  return { attempts, disputes: contested, infractions: reports, events }
}

/** Everything about one payment that staff may see. */
export async function paymentInFull(app: App, id: string) {
  const [row] = await app.db
    .select({ payment: payments, orderNumber: orders.number })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, id))

  if (!row) return null

  const [[listed], relatedRows, receiptRows, back, trail] = await Promise.all([
    withKeyMarks(app, [row.payment]),
    readRelatedRows(app, row.payment),
    app.db
      .select()
      .from(receipts)
      .where(eq(receipts.paymentId, id))
      .orderBy(asc(receipts.receivedAt)),
    app.db.select().from(refunds).where(eq(refunds.paymentId, id)).orderBy(asc(refunds.createdAt)),
    app.db
      .select()
      .from(auditLog)
      .where(
        or(
          and(eq(auditLog.targetType, 'payment'), eq(auditLog.targetId, id)),
          and(eq(auditLog.targetType, 'order'), eq(auditLog.targetId, row.payment.orderId)),
        ),
      )
      .orderBy(asc(auditLog.createdAt), asc(auditLog.id)),
  ])

  return {
    payment: listed!,
    orderNumber: row.orderNumber,
    ...relatedRows,
    receipts: receiptRows,
    refunds: back,
    trail,
  }
}
