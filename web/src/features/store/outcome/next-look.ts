import { lifetimes, timings } from '@chaveiro/contracts/limits'
import { isFailed, type PaymentStatusReply } from '../shared/payment.ts'

/** Whether money for a payment that was told as failed may still come and bring its keys: somebody paid after its time, or while it was cancelled. */
export function maybePaidLate({ status, payment }: PaymentStatusReply, now: number): boolean {
  const watched = (lifetimes.crypto + lifetimes.watchAfterClose) * 1000
  return (
    isFailed(status) &&
    !payment.held &&
    payment.reason !== 'refused' &&
    now - Date.parse(payment.createdAt) < watched
  )
}

/** The longest wait between two looks, in milliseconds; what a visitor loads first has no room for it among the timings. */
const slowest = 60_000

/** In how many milliseconds a payment's outcome is asked for again, false when nothing more will come of it. What may take days is asked for less and less the longer somebody looks on. */
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
