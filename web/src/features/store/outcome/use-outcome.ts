import { timings } from '@chaveiro/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { cutSessionId, paymentQuery } from '../shared/payment.ts'

/** The payment that the address names, by session_id or payment_id; id is null when it names none (S088). While a unit still waits for its key it is asked again. */
export function useOutcome() {
  const [search] = useSearchParams()
  const sessionId = search.get('session_id')
  const id = sessionId ? cutSessionId(sessionId) : search.get('payment_id')
  const options = paymentQuery(sessionId ? 'stripe' : 'efybank', id ?? '')
  const query = useQuery({
    ...options,
    enabled: id !== null && id !== '',
    refetchInterval: (state) => {
      const { data } = state.state
      if (data?.status === 'pending') return timings.paymentPoll
      return data?.owner?.units.some((unit) => unit.licenseKey === null)
        ? timings.cryptoRetry
        : false
    },
  })
  return { id: id || null, query, reason: search.get('reason') }
}

/** Bought through Discord when both ids are there, which the shop says also to those who may not see them; else on the site (S180). */
export function isFromDiscord(payment: {
  origin: 'site' | 'discord'
  discordMessageId: string | null
  discordChannelId: string | null
}): boolean {
  return (
    payment.origin === 'discord' || Boolean(payment.discordMessageId && payment.discordChannelId)
  )
}
