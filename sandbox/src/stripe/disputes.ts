import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { bookBalance } from './balance.ts'
import { emitEvent } from './events.ts'
import {
  epochSeconds,
  type BalanceTransaction,
  type Charge,
  type Dispute,
  type Stripe,
} from './model.ts'

const ANSWER_SECONDS = 7 * 86_400
const DISPUTE_FEE = 5500

const inquiries = ['warning_needs_response', 'warning_under_review']
const contested = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']

/**
 * Moves of a dispute by a bank, a card scheme or the dashboard: the statuses that allow a move, and
 * the status after it. `reinstates` returns the part of the withdrawn money that comes back. An
 * amount limits the move to a part: the won part comes back, the lost part does not.
 */
const DISPUTE_MOVES: Record<
  string,
  {
    from: readonly string[]
    to(status: string): string
    reinstates?(takenAmount: number, disputedAmount: number | undefined): number
  }
> = {
  escalated: { from: inquiries, to: () => 'needs_response' },
  submitted: {
    from: [...inquiries, ...contested].filter((status) => status.endsWith('needs_response')),
    to: (status) => status.replace('needs_response', 'under_review'),
  },
  won: {
    from: contested,
    to: () => 'won',
    reinstates: (takenAmount, disputedAmount = takenAmount) => disputedAmount,
  },
  lost: {
    from: contested,
    to: () => 'lost',
    reinstates: (takenAmount, disputedAmount = takenAmount) => takenAmount - disputedAmount,
  },
  appealed: { from: ['lost'], to: () => 'appeal_needs_response' },
  warning_closed: { from: inquiries, to: () => 'warning_closed' },
  prevented: {
    from: [...inquiries, ...contested],
    to: () => 'prevented',
    reinstates: (takenAmount) => takenAmount,
  },
  // A status that is unknown to the shop, as a later API version may add one.
  unheard_of: { from: [...inquiries, ...contested, 'lost'], to: () => 'unheard_of' },
}

const OPENINGS: Record<string, Opening> = {
  created: { status: 'needs_response', caseType: 'chargeback', withdraws: true },
  inquiry: { status: 'warning_needs_response', caseType: 'inquiry', withdraws: false },
  /** Blocked before the dispute was raised; no money moved. */
  blocked: { status: 'prevented', caseType: 'block', withdraws: false },
  /** Resolved with the bank by a refund before the dispute was raised. */
  resolved: { status: 'prevented', caseType: 'resolution', withdraws: true },
}

type CaseType = 'chargeback' | 'inquiry' | 'block' | 'resolution'
type Opening = { status: string; caseType: CaseType; withdraws: boolean }

/** Reasons of a dispute in Stripe's terms, with Visa's code; other reasons have no code. */
const NETWORK_CODES: Record<string, string> = {
  fraudulent: '10.4',
  product_not_received: '13.1',
  product_unacceptable: '13.3',
  credit_not_processed: '13.6',
  duplicate: '12.6.1',
  subscription_canceled: '13.2',
}

/** The reasons that the page offers. */
export const DISPUTE_REASONS = Object.keys(NETWORK_CODES)

/** All acts that `playDispute` accepts. */
const DISPUTE_ACTS = [...Object.keys(OPENINGS), ...Object.keys(DISPUTE_MOVES)]

/** Whether a dispute with this status allows a move; the page shows only allowed moves. */
export const canMove = (status: string, disputeMove: string): boolean =>
  DISPUTE_MOVES[disputeMove]?.from.includes(status) ?? false

/**
 * The acts created, inquiry, blocked and resolved open a dispute of a charge, over `amount` or the
 * undisputed rest. Other acts move the named dispute, or the newest one that allows the act.
 * Amounts are in minor units.
 */
export function playDispute(
  stripe: Stripe,
  chargeId: string,
  act: string,
  more: { amount?: number; reason?: string; dispute?: string } = {},
): Dispute {
  const openingState = OPENINGS[act]
  if (openingState) return openDispute(stripe, chargeId, openingState, more)

  const disputeMove = DISPUTE_MOVES[act]
  if (!disputeMove) throw new Refusal(400, `status must be one of ${DISPUTE_ACTS.join(', ')}`)

  const dispute = stripe.disputes
    .newestFirst()
    .find(
      (one) =>
        one.charge === chargeId &&
        disputeMove.from.includes(one.status) &&
        (more.dispute === undefined || one.id === more.dispute),
    )

  if (!dispute) throw new Refusal(409, `this charge has no dispute that can be ${act}`)

  const nextStatus = disputeMove.to(dispute.status)
  const takenAmount = withdrawnAmount(dispute)
  if (more.amount !== undefined && more.amount > takenAmount)
    throw new Refusal(409, `only ${takenAmount} is away for this dispute`)

  const movedAmounts =
    act === 'escalated'
      ? [balanceEntry(stripe, dispute, -dispute.amount)]
      : [balanceEntry(stripe, dispute, disputeMove.reinstates?.(takenAmount, more.amount) ?? 0)]

  return saveMove(
    stripe,
    dispute,
    nextStatus,
    movedAmounts.flatMap((one) => one ?? []),
  )
}

/** Minor units that are withdrawn for a dispute and not reinstated. */
export const withdrawnAmount = (dispute: Dispute): number =>
  -dispute.balance_transactions.reduce((sum, one) => sum + one.amount, 0)

function openDispute(
  stripe: Stripe,
  chargeId: string,
  openingState: Opening,
  more: { amount?: number; reason?: string },
): Dispute {
  const charge = stripe.charges.get(chargeId)
  if (!charge || charge.status !== 'succeeded')
    throw new Refusal(409, 'only a paid charge can be disputed')

  const disputableRest = disputable(stripe, charge)
  const disputedAmount = more.amount ?? disputableRest
  if (disputedAmount < 1 || disputedAmount > disputableRest)
    throw new Refusal(409, `${disputableRest} of this charge can still be disputed`)

  const newestDispute = newDispute(stripe, charge, openingState, {
    amount: disputedAmount,
    reason: more.reason ?? 'fraudulent',
  })

  stripe.charges.save({ ...charge, disputed: true })
  emitEvent(stripe, 'charge.dispute.created', newestDispute)
  const withdrawn = openingState.withdraws
    ? balanceEntry(stripe, newestDispute, -disputedAmount)
    : null
  if (!withdrawn) return newestDispute

  const dispute = stripe.disputes.save({ ...newestDispute, balance_transactions: [withdrawn] })
  emitEvent(stripe, 'charge.dispute.funds_withdrawn', dispute)

  return dispute
}

/** Minor units of a charge that are neither refunded nor disputed nor lost. */
export function disputable(stripe: Stripe, charge: Charge): number {
  const closedStatuses = ['won', 'warning_closed', 'prevented', 'lost']
  return stripe.disputes
    .filter((one) => one.charge === charge.id)
    .reduce(
      (rest, one) =>
        rest - (closedStatuses.includes(one.status) ? withdrawnAmount(one) : one.amount),
      charge.amount - charge.amount_refunded,
    )
}

function balanceEntry(
  stripe: Stripe,
  dispute: Dispute,
  disputedAmount: number,
): BalanceTransaction | null {
  if (disputedAmount === 0) return null
  return bookBalance(stripe, {
    amount: disputedAmount,
    currency: dispute.currency,
    source: dispute.id,
    category: disputedAmount < 0 ? 'dispute' : 'dispute_reversal',
    fee: disputedAmount < 0 ? DISPUTE_FEE : 0,
  })
}

function saveMove(
  stripe: Stripe,
  dispute: Dispute,
  status: string,
  movedAmounts: readonly BalanceTransaction[],
): Dispute {
  const isAnswered = status.endsWith('under_review')

  const nextStatus = stripe.disputes.save({
    ...dispute,
    status,
    is_charge_refundable: ['won', 'warning_closed', 'prevented'].includes(status)
      ? true
      : status.startsWith('warning_'),
    balance_transactions: [...dispute.balance_transactions, ...movedAmounts],

    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: isAnswered || dispute.evidence_details.has_evidence,
      submission_count: dispute.evidence_details.submission_count + (isAnswered ? 1 : 0),
      submission_method: isAnswered ? 'manual' : dispute.evidence_details.submission_method,
      due_by: status.endsWith('needs_response')
        ? epochSeconds(stripe) + ANSWER_SECONDS
        : dispute.evidence_details.due_by,
    },
  })

  for (const transaction of movedAmounts)
    emitEvent(
      stripe,
      transaction.amount < 0 ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated',
      nextStatus,
    )

  const isDecided = ['won', 'lost', 'warning_closed', 'prevented'].includes(status)
  emitEvent(stripe, isDecided ? 'charge.dispute.closed' : 'charge.dispute.updated', nextStatus, {
    previous: { status: dispute.status },
  })

  return nextStatus
}

function newDispute(
  stripe: Stripe,
  charge: Charge,
  openingState: Opening,
  { amount: disputedAmount, reason }: { amount: number; reason: string },
): Dispute {
  return stripe.disputes.save({
    id: `du_1${randomText(23)}`,
    object: 'dispute',
    amount: disputedAmount,
    balance_transactions: [],
    charge: charge.id,
    created: epochSeconds(stripe),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),

    evidence_details: {
      due_by: epochSeconds(stripe) + ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },

    intended_submission_method: null,
    is_charge_refundable: openingState.caseType === 'inquiry' || openingState.caseType === 'block',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,

    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details.card.brand,
        case_type: openingState.caseType,
        network: charge.payment_method_details.card.brand,
        network_reason_code: NETWORK_CODES[reason] ?? null,
      },
    },

    reason,
    status: openingState.status,
  })
}

const noEvidence = (): Dispute['evidence'] => ({
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
})
