import { and, eq } from 'drizzle-orm'

import { payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Failure } from '../../platform/errors.ts'
import { closeCharge } from '../payments/checkout/close-charge.service.ts'
import { lockPayment } from '../payments/state/payments.queries.ts'
import { queueChargeClose, failPayment } from '../payments/state/transitions.service.ts'

// The open charges of a person who is about to be deleted.

const maxRounds = 5

/**
 * Delete a person after closing their open charges at the providers (Q114). The deletion refuses an
 * open charge as its last check, so charges are closed only for a person who may be deleted. A
 * charge opened meanwhile is closed in the next round.
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
      const hasOpenCharges = error instanceof Failure && error.code === 'account.charges_open'
      if (!hasOpenCharges || round === maxRounds) throw error

      await closePersonCharges(app, userId)
    }
  }
}

/**
 * End all open payments of a person who is about to be deleted, and close their charges. The
 * payments end first, so that money which settles meanwhile, or was paid already, is held for staff
 * (F109). Without this the shop would deliver to a deleted account. A job follows a charge that was
 * paid or could not be closed.
 */
export async function closePersonCharges(app: App, userId: string): Promise<void> {
  const openPayments = await app.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.status, 'pending')))

  for (const { id } of openPayments) {
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
