import { timings } from '@chaveiro/contracts/limits'

import { isFailed, type PaymentStatusReply } from '../shared/payment.ts'

/**
 * How long the shop checks for a payment's money, in milliseconds: one hour for a coin, then two
 * more days. Not in contracts/limits.ts, which every first load includes.
 */
const watchDuration = 49 * 3_600_000

/** Longest interval between two polls, in milliseconds. */
const maxInterval = 60_000

/**
 * Whether a failed payment may still be paid late and bring its keys, for example after its
 * deadline or a cancellation.
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
 * time since the visitor opened the page or returned to its tab.
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
