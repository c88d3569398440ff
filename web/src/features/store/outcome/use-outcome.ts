import { timings } from '@chaveiro/contracts/limits'
import { focusManager } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

import { ApiError } from '../../../api/call.ts'
import { cutSessionId, paymentQuery, usePayment } from '../shared/payment.ts'
import { nextPollDelay } from './next-look.ts'

/**
 * The payment named in the URL by session_id or payment_id; id is null if there is none (S088). It
 * is polled while it may change.
 */
export function useOutcome() {
  const [searchParams] = useSearchParams()
  const sessionId = searchParams.get('session_id')
  const paymentId = sessionId ? cutSessionId(sessionId) : searchParams.get('payment_id')
  const arrivedAt = useArrivalTime()
  const statusOptions = paymentQuery(sessionId ? 'stripe' : 'efybank', paymentId ?? '')

  const outcomeQuery = usePayment({
    ...statusOptions,
    enabled: paymentId !== null && paymentId !== '',
    refetchInterval: ({ state }) => {
      // The status is unknown: the network is down or the shop restarts.
      if (state.data === undefined && mayComeBack(state.error)) return timings.cryptoRetry

      const now = Date.now()

      return nextPollDelay(state.data, now - (arrivedAt.current ?? now), now)
    },
  })

  return { id: paymentId || null, query: outcomeQuery, reason: searchParams.get('reason') }
}

/** Whether a retry may help: not if the shop does not know the payment. */
const mayComeBack = (error: Error | null): boolean =>
  error !== null && !(error instanceof ApiError && error.status < 500)

/** When the visitor opened the page or returned to its tab. */
function useArrivalTime() {
  const arrivedAt = useRef<number | null>(null)

  useEffect(() => {
    arrivedAt.current = Date.now()
    return focusManager.subscribe((focused) => {
      if (focused) arrivedAt.current = Date.now()
    })
  }, [])

  return arrivedAt
}

/**
 * A Discord purchase has both ids. For visitors who may not see them, `origin` is 'discord' (S180).
 */
export function isFromDiscord(payment: {
  origin: 'site' | 'discord'
  discordMessageId: string | null
  discordChannelId: string | null
}): boolean {
  return (
    payment.origin === 'discord' || Boolean(payment.discordMessageId && payment.discordChannelId)
  )
}
