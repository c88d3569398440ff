import { eq } from 'drizzle-orm'

import { orders, payments, refunds, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { sendMail } from '../../mails/mails.service.ts'

/** Queue the mail about a finished refund, in the transaction that stores its end. */
export const tellRefund = (tx: App, refundId: string): Promise<void> =>
  enqueue(tx, 'mail.refund', { refundId })

/**
 * Mail a buyer the amount and the method of a refund, once for each refund. Sends nothing for money
 * that a bank took by a dispute, since the bank informs its customer.
 */
export async function sendRefund(app: App, refundId: string): Promise<void> {
  const [refundRow] = await app.db
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

  if (refundRow?.status !== 'succeeded' || refundRow.deletedAt) return

  await sendMail(app, 'refund', {
    id: `refund-${refundId}`,
    to: refundRow,
    values: {
      number: refundRow.number,
      amountCents: refundRow.amountCents,
      currency: refundRow.currency,
      way: refundRow.way,
      repeated: refundRow.reason === 'duplicate',
    },
  })
}
