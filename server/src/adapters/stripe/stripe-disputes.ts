import type Stripe from 'stripe'

import type { DisputeFact } from '../../ports/payments.ts'

const pageLimit = 100

/**
 * All disputes of a payment. A charge stays marked as disputed for good; only this list has their
 * outcomes.
 */
export async function disputesOf(stripe: Stripe, intentId: string): Promise<DisputeFact[]> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: pageLimit })
  return data.map((dispute) => disputeFact(dispute, intentId))
}

/**
 * A dispute in the port's terms. Its state follows the money that moved, not Stripe's status alone.
 */
export function disputeFact(dispute: Stripe.Dispute, receiptId: string): DisputeFact {
  const takenCents = takenCentsOf(dispute)
  const answerDueBy = dispute.evidence_details?.due_by

  return {
    disputeId: dispute.id,
    receiptId,
    state: disputeState(dispute, takenCents),
    contestedCents: dispute.amount,
    takenCents,
    reason: dispute.reason ? dispute.reason.slice(0, 200) : null,
    dueAt: answerDueBy && canAnswer.has(dispute.status) ? new Date(answerDueBy * 1000) : null,
  }
}

/** Statuses in which Stripe waits for the shop's answer. */
const canAnswer = new Set<string>([
  'needs_response',
  'warning_needs_response',
  'appeal_needs_response',
])

type Phase = 'asked' | 'contested' | 'settled' | 'won' | 'lost'

/** Stripe's statuses, grouped by phase. */
const statusPhases: Readonly<Partial<Record<Stripe.Dispute.Status, Phase>>> = {
  warning_needs_response: 'asked',
  warning_under_review: 'asked',
  needs_response: 'contested',
  under_review: 'contested',
  appeal_needs_response: 'contested',
  appeal_under_review: 'contested',
  warning_closed: 'settled',
  prevented: 'settled',
  won: 'won',
  lost: 'lost',
}

function disputeState(dispute: Stripe.Dispute, takenCents: number): DisputeFact['state'] {
  switch (statusPhases[dispute.status]) {
    case 'asked':
      return takenCents > 0 ? 'open' : 'inquiry'
    case 'contested':
      return 'open'
    case 'settled':
      return takenCents > 0 ? 'lost' : 'won'
    case 'won':
      // Won, but the money is still on its way: the dispute stays open until it is back.
      return takenCents > 0 && takenCents >= dispute.amount ? 'open' : 'won'
    case 'lost':
      return 'lost'
    default:
      return 'unknown'
  }
}

/**
 * Money withdrawn and not reinstated, in cents of the charge. Stripe books it in the currency of
 * the shop's account at its exchange rate. Rounding then leaves some cents, so amounts close to all
 * or to nothing are treated as all or nothing.
 */
function takenCentsOf(dispute: Stripe.Dispute): number {
  const movedCents = (dispute.balance_transactions ?? []).reduce((sum, transaction) => {
    if (transaction.currency === dispute.currency) return sum + transaction.amount
    if (transaction.exchange_rate) return sum + transaction.amount / transaction.exchange_rate

    return sum + Math.sign(transaction.amount) * dispute.amount
  }, 0)

  const takenCents = Math.min(dispute.amount, Math.max(0, Math.round(-movedCents)))

  const slackCents = dispute.balance_transactions?.some(
    (transaction) => transaction.currency !== dispute.currency,
  )
    ? Math.ceil(dispute.amount / 50)
    : 0

  if (takenCents <= slackCents) return 0

  return dispute.amount - takenCents <= slackCents ? dispute.amount : takenCents
}
