import { eq } from 'drizzle-orm'

import { orders, payments, refunds, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { sendMail } from '../../mails/mails.service.ts'

/** Queue the mail about a refund that ended, in the transaction that learned of it. */
export const tellRefund = (tx: App, refundId: string): Promise<void> =>
  enqueue(tx, 'mail.refund', { refundId })

/**
 * Notify a buyer how much went back and how, once for each refund. What a bank took by a dispute
 * was not sent by us: the bank tells them about it.
 */
export async function sendRefund(app: App, refundId: string): Promise<void> {
  const [row] = await app.db
    .select({
      status: refunds.status,
      reason: refunds.reason,
      amountCents: refunds.amountCents,
      currency: payments.currency,
      way: payments.method,
      number: orders.number,
      name: orders.customerName,
      email: users.email,
      language: users.language,
      deletedAt: users.deletedAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(refunds.id, refundId))

  if (row?.status !== 'succeeded' || row.deletedAt) return

  await sendMail(app, 'refund', {
    id: `refund-${refundId}`,
    to: row,
    values: {
      number: row.number,
      amountCents: row.amountCents,
      currency: row.currency,
      way: row.way,
      repeated: row.reason === 'duplicate',
    },
  })
}
