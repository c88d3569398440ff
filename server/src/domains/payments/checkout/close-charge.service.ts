import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { ProviderUnknown } from '../../../ports/payments.ts'
import { chargesFor } from '../../books/methods.rules.ts'
import { settle } from '../settlement/settle.service.ts'
import { paymentById, type Payment } from '../state/payments.queries.ts'
import { queueChargeClose } from '../state/transitions.service.ts'

// Closes charges that must take no more money: at once, or by a job when the provider cannot be
// reached.

/** paid: the charge had already received money. unknown: its provider could not be asked. */
export type ClosedCharge = 'paid' | 'closed' | 'unknown'

/**
 * Queue the job for a charge whose provider could not be asked, in the transaction that ends its
 * payment. An earlier job would find the payment open and leave it.
 */
export const queueCloseIfUnknown = async (
  tx: App,
  id: string,
  charge: ClosedCharge,
): Promise<void> => {
  if (charge === 'unknown') await queueChargeClose(tx, id)
}

/** Close a charge at its provider. Returns unknown when the provider does not answer. */
export async function closeCharge(app: App, payment: Payment): Promise<ClosedCharge> {
  const provider = chargesFor(app, payment)
  if (!provider || !payment.providerReference) return 'closed'

  const cancelOutcome = await provider
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

  return cancelOutcome === 'cancelled' ? 'closed' : cancelOutcome
}

const closePatienceSeconds = 3600

/**
 * Close the charge of a finished payment. If the buyer paid first, the money is settled. Idempotent.
 * Throws ProviderUnknown for an unknown outcome, so that the job retries until an hour after the
 * payment's expiry.
 */
export async function pursueClose(app: App, paymentId: string): Promise<void> {
  const payment = await paymentById(app, paymentId)
  if (!payment || payment.status === 'pending') return

  const closeOutcome = await closeCharge(app, payment)
  if (closeOutcome === 'closed') return

  await settle(app, paymentId, 'sweep')
  if (
    closeOutcome === 'unknown' &&
    app.clock.now() < secondsAfter(payment.expiresAt, closePatienceSeconds)
  )
    throw new ProviderUnknown(payment.method, 'the charge could not be closed yet')
}
