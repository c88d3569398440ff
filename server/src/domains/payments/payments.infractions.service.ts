import { eq } from 'drizzle-orm'
import { infractions, refunds } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { ChargeFacts, RefundFact } from '../../providers/payments/port.ts'
import { contested } from './payments.infractions.rules.ts'
import type { Payment } from './payments.queries.ts'
import { isAskedByUs } from './payments.refund.service.ts'

/** What a provider tells of a locked payment, with the reports of fraud about its money that are known by now. */
export async function withInfractions(
  tx: App,
  payment: Payment,
  facts: ChargeFacts,
): Promise<ChargeFacts> {
  if (payment.method !== 'pix' || !facts.receipts.length) return facts
  const reports = await tx.db
    .select()
    .from(infractions)
    .where(eq(infractions.paymentId, payment.id))
  if (!reports.length && !facts.refunds.some((one) => one.clawBack)) return facts
  const kept = await tx.db.select().from(refunds).where(eq(refunds.paymentId, payment.id))
  const standing = (fact: RefundFact) =>
    kept.filter(
      (one) =>
        one.receiptId === fact.receiptId &&
        !one.reason.startsWith('dispute') &&
        (one.id === fact.refundId || one.providerId === fact.refundId),
    )
  return contested(facts, reports, {
    byUs: (fact) => standing(fact).some(isAskedByUs),
    keptAsRefund: (fact) => standing(fact).some((one) => !isAskedByUs(one)),
  })
}
