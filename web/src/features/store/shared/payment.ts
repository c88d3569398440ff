import type { Api } from '@chaveiro/contracts'
import { timings } from '@chaveiro/contracts/limits'
import { isFailureWord } from '@chaveiro/contracts/payment-words'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { queryKeyOf } from '../../../api/queries.ts'
import { useSession } from '../../../state/session.ts'

export type PaymentStatusReply = Reply<Api['payments']['status']>
export type Provider = 'efybank' | 'stripe' | 'binance'

/** A session id that carries the '::1' marker ends before it (S089). */
export function cutSessionId(id: string): string {
  return id.split('::1')[0]!
}

/**
 * Whether a payment has come to its end, good or bad; failed and rejected both mean failed (S177).
 */
export const isPaid = (status: string | undefined) => status === 'completed'
export const isFailed = (status: string | undefined) => status === 'failed' || status === 'rejected'

/**
 * The status of a payment by its id or the card session's; asked every 5 s while pending, by crypto
 * 10 s after a failed look (S174, S178, Q126).
 */
export function paymentQuery(provider: Provider, paymentId: string, poll = true) {
  const params = { provider, paymentId }
  return queryOptions<PaymentStatusReply>({
    queryKey: queryKeyOf(ownApi.payments.status, { params }),
    staleTime: 0,
    refetchOnWindowFocus: poll ? 'always' : false,
    queryFn: ({ signal }) => call(ownApi.payments.status, { params, query: {} }, { signal }),
    retry: (failures, error) =>
      !poll && failures < 1 && !(error instanceof ApiError && error.status < 500),
    refetchInterval: (query) => {
      if (!poll || (query.state.data && query.state.data.status !== 'pending')) return false
      return query.state.status === 'error' && provider === 'binance'
        ? timings.cryptoRetry
        : timings.paymentPoll
    },
  })
}

/** Ask the provider at once: the 'I have paid' button (Q27). */
export function askNow(provider: Provider, paymentId: string): Promise<PaymentStatusReply> {
  return call(ownApi.payments.status, { params: { provider, paymentId }, query: { now: '1' } })
}

/**
 * A reason that came in an address, or null when it is not one of the shop's own sentences: anybody
 * can send a link (Q123).
 */
export function trustedReason(reason: string | null): string | null {
  return reason !== null && isFailureWord(reason) ? reason : null
}

/**
 * Which page a payment belongs on, whichever of the two its link named: only what failed is told as
 * failed (S092).
 */
export function outcomePage({
  status,
  owner,
}: Pick<PaymentStatusReply, 'status' | 'owner'>): 'success' | 'failed' | { replacedBy: string } {
  if (!isFailed(status)) return 'success'
  return owner?.replacedBy ? { replacedBy: owner.replacedBy } : 'failed'
}

/**
 * Asks about a payment. The end of a session empties what was asked; the page is drawn anew then,
 * and asks as a stranger.
 */
export function usePayment(query: ReturnType<typeof paymentQuery>) {
  useSession()
  return useQuery(query)
}
