import type { transaction, transactionStats } from '@chaveiro/contracts/admin/transactions'
import type { Language } from '@chaveiro/contracts/limits'
import { methodName } from '@chaveiro/contracts/method-names'
import type { z } from 'zod'

import type { App } from '../../../platform/app.ts'
import { toWire } from '../../../platform/text/money.ts'
import { trailView } from '../../audit/audit.views.ts'
import { moneyBackView } from '../../books/money-back.queries.ts'
import { testMark } from '../../books/test-money.queries.ts'
import type { ListedPayment, paymentInFull } from '../state/payment-in-full.queries.ts'
import { noteOf, remarkOf } from '../state/remarks.rules.ts'
import type { Counted } from './transactions.admin.queries.ts'

/** A payment as the back office shows it, without CPF and charge. */
export function transactionView(
  app: App,
  row: ListedPayment,
  language: Language,
): z.infer<typeof transaction> {
  return {
    id: row.id,
    _id: row.id,
    paymentId: row.id,
    sessionId: row.providerReference,
    orderId: row.orderId,
    userId: row.userId,
    customer: { name: row.customerName, email: row.customerEmail, discordId: row.discordId },
    productName: row.productName,
    amount: toWire(row.amountCents),
    originalAmount: toWire(row.originalCents),
    currency: row.currency,
    discount: {
      applied: row.discountCents > 0,
      cupomCode: row.couponCode,
      amount: toWire(row.discountCents),
    },
    paymentMethod: { type: row.method, name: methodName(row.method, language) },
    status: row.status,
    attention: row.reviewReason,
    reason: row.reason,
    keyGenerated: row.keyGenerated,
    refunded: row.refunded,
    ...moneyBackView(row),
    ...testMark(app, row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

type InFull = NonNullable<Awaited<ReturnType<typeof paymentInFull>>>

/** The other attempts, disputes and webhook events of a payment. */
const storyView = (full: InFull) => ({
  attempts: full.attempts.map((other) => ({
    id: other.id,
    _id: other.id,
    method: other.method,
    status: other.status,
    attention: other.reviewReason,
    amount: toWire(other.amountCents),
    currency: other.currency,
    createdAt: other.createdAt.toISOString(),
  })),

  contested: [
    ...full.disputes.map((dispute) => ({
      id: dispute.disputeId,
      kind: 'dispute' as const,
      state: dispute.state,
      amount: toWire(dispute.contestedCents),
      reason: dispute.reason,
      dueAt: dispute.dueAt?.toISOString() ?? null,
      createdAt: dispute.createdAt.toISOString(),
    })),
    ...full.infractions.map((report) => ({
      id: report.id,
      kind: 'infraction' as const,
      state: report.status,
      amount: toWire(report.contestedCents),
      reason: report.reason,
      dueAt: report.dueAt?.toISOString() ?? null,
      createdAt: report.openedAt.toISOString(),
    })),
  ],

  events: full.events.map((event) => ({
    id: event.eventId,
    type: event.type,
    receivedAt: event.receivedAt.toISOString(),
  })),
})

/** A payment with everything known about its money, for the back office. */
export function transactionDetails(app: App, full: InFull, language: Language) {
  const { payment } = full
  return {
    ...transactionView(app, payment, language),
    ...storyView(full),
    coin: payment.coin,
    network: payment.network,
    checkedAt: payment.checkedAt?.toISOString() ?? null,
    nextCheckAt: payment.nextCheckAt?.toISOString() ?? null,
    orderNumber: full.orderNumber,
    receivedAmount: toWire(payment.receivedCents),
    expiresAt: payment.expiresAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    remark: remarkOf(payment),
    note: noteOf(payment),

    receipts: full.receipts.map((receipt) => ({
      receiptId: receipt.receiptId,
      amount: toWire(receipt.amountCents),
      currency: receipt.currency,
      receivedAt: receipt.receivedAt.toISOString(),
      byHand: receipt.byHand,
    })),

    refunds: full.refunds.map((refund) => ({
      id: refund.id,
      _id: refund.id,
      receiptId: refund.receiptId,
      amount: toWire(refund.amountCents),
      reason: refund.reason,
      status: refund.status,
      failure: refund.failure,
      createdAt: refund.createdAt.toISOString(),
      updatedAt: refund.updatedAt.toISOString(),
    })),

    timeline: full.trail.map((row) => trailView(row, payment.userId)),
  }
}

/**
 * The figures of the six cards. Pending, failed and rejected payments moved no money, so the total
 * is the completed and refunded sum. Completed excludes returned money; refunded is the sum of the
 * refunds (Q130).
 */
export function statsView(counted: readonly Counted[]): z.infer<typeof transactionStats> {
  const countsOf = (status: Counted['status']) =>
    counted.find((count) => count.status === status) ?? { n: 0, cents: 0, lostCents: 0 }
  const [completed, refunded] = [countsOf('completed'), countsOf('refunded')]

  return {
    totalTransactions: counted.reduce((sum, count) => sum + count.n, 0),
    totalAmount: toWire(completed.cents + refunded.cents),
    completedCount: completed.n,
    completedAmount: toWire(completed.cents - completed.lostCents),
    pendingCount: countsOf('pending').n,
    failedCount: countsOf('failed').n,
    rejectedCount: countsOf('rejected').n,
    refundedCount: refunded.n,
    refundedAmount: toWire(counted.reduce((sum, { backCents }) => sum + backCents, 0)),
  }
}
