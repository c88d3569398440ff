import type { withdrawal } from '@chaveiro/contracts/orders'
import type { z } from 'zod'

import { secondsAfter } from '../../platform/time/clock.ts'

/** How long a buyer may withdraw after paying, in seconds (CDC, art. 49). */
const withdrawalSeconds = 7 * 86_400

type SoldOrder = { status: string; completedAt: Date | null; totalCents: number }

type WithdrawalRequest = {
  createdAt: Date
  reason: string | null
  declinedAt: Date | null
  answer: string | null
}

/** When the right of withdrawal ends; null when nothing was paid. */
export const withdrawableUntil = ({ completedAt, totalCents }: SoldOrder): Date | null =>
  completedAt && totalCents > 0 ? secondsAfter(completedAt, withdrawalSeconds) : null

/** The state of an order's withdrawal; null when there is none and the buyer cannot withdraw. */
export function withdrawalView(
  order: SoldOrder,
  request: WithdrawalRequest | null,
  now: Date,
): z.infer<typeof withdrawal> | null {
  const withdrawalEnd = withdrawableUntil(order)
  if (!withdrawalEnd) return null

  if (!request)
    return order.status === 'completed' && now < withdrawalEnd
      ? {
          state: 'possible',
          until: withdrawalEnd.toISOString(),
          askedAt: null,
          reason: null,
          answer: null,
        }
      : null

  const decision = request.declinedAt ? ('declined' as const) : ('open' as const)
  const isRefunded = order.status === 'refunded'

  return {
    state: isRefunded ? 'refunded' : decision,
    until: withdrawalEnd.toISOString(),
    askedAt: request.createdAt.toISOString(),
    reason: request.reason,
    // A refund overrules an earlier refusal, so the text of the refusal is not shown.
    answer: isRefunded ? null : request.answer,
  }
}
