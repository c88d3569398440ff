import { timings } from '@chaveiro/contracts/limits'

import { isFailed, type PaymentStatusReply } from '../shared/payment.ts'

// Milliseconds, kept here because a visitor's first load has no room for them beside the shop's
// other numbers.
/**
 * How long the shop looks for a payment's money after it began: a coin's hour, and two days from
 * then on.
 */
const watched = 49 * 3_600_000

/** The longest wait between two looks. */
const slowest = 60_000

/**
 * Whether money for a payment that was told as failed may still come and bring its keys: somebody
 * paid after its time, or while it was cancelled.
 */
export function maybePaidLate({ status, payment }: PaymentStatusReply, now: number): boolean {
  return (
    isFailed(status) &&
    !payment.held &&
    payment.reason !== 'refused' &&
    now - Date.parse(payment.createdAt) < watched
  )
}

/**
 * In how many milliseconds a payment's outcome is asked for again, false when nothing more will
 * come of it. What may take days is asked for less and less the longer somebody looks on.
 */
export function nextLook(
  answer: PaymentStatusReply | undefined,
  lookedOn: number,
  now: number,
): number | false {
  if (answer === undefined) return false
  if (answer.status === 'pending') return timings.paymentPoll

  const waits =
    answer.payment.held ||
    maybePaidLate(answer, now) ||
    answer.owner?.units.some(({ status }) => status === 'pending')

  if (!waits) return false

  return Math.min(Math.max(lookedOn / 4, timings.paymentPoll), slowest)
}
