import type {
  DisputeState,
  ReviewReason,
  PaymentReason,
  PaymentStatus,
} from '@chaveiro/contracts/states'

import { wasPaid, type Money } from '../state/payment.rules.ts'

export type Standing = {
  status: PaymentStatus
  amountCents: number
  currency: string
  expiresAt: Date
  reviewReason: ReviewReason | null
  /** Its buyer is banned or was deleted: what they paid for is not delivered by itself (Q114). */
  barred?: boolean
}

export type Seen = {
  state: 'open' | 'closed' | 'unknown'
  mismatch: string | null
  dispute: DisputeState | null
} & Partial<DepositFacts>

/**
 * What pending coins mean: whether there are any, whether they were seen in time, whether the
 * exchange waits for the shop.
 */
export type DepositFacts = { underway: boolean; detectedInTime: boolean; awaitsShop: boolean }

export type Verdict =
  | { kind: 'complete'; reviewReason: ReviewReason | null; paidAt: Date; extra: Money[] }
  | { kind: 'fail'; reason: PaymentReason; reviewReason: ReviewReason | null }
  | { kind: 'keep'; reviewReason: ReviewReason | null; extra: Money[] }

/**
 * The one rule that makes money real: what the facts of a payment mean. receipts are all that ever
 * arrived for it. Money in another currency or for somebody else never completes a payment; too
 * little waits; too much completes it and is reported to staff.
 */
export function decide(
  standing: Standing,
  receipts: readonly Money[],
  seen: Seen,
  now: Date,
): Verdict {
  // The confirmation is over when the exchange no longer asks for it.
  const payment =
    standing.reviewReason === 'confirmation' ? { ...standing, reviewReason: null } : standing
  const own = receipts
    .filter((receipt) => receipt.currency === payment.currency)
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  const covered = cover(own, payment.amountCents)
  if (wasPaid(payment)) return keeping(payment, covered, seen.dispute)

  const isForeign = own.length < receipts.length
  if (seen.mismatch !== null || (isForeign && !covered.paidAt))
    return closing(payment, seen, now, 'mismatch')
  if (covered.paidAt) return completing(payment, covered, covered.paidAt)
  // A part of the held money went back: the rest waits for staff as before.
  if (payment.reviewReason === 'held') return { kind: 'keep', reviewReason: 'held', extra: [] }

  const short = covered.sum > 0 ? 'partial' : null

  return closing(payment, seen, now, seen.awaitsShop ? 'confirmation' : short)
}

/** The verdict on a payment that was completed: it stays so, and any further money is sent back. */
function keeping(payment: Standing, covered: Covered, dispute: DisputeState | null): Verdict {
  const settled = payment.reviewReason === 'disputed' ? { ...payment, reviewReason: null } : payment
  return {
    kind: 'keep',
    reviewReason:
      dispute !== null && dispute !== 'won' ? 'disputed' : reasonOfExtra(covered, settled),
    extra: payment.status === 'completed' ? covered.extra : [],
  }
}

/**
 * The verdict on a payment whose whole amount is here: it completes, unless its buyer may not be
 * served.
 */
function completing(payment: Standing, covered: Covered, paidAt: Date): Verdict {
  // Once it waits for staff it goes on waiting, even if the ban is lifted.
  if (payment.barred || payment.reviewReason === 'held')
    return payment.status === 'pending'
      ? { kind: 'fail', reason: 'cancelled', reviewReason: 'held' }
      : { kind: 'keep', reviewReason: 'held', extra: [] }

  const late = payment.status !== 'pending' || paidAt > payment.expiresAt

  return {
    kind: 'complete',
    paidAt,
    extra: covered.extra,
    reviewReason: reasonOfExtra(covered, payment) ?? (late ? 'late' : null),
  }
}

/** How far receipts cover an amount: when they did, what arrived after that, and the sum of all. */
type Covered = { paidAt: Date | null; extra: Money[]; sum: number }

// The receipts that cover the amount, oldest first. What arrives after them is listed apart, to be
// sent back.
function cover(receipts: readonly Money[], amountCents: number): Covered {
  let sum = 0
  let paidAt: Date | null = null
  const extra: Money[] = []

  for (const receipt of receipts) {
    if (paidAt) extra.push(receipt)
    else if (sum + receipt.amountCents >= amountCents) paidAt = receipt.receivedAt
    sum += receipt.amountCents
  }

  return { paidAt, extra, sum }
}

function reasonOfExtra({ paidAt, extra, sum }: Covered, payment: Standing): ReviewReason | null {
  if (extra.length) return 'duplicate'

  // What was missing is there.
  const before = paidAt && payment.reviewReason === 'partial' ? null : payment.reviewReason

  return sum > payment.amountCents ? 'over' : before
}

function closing(
  payment: Standing,
  seen: Seen,
  now: Date,
  reviewReason: ReviewReason | null,
): Verdict {
  if (payment.status !== 'pending')
    return {
      kind: 'keep',
      reviewReason: reviewReason ?? payment.reviewReason,
      extra: [],
    }

  if (seen.state === 'closed')
    return {
      kind: 'fail',
      reason: now >= payment.expiresAt ? 'expired' : 'cancelled',
      reviewReason,
    }

  if (now >= payment.expiresAt && !seen.detectedInTime)
    return { kind: 'fail', reason: 'expired', reviewReason }

  return { kind: 'keep', reviewReason, extra: [] }
}
