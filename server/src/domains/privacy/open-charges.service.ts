import { and, eq } from 'drizzle-orm'

import { payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Failure } from '../../platform/errors.ts'
import { closeCharge } from '../payments/checkout/close-charge.service.ts'
import { lockPayment } from '../payments/state/payments.queries.ts'
import { queueChargeClose, failPayment } from '../payments/state/transitions.service.ts'

// The open charges of a person who is to be deleted.

const maxRounds = 5

/**
 * Delete a person and close their open charges at the providers first (Q114). The deletion refuses
 * as its last check while a charge is open, so charges are closed only for a person who may be
 * deleted. A charge that is opened meanwhile is closed in the next round.
 */
export async function removeWithCharges<T>(
  app: App,
  userId: string,
  remove: () => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await remove()
    } catch (error) {
      const open = error instanceof Failure && error.code === 'account.charges_open'
      if (!open || round === maxRounds) throw error

      await closePersonCharges(app, userId)
    }
  }
}

/**
 * End all open payments of a person who is to be deleted, and close their charges. The payments end
 * first: what is settled meanwhile, or was paid already, is held for staff, since the account that
 * would receive it is going (F109). What could not be closed, or was paid, is followed by a job.
 */
export async function closePersonCharges(app: App, userId: string): Promise<void> {
  const open = await app.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.status, 'pending')))

  for (const { id } of open) {
    const failedPayment = await inTransaction(app, async (tx) => {
      const payment = await lockPayment(tx, id)
      if (payment?.status !== 'pending') return null

      await queueChargeClose(tx, id)

      return failPayment(tx, payment, 'cancelled', {
        source: 'desk',
        reviewReason: payment.reviewReason,
        remark: 'customer_deleted',
      })
    })
    if (failedPayment) await closeCharge(app, failedPayment)
  }
}
