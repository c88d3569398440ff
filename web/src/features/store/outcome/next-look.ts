import { timings } from '@chaveiro/contracts/limits'

import { isFailed, type PaymentStatusReply } from '../shared/payment.ts'

// Milliseconds, kept here because a visitor's first load has no room for them beside the shop's
// other numbers.
/**
 * How long the shop watches for a payment's money: one hour for a coin, then two more days
 * (milliseconds).
 */
const watchDuration = 49 * 3_600_000

/** Longest interval between two polls, in milliseconds. */
const maxInterval = 60_000

/**
 * Whether a failed payment may still be paid late and bring its keys, for example after its time or
 * a cancellation.
 */
export function maybePaidLate({ status, payment }: PaymentStatusReply, now: number): boolean {
  return (
    isFailed(status) &&
    !payment.held &&
    payment.reason !== 'refused' &&
    now - Date.parse(payment.createdAt) < watchDuration
  )
}

/**
 * Milliseconds until the next poll of an outcome; false if it is final. The interval grows with the
 * time spent looking.
 */
export function nextPollDelay(
  answer: PaymentStatusReply | undefined,
  lookedOn: number,
  now: number,
): number | false {
  if (answer === undefined) return false
  if (answer.status === 'pending') return timings.paymentPoll

  const mayChange =
    answer.payment.held ||
    maybePaidLate(answer, now) ||
    answer.owner?.units.some(({ status }) => status === 'pending')

  if (!mayChange) return false

  return Math.min(Math.max(lookedOn / 4, timings.paymentPoll), maxInterval)
}
