import { lifetimes } from '@chaveiro/contracts/limits'
import type { PaymentStatus } from '@chaveiro/contracts/states'

/**
 * When to ask the provider again: often while somebody waits, rarely after that; null when there is
 * nothing more to learn. Pending money is followed to its end.
 */
export function nextCheck(
  payment: { status: PaymentStatus; createdAt: Date; expiresAt: Date; method: string },
  now: Date,
  underway = false,
): Date | null {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

  if (payment.status === 'pending') {
    const step = now.getTime() - payment.createdAt.getTime() < 300_000 ? after(15) : after(30)
    return now < payment.expiresAt && step > payment.expiresAt
      ? new Date(payment.expiresAt.getTime() + 500)
      : step
  }

  const closedFor = (now.getTime() - payment.expiresAt.getTime()) / 1000
  if (closedFor > lifetimes.watchAfterClose) return underway ? after(3600) : null
  if (payment.status === 'failed' || payment.status === 'rejected')
    return after(closedFor < 7200 ? 60 : 900)

  return after(closedFor < 3600 ? 600 : 21_600)
}
