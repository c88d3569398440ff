import type { ChargeMismatch } from '@chaveiro/contracts/shop-reasons'
import type {
  DisputeState,
  ReviewReason,
  PaymentReason,
  PaymentStatus,
} from '@chaveiro/contracts/states'

import { wasPaid, type ReceivedMoney } from '../state/payment.rules.ts'

export type JudgedPayment = {
  status: PaymentStatus
  amountCents: number
  currency: string
  expiresAt: Date
  reviewReason: ReviewReason | null
  /** The buyer is banned or was deleted: nothing is delivered without staff (Q114). */
  isBuyerBarred?: boolean
  /**
   * Other buyers used up the payment's coupon after the payment released its use: staff decide
   * about the money.
   */
  isCouponSpent?: boolean
}

export type ProviderReport = {
  state: 'open' | 'closed' | 'unknown'
  mismatch: ChargeMismatch | null
  dispute: DisputeState | null
} & Partial<DepositFacts>

/**
 * Pending coins: whether any exist, were seen in time, or wait for the shop's answers to the
 * exchange.
 */
export type DepositFacts = { underway: boolean; detectedInTime: boolean; awaitsShop: boolean }

export type Verdict =
  | { kind: 'complete'; reviewReason: ReviewReason | null; paidAt: Date; extra: ReceivedMoney[] }
  | { kind: 'fail'; reason: PaymentReason; reviewReason: ReviewReason | null }
  | { kind: 'keep'; reviewReason: ReviewReason | null; extra: ReceivedMoney[] }

/**
 * The only rule that decides what received money pays for: the verdict on the facts of a payment,
 * with all its receipts so far. Money in another currency or for another recipient never completes
 * a payment. Too little waits; a surplus completes it and is reported to staff.
 */
export function decideVerdict(
  judged: JudgedPayment,
  receipts: readonly ReceivedMoney[],
  report: ProviderReport,
  now: Date,
): Verdict {
  // A review for the exchange's question ends when the exchange no longer asks.
  const payment =
    judged.reviewReason === 'confirmation' ? { ...judged, reviewReason: null } : judged
  const inCurrency = receipts
    .filter((receipt) => receipt.currency === payment.currency)
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  const coverage = coverAmount(inCurrency, payment.amountCents)
  if (wasPaid(payment)) return keepCompleted(payment, coverage, report.dispute)

  const isForeign = inCurrency.length < receipts.length
  if (report.mismatch !== null || (isForeign && !coverage.paidAt))
    return failOrWait(payment, report, now, 'mismatch')
  if (coverage.paidAt) return completeOrHold(payment, coverage, coverage.paidAt)
  // A part of the held money was returned: the rest waits for staff as before.
  if (payment.reviewReason === 'held') return { kind: 'keep', reviewReason: 'held', extra: [] }

  const shortReason = coverage.sum > 0 ? 'partial' : null

  return failOrWait(payment, report, now, report.awaitsShop ? 'confirmation' : shortReason)
}

/** The verdict on a completed payment: it stays completed, and later money is refunded. */
function keepCompleted(
  payment: JudgedPayment,
  coverage: Coverage,
  dispute: DisputeState | null,
): Verdict {
  const settledPayment =
    payment.reviewReason === 'disputed' ? { ...payment, reviewReason: null } : payment
  return {
    kind: 'keep',
    reviewReason:
      dispute !== null && dispute !== 'won' ? 'disputed' : surplusReason(coverage, settledPayment),
    extra: payment.status === 'completed' ? coverage.extra : [],
  }
}

/**
 * The verdict on a payment whose whole amount was received: it completes, unless its buyer may not
 * be served.
 */
function completeOrHold(payment: JudgedPayment, coverage: Coverage, paidAt: Date): Verdict {
  // Held money waits for staff even after the ban is lifted.
  if (payment.isBuyerBarred || payment.isCouponSpent || payment.reviewReason === 'held')
    return payment.status === 'pending'
      ? { kind: 'fail', reason: 'cancelled', reviewReason: 'held' }
      : { kind: 'keep', reviewReason: 'held', extra: [] }

  const isLatePayment = payment.status !== 'pending' || paidAt > payment.expiresAt

  return {
    kind: 'complete',
    paidAt,
    extra: coverage.extra,
    reviewReason: surplusReason(coverage, payment) ?? (isLatePayment ? 'late' : null),
  }
}

/**
 * How far receipts cover an amount: the time of full coverage, later receipts, and the sum of all.
 */
type Coverage = { paidAt: Date | null; extra: ReceivedMoney[]; sum: number }

// Receipts come oldest first. Receipts after full coverage are listed for a refund.
function coverAmount(receipts: readonly ReceivedMoney[], amountCents: number): Coverage {
  let sumCents = 0
  let coveredAt: Date | null = null
  const extraReceipts: ReceivedMoney[] = []

  for (const receipt of receipts) {
    if (coveredAt) extraReceipts.push(receipt)
    else if (sumCents + receipt.amountCents >= amountCents) coveredAt = receipt.receivedAt
    sumCents += receipt.amountCents
  }

  return { paidAt: coveredAt, extra: extraReceipts, sum: sumCents }
}

function surplusReason(
  { paidAt, extra, sum }: Coverage,
  payment: JudgedPayment,
): ReviewReason | null {
  if (extra.length) return 'duplicate'

  // The missing part has arrived.
  const earlierReason = paidAt && payment.reviewReason === 'partial' ? null : payment.reviewReason

  return sum > payment.amountCents ? 'over' : earlierReason
}

function failOrWait(
  payment: JudgedPayment,
  report: ProviderReport,
  now: Date,
  reviewReason: ReviewReason | null,
): Verdict {
  if (payment.status !== 'pending')
    return {
      kind: 'keep',
      reviewReason: reviewReason ?? payment.reviewReason,
      extra: [],
    }

  if (report.state === 'closed')
    return {
      kind: 'fail',
      reason: now >= payment.expiresAt ? 'expired' : 'cancelled',
      reviewReason,
    }

  if (now >= payment.expiresAt && !report.detectedInTime)
    return { kind: 'fail', reason: 'expired', reviewReason }

  return { kind: 'keep', reviewReason, extra: [] }
}
