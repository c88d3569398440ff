import { and, eq } from 'drizzle-orm'

import { payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { Failure } from '../../../platform/errors.ts'
import { chargesFor } from '../../../platform/test-money.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { ProviderUnknown } from '../../../ports/payments.ts'
import { lockPayment, paymentById, type Payment } from '../payments.queries.ts'
import { closeLater, failPayment } from '../settlement/fail.service.ts'
import { settle } from '../settlement/settle.service.ts'
import { customerDeleted } from '../settlement/settlement.rules.ts'

// Closes charges that must take no more money: at once, and by a job when the provider cannot be
// reached.

/** paid: it had already taken money; unknown: its provider could not be asked. */
export type ClosedCharge = 'paid' | 'closed' | 'unknown'

/**
 * In the transaction that ends a payment: where its provider could not be asked, a job goes on
 * asking. One that was queued before would find the payment open, and leave it.
 */
export const goOnClosing = async (tx: App, id: string, charge: ClosedCharge): Promise<void> => {
  if (charge === 'unknown') await closeLater(tx, id)
}

/**
 * Close a charge at its provider. One that cannot be asked keeps nobody waiting (goOnClosing).
 */
export async function closeCharge(app: App, payment: Payment): Promise<ClosedCharge> {
  const provider = chargesFor(app, payment)
  if (!provider || !payment.providerReference) return 'closed'

  const outcome = await provider
    .cancel({
      paymentId: payment.id,
      reference: payment.providerReference,
      amountCents: payment.amountCents,
      currency: payment.currency,
    })
    .catch((error) => {
      if (error instanceof ProviderUnknown) return 'unknown' as const
      throw error
    })

  return outcome === 'cancelled' ? 'closed' : outcome
}

const patience = 3600

/**
 * Close the charge of a payment that is over, until its provider confirms it or the charge expires
 * there. Idempotent. Money that was faster is settled. Throws ProviderUnknown, so that the job is
 * tried again.
 */
export async function pursueClose(app: App, paymentId: string): Promise<void> {
  const payment = await paymentById(app, paymentId)
  if (!payment || payment.status === 'pending') return

  const outcome = await closeCharge(app, payment)
  if (outcome === 'closed') return

  await settle(app, paymentId, 'sweep')
  if (outcome === 'unknown' && app.clock.now() < secondsAfter(payment.expiresAt, patience))
    throw new ProviderUnknown(payment.method, 'the charge could not be closed yet')
}

const rounds = 5

/**
 * Delete a person whose open charges are closed at their providers first (Q114). The deletion itself
 * refuses while a charge is open, as its last check. So charges are closed only for somebody who may
 * be deleted, and a charge opened meanwhile is closed too.
 */
export async function closingCharges<T>(
  app: App,
  userId: string,
  remove: () => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await remove()
    } catch (error) {
      const open = error instanceof Failure && error.code === 'account.charges_open'
      if (!open || round === rounds) throw error

      await closeChargesOf(app, userId)
    }
  }
}

/**
 * End all open payments of a person who is to be deleted, and close their charges. The payments end
 * first: what is settled meanwhile, or was paid already, is held for staff, since the account that
 * would receive it is going (M9). What could not be closed, or was paid, is followed by a job.
 */
export async function closeChargesOf(app: App, userId: string): Promise<void> {
  const open = await app.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.status, 'pending')))

  for (const { id } of open) {
    const ended = await inTransaction(app, async (tx) => {
      const payment = await lockPayment(tx, id)
      if (payment?.status !== 'pending') return null

      await closeLater(tx, id)

      return failPayment(tx, payment, 'cancelled', {
        source: 'desk',
        reviewReason: payment.reviewReason,
        note: customerDeleted,
      })
    })
    if (ended) await closeCharge(app, ended)
  }
}
