import { timings } from '@chaveiro/contracts/limits'
import { focusManager } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

import { ApiError } from '../../../api/call.ts'
import { cutSessionId, paymentQuery, usePayment } from '../shared/payment.ts'
import { nextLook } from './next-look.ts'

/**
 * The payment that the address names, by session_id or payment_id; id is null when it names none
 * (S088). It is asked for again while more may come of it, at once on coming back to the tab.
 */
export function useOutcome() {
  const [search] = useSearchParams()
  const sessionId = search.get('session_id')
  const id = sessionId ? cutSessionId(sessionId) : search.get('payment_id')
  const cameAt = useCameAt()
  const options = paymentQuery(sessionId ? 'stripe' : 'efybank', id ?? '')

  const query = usePayment({
    ...options,
    enabled: id !== null && id !== '',
    refetchInterval: ({ state }) => {
      // Nobody knows yet: the network is gone or the shop is being restarted.
      if (state.data === undefined && mayComeBack(state.error)) return timings.cryptoRetry

      const now = Date.now()

      return nextLook(state.data, now - (cameAt.current ?? now), now)
    },
  })

  return { id: id || null, query, reason: search.get('reason') }
}

/** Whether asking again may help: not when the shop said that it knows no such payment. */
const mayComeBack = (error: Error | null): boolean =>
  error !== null && !(error instanceof ApiError && error.status < 500)

/** When somebody began to look: as the page came, or as he came back to its tab. */
function useCameAt() {
  const cameAt = useRef<number | null>(null)

  useEffect(() => {
    cameAt.current = Date.now()
    return focusManager.subscribe((focused) => {
      if (focused) cameAt.current = Date.now()
    })
  }, [])

  return cameAt
}

/**
 * Bought through Discord when both ids are there, which the shop says also to those who may not see
 * them; else on the site (S180).
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
