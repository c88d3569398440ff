import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { book } from './balance.ts'
import { emit } from './events.ts'
import {
  seconds,
  type BalanceTransaction,
  type Charge,
  type Dispute,
  type Stripe,
} from './model.ts'

const ANSWER_SECONDS = 7 * 86_400
const FEE = 5500

const inquiries = ['warning_needs_response', 'warning_under_review']
const contested = ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']

/**
 * Moves of a dispute by a bank, a card scheme or the dashboard: the allowed statuses before, and
 * the status after. `reinstates` says how much of the withdrawn money comes back. `amount` is the
 * caller's part: won, it comes back; lost, it is lost.
 */
const MOVES: Record<
  string,
  {
    from: readonly string[]
    to(status: string): string
    reinstates?(taken: number, amount: number | undefined): number
  }
> = {
  escalated: { from: inquiries, to: () => 'needs_response' },
  submitted: {
    from: [...inquiries, ...contested].filter((status) => status.endsWith('needs_response')),
    to: (status) => status.replace('needs_response', 'under_review'),
  },
  won: { from: contested, to: () => 'won', reinstates: (taken, amount = taken) => amount },
  lost: {
    from: contested,
    to: () => 'lost',
    reinstates: (taken, amount = taken) => taken - amount,
  },
  appealed: { from: ['lost'], to: () => 'appeal_needs_response' },
  warning_closed: { from: inquiries, to: () => 'warning_closed' },
  prevented: {
    from: [...inquiries, ...contested],
    to: () => 'prevented',
    reinstates: (taken) => taken,
  },
  // A status that a later API version may add.
  unheard_of: { from: [...inquiries, ...contested, 'lost'], to: () => 'unheard_of' },
}

const OPENINGS: Record<string, Opening> = {
  created: { status: 'needs_response', caseType: 'chargeback', withdraws: true },
  inquiry: { status: 'warning_needs_response', caseType: 'inquiry', withdraws: false },
  /** Stopped before it was raised; no money moved. */
  blocked: { status: 'prevented', caseType: 'block', withdraws: false },
  /** Resolved with the bank by a refund before it was raised. */
  resolved: { status: 'prevented', caseType: 'resolution', withdraws: true },
}

type CaseType = 'chargeback' | 'inquiry' | 'block' | 'resolution'
type Opening = { status: string; caseType: CaseType; withdraws: boolean }

/**
 * Reasons of a dispute in Stripe's terms, with the network's code (Visa's); other reasons have
 * none.
 */
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

/** All words that `playDispute` accepts. */
const DISPUTE_ACTS = [...Object.keys(OPENINGS), ...Object.keys(MOVES)]

/** Whether a dispute with this status allows a move; decides what the page offers. */
export const canMove = (status: string, move: string): boolean =>
  MOVES[move]?.from.includes(status) ?? false

/**
 * Open a dispute of a charge (created, inquiry, blocked, resolved) over `amount` or the undisputed
 * rest. Other acts move the named dispute, or the newest one that allows it. Amounts in minor
 * units.
 */
export function playDispute(
  stripe: Stripe,
  chargeId: string,
  act: string,
  more: { amount?: number; reason?: string; dispute?: string } = {},
): Dispute {
  const opening = OPENINGS[act]
  if (opening) return openDispute(stripe, chargeId, opening, more)

  const move = MOVES[act]
  if (!move) throw new Refusal(400, `status must be one of ${DISPUTE_ACTS.join(', ')}`)

  const dispute = stripe.disputes
    .newestFirst()
    .find(
      (one) =>
        one.charge === chargeId &&
        move.from.includes(one.status) &&
        (more.dispute === undefined || one.id === more.dispute),
    )

  if (!dispute) throw new Refusal(409, `this charge has no dispute that can be ${act}`)

  const next = move.to(dispute.status)
  const taken = takenOf(dispute)
  if (more.amount !== undefined && more.amount > taken)
    throw new Refusal(409, `only ${taken} is away for this dispute`)

  const moved =
    act === 'escalated'
      ? [entry(stripe, dispute, -dispute.amount)]
      : [entry(stripe, dispute, move.reinstates?.(taken, more.amount) ?? 0)]

  return keepMove(
    stripe,
    dispute,
    next,
    moved.flatMap((one) => one ?? []),
  )
}

/** Minor units withdrawn for a dispute and not reinstated. */
export const takenOf = (dispute: Dispute): number =>
  -dispute.balance_transactions.reduce((sum, one) => sum + one.amount, 0)

function openDispute(
  stripe: Stripe,
  chargeId: string,
  opening: Opening,
  more: { amount?: number; reason?: string },
): Dispute {
  const charge = stripe.charges.get(chargeId)
  if (!charge || charge.status !== 'succeeded')
    throw new Refusal(409, 'only a paid charge can be disputed')

  const rest = disputable(stripe, charge)
  const amount = more.amount ?? rest
  if (amount < 1 || amount > rest)
    throw new Refusal(409, `${rest} of this charge can still be disputed`)

  const created = newDispute(stripe, charge, opening, {
    amount,
    reason: more.reason ?? 'fraudulent',
  })

  stripe.charges.save({ ...charge, disputed: true })
  emit(stripe, 'charge.dispute.created', created)
  const withdrawn = opening.withdraws ? entry(stripe, created, -amount) : null
  if (!withdrawn) return created

  const dispute = stripe.disputes.save({ ...created, balance_transactions: [withdrawn] })
  emit(stripe, 'charge.dispute.funds_withdrawn', dispute)

  return dispute
}

/** Minor units of a charge that are neither refunded nor disputed nor lost. */
export function disputable(stripe: Stripe, charge: Charge): number {
  const closed = ['won', 'warning_closed', 'prevented', 'lost']
  return stripe.disputes
    .filter((one) => one.charge === charge.id)
    .reduce(
      (rest, one) => rest - (closed.includes(one.status) ? takenOf(one) : one.amount),
      charge.amount - charge.amount_refunded,
    )
}

function entry(stripe: Stripe, dispute: Dispute, amount: number): BalanceTransaction | null {
  if (amount === 0) return null
  return book(stripe, {
    amount,
    currency: dispute.currency,
    source: dispute.id,
    category: amount < 0 ? 'dispute' : 'dispute_reversal',
    fee: amount < 0 ? FEE : 0,
  })
}

function keepMove(
  stripe: Stripe,
  dispute: Dispute,
  status: string,
  moved: readonly BalanceTransaction[],
): Dispute {
  const answered = status.endsWith('under_review')

  const next = stripe.disputes.save({
    ...dispute,
    status,
    is_charge_refundable: ['won', 'warning_closed', 'prevented'].includes(status)
      ? true
      : status.startsWith('warning_'),
    balance_transactions: [...dispute.balance_transactions, ...moved],

    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: answered || dispute.evidence_details.has_evidence,
      submission_count: dispute.evidence_details.submission_count + (answered ? 1 : 0),
      submission_method: answered ? 'manual' : dispute.evidence_details.submission_method,
      due_by: status.endsWith('needs_response')
        ? seconds(stripe) + ANSWER_SECONDS
        : dispute.evidence_details.due_by,
    },
  })

  for (const one of moved)
    emit(
      stripe,
      one.amount < 0 ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated',
      next,
    )

  const over = ['won', 'lost', 'warning_closed', 'prevented'].includes(status)
  emit(stripe, over ? 'charge.dispute.closed' : 'charge.dispute.updated', next, {
    previous: { status: dispute.status },
  })

  return next
}

function newDispute(
  stripe: Stripe,
  charge: Charge,
  opening: Opening,
  { amount, reason }: { amount: number; reason: string },
): Dispute {
  return stripe.disputes.save({
    id: `du_1${randomText(23)}`,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(stripe),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),

    evidence_details: {
      due_by: seconds(stripe) + ANSWER_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },

    intended_submission_method: null,
    is_charge_refundable: opening.caseType === 'inquiry' || opening.caseType === 'block',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,

    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details.card.brand,
        case_type: opening.caseType,
        network: charge.payment_method_details.card.brand,
        network_reason_code: NETWORK_CODES[reason] ?? null,
      },
    },

    reason,
    status: opening.status,
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
