import { and, eq, inArray } from 'drizzle-orm'

import { orders, orderWithdrawals, payments, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import type { Jobs } from '../../../platform/queue/jobs.ts'
import { sendMail, sendToStaff } from '../../mails/mails.service.ts'

/**
 * Notify both sides of a withdrawal, or the customer of its refusal. Deleted customers get no mail.
 */
export async function sendWithdrawal(
  app: App,
  { orderId, step }: Jobs['mail.withdrawal'],
): Promise<void> {
  const [withdrawalRow] = await app.db
    .select({
      number: orders.number,
      status: orders.status,
      suspendedAt: orders.suspendedAt,
      way: payments.method,
      totalCents: orders.totalCents,
      currency: orders.currency,
      reason: orderWithdrawals.reason,
      answer: orderWithdrawals.answer,
      name: users.name,
      email: users.email,
      language: users.language,
      deletedAt: users.deletedAt,
    })
    .from(orderWithdrawals)
    .innerJoin(orders, eq(orders.id, orderWithdrawals.orderId))
    .innerJoin(
      payments,
      and(eq(payments.orderId, orders.id), inArray(payments.status, ['completed', 'refunded'])),
    )
    .innerJoin(users, eq(users.id, orderWithdrawals.userId))
    .where(eq(orderWithdrawals.orderId, orderId))
    .orderBy(payments.createdAt)
    .limit(1)

  if (!withdrawalRow || withdrawalRow.deletedAt) return

  const { number, totalCents, currency, way, reason, answer } = withdrawalRow

  if (step === 'declined') {
    if (answer && withdrawalRow.status !== 'refunded')
      await sendMail(app, 'withdrawalDeclined', {
        id: `withdrawal-declined-${orderId}`,
        to: withdrawalRow,
        values: { number, answer, works: withdrawalRow.suspendedAt === null },
      })
    return
  }

  await sendMail(app, 'withdrawalAsked', {
    id: `withdrawal-asked-${orderId}`,
    to: withdrawalRow,
    values: { number, totalCents, currency, way },
  })

  await sendToStaff(app, 'withdrawalToStaff', {
    id: `withdrawal-staff-${orderId}`,
    values: { number, totalCents, currency, reason },
  })
}
