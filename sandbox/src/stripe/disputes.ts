import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { emit } from './events.ts'
import { seconds, type Dispute, type Stripe } from './model.ts'

/** The customer's bank contests a charge: created, and the money withdrawn. */
export function openDispute(stripe: Stripe, chargeId: string, reason = 'fraudulent'): Dispute {
  const charge = stripe.charges.get(chargeId)
  if (!charge || charge.status !== 'succeeded')
    throw new Refusal(409, 'only a paid charge can be disputed')
  if (charge.disputed) throw new Refusal(409, 'this charge is disputed already')
  const dispute = stripe.disputes.save({
    id: `du_1${randomText(23)}`,
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: seconds(stripe),
    currency: charge.currency,
    evidence_details: {
      due_by: seconds(stripe) + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  })
  stripe.charges.save({ ...charge, disputed: true, dispute: dispute.id })
  emit(stripe, 'charge.dispute.created', dispute)
  emit(stripe, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The end of a dispute; won brings the money back, lost and warning_closed do not move it. */
export function closeDispute(
  stripe: Stripe,
  chargeId: string,
  status: 'won' | 'lost' | 'warning_closed',
): Dispute {
  const dispute = stripe.disputes.newestFirst().find((one) => one.charge === chargeId)
  if (!dispute || ['won', 'lost', 'warning_closed'].includes(dispute.status))
    throw new Refusal(409, 'this charge has no open dispute')
  const closed = stripe.disputes.save({ ...dispute, status })
  if (status === 'won') emit(stripe, 'charge.dispute.funds_reinstated', closed)
  emit(stripe, 'charge.dispute.closed', closed, null, { status: dispute.status })
  return closed
}
