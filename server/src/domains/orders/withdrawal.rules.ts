import type { withdrawal } from '@chaveiro/contracts/orders'
import type { z } from 'zod'

import { secondsAfter } from '../../platform/time/clock.ts'

/** How long a buyer may withdraw after paying, in seconds (CDC, art. 49). */
const withdrawalSeconds = 7 * 86_400

type Sold = { status: string; completedAt: Date | null; totalCents: number }

type Asked = {
  createdAt: Date
  reason: string | null
  declinedAt: Date | null
  answer: string | null
}

/** When the right of withdrawal ends; null when nothing was paid. */
export const withdrawableUntil = ({ completedAt, totalCents }: Sold): Date | null =>
  completedAt && totalCents > 0 ? secondsAfter(completedAt, withdrawalSeconds) : null

/** The state of an order's withdrawal; null when there is none and the buyer cannot withdraw. */
export function withdrawalView(
  order: Sold,
  asked: Asked | null,
  now: Date,
): z.infer<typeof withdrawal> | null {
  const until = withdrawableUntil(order)
  if (!until) return null

  if (!asked)
    return order.status === 'completed' && now < until
      ? { state: 'possible', until: until.toISOString(), askedAt: null, reason: null, answer: null }
      : null

  const decided = asked.declinedAt ? ('declined' as const) : ('open' as const)
  const isBack = order.status === 'refunded'

  return {
    state: isBack ? 'refunded' : decided,
    until: until.toISOString(),
    askedAt: asked.createdAt.toISOString(),
    reason: asked.reason,
    // A refund overrules an earlier refusal, so its text is not shown.
    answer: isBack ? null : asked.answer,
  }
}
