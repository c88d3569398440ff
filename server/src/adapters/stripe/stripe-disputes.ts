import type Stripe from 'stripe'

import type { DisputeFact } from '../../ports/payments.ts'

const most = 100

/**
 * Every dispute of a payment's money; a charge stays marked as disputed for good, how each ended
 * stands here.
 */
export async function disputesOf(stripe: Stripe, intentId: string): Promise<DisputeFact[]> {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: most })
  return data.map((dispute) => disputeFact(dispute, intentId))
}

/** A dispute in the port's words: its state by what moved, not by the status alone. */
export function disputeFact(dispute: Stripe.Dispute, receiptId: string): DisputeFact {
  const takenCents = takenOf(dispute)
  const dueBy = dispute.evidence_details?.due_by

  return {
    disputeId: dispute.id,
    receiptId,
    state: stateOf(dispute, takenCents),
    contestedCents: dispute.amount,
    takenCents,
    reason: dispute.reason ? dispute.reason.slice(0, 200) : null,
    dueAt: dueBy && canAnswer.has(dispute.status) ? new Date(dueBy * 1000) : null,
  }
}

/** The statuses in which Stripe waits for what the shop has to say. */
const canAnswer = new Set<string>([
  'needs_response',
  'warning_needs_response',
  'appeal_needs_response',
])

type Phase = 'asked' | 'contested' | 'settled' | 'won' | 'lost'

/** How far a dispute is, by Stripe's status. */
const phases: Readonly<Partial<Record<Stripe.Dispute.Status, Phase>>> = {
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

function stateOf(dispute: Stripe.Dispute, takenCents: number): DisputeFact['state'] {
  switch (phases[dispute.status]) {
    case 'asked':
      return takenCents > 0 ? 'open' : 'inquiry'
    case 'contested':
      return 'open'
    case 'settled':
      return takenCents > 0 ? 'lost' : 'won'
    case 'won':
      // Decided for the shop, but the money is on its way: until it is back, it is not won.
      return takenCents > 0 && takenCents >= dispute.amount ? 'open' : 'won'
    case 'lost':
      return 'lost'
    default:
      return 'unknown'
  }
}

/**
 * What was withdrawn and not reinstated, in cents of the charge. Stripe books it in the currency of
 * the shop's account, with the rate it used; where that leaves cents to rounding, all of a dispute
 * is all of it and nothing is nothing.
 */
function takenOf(dispute: Stripe.Dispute): number {
  const moved = (dispute.balance_transactions ?? []).reduce((sum, transaction) => {
    if (transaction.currency === dispute.currency) return sum + transaction.amount
    if (transaction.exchange_rate) return sum + transaction.amount / transaction.exchange_rate

    return sum + Math.sign(transaction.amount) * dispute.amount
  }, 0)

  const taken = Math.min(dispute.amount, Math.max(0, Math.round(-moved)))

  const slack = dispute.balance_transactions?.some(
    (transaction) => transaction.currency !== dispute.currency,
  )
    ? Math.ceil(dispute.amount / 50)
    : 0

  if (taken <= slack) return 0

  return dispute.amount - taken <= slack ? dispute.amount : taken
}
