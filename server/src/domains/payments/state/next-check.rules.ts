import { lifetimes } from '@chaveiro/contracts/limits'
import type { PaymentStatus } from '@chaveiro/contracts/states'

/**
 * The next check at the provider: often while the buyer waits, rarely after that; null when no
 * check is needed. Money under way is followed until it arrives or is refused.
 */
export function nextCheck(
  payment: { status: PaymentStatus; createdAt: Date; expiresAt: Date; method: string },
  now: Date,
  isMoneyPending = false,
): Date | null {
  const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1000)

  if (payment.status === 'pending') {
    const nextStep =
      now.getTime() - payment.createdAt.getTime() < 300_000
        ? secondsFromNow(15)
        : secondsFromNow(30)
    return now < payment.expiresAt && nextStep > payment.expiresAt
      ? new Date(payment.expiresAt.getTime() + 500)
      : nextStep
  }

  const closedFor = (now.getTime() - payment.expiresAt.getTime()) / 1000
  if (closedFor > lifetimes.watchAfterClose) return isMoneyPending ? secondsFromNow(3600) : null
  if (payment.status === 'failed' || payment.status === 'rejected')
    return secondsFromNow(closedFor < 7200 ? 60 : 900)

  return secondsFromNow(closedFor < 3600 ? 600 : 21_600)
}
