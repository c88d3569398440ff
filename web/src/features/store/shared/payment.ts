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

/** Cuts a session id at the '::1' marker (S089). */
export function cutSessionId(id: string): string {
  return id.split('::1')[0]!
}

/** Final states of a payment; failed and rejected both mean failed (S177). */
export const isPaid = (status: string | undefined) => status === 'completed'
export const isFailed = (status: string | undefined) => status === 'failed' || status === 'rejected'

/**
 * Status of a payment by its id or card session. Polled every 5 s while pending; a failed poll of
 * crypto retries after 10 s (S174, S178, Q126).
 */
export function paymentQuery(provider: Provider, paymentId: string, poll = true) {
  const callParams = { provider, paymentId }
  return queryOptions<PaymentStatusReply>({
    queryKey: queryKeyOf(ownApi.payments.status, { params: callParams }),
    staleTime: 0,
    refetchOnWindowFocus: poll ? 'always' : false,
    queryFn: ({ signal }) =>
      call(ownApi.payments.status, { params: callParams, query: {} }, { signal }),
    retry: (failures, error) =>
      !poll && failures < 1 && !(error instanceof ApiError && error.status < 500),
    refetchInterval: (query) => {
      if (!poll || (query.state.data && query.state.data.status !== 'pending')) return false
      if (query.state.status === 'error' && provider === 'binance') return timings.cryptoRetry

      return timings.paymentPoll
    },
  })
}

/** Asks the provider at once: the 'I have paid' button (Q27). */
export function askProviderNow(provider: Provider, paymentId: string): Promise<PaymentStatusReply> {
  return call(ownApi.payments.status, { params: { provider, paymentId }, query: { now: '1' } })
}

/**
 * A reason from the URL; null if it is not one of the shop's own sentences, because anyone can send
 * a link (Q123).
 */
export function trustedReason(reason: string | null): string | null {
  if (reason !== null && isFailureWord(reason)) return reason

  return null
}

/** The outcome page for a payment's state, even if the link named the other page (S092). */
export function outcomePage({
  status,
  owner,
}: Pick<PaymentStatusReply, 'status' | 'owner'>): 'success' | 'failed' | { replacedBy: string } {
  if (!isFailed(status)) return 'success'
  if (owner?.replacedBy) return { replacedBy: owner.replacedBy }

  return 'failed'
}

/**
 * Queries a payment. The end of a session clears the cache; the page then renders again and queries
 * without a session.
 */
export function usePayment(query: ReturnType<typeof paymentQuery>) {
  useSession()
  return useQuery(query)
}
