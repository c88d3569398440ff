import type { Api } from '@chaveiro/contracts'
import type { PaymentReason } from '@chaveiro/contracts/states'
import { queryOptions } from '@tanstack/react-query'
import { timings } from '@chaveiro/contracts/limits'
import { api, ApiError, call } from '../../../lib/call.ts'
import { keyOf } from '../../../lib/queries.ts'
import type { Reply } from '../../../lib/http.ts'

export type PaymentStatusReply = Reply<Api['payments']['status']>
export type Provider = 'efybank' | 'stripe' | 'binance'

/** A session id that carries the '::1' marker ends before it (S089). */
export function cutSessionId(id: string): string { return id.split('::1')[0]! }

/** Whether a payment has come to its end, good or bad; failed and rejected both mean failed (S177). */
export const isPaid = (status: string | undefined) => status === 'completed'
export const isFailed = (status: string | undefined) => status === 'failed' || status === 'rejected'

/** The status of a payment by its id or the card session's; asked every 5 s while pending, 10 s after a failed look (S174, S178). */
export function paymentQuery(provider: Provider, paymentId: string, poll = true) {
  const params = { provider, paymentId }
  return queryOptions<PaymentStatusReply>({
    queryKey: keyOf(api.payments.status, { params }), staleTime: 0, refetchOnWindowFocus: poll ? 'always' : false,
    queryFn: ({ signal }) => call(api.payments.status, { params, query: {} }, { signal }),
    retry: (failures, error) => !poll && failures < 1 && !(error instanceof ApiError && error.status < 500),
    refetchInterval: (query) => {
      if (!poll || (query.state.data && query.state.data.status !== 'pending')) return false
      return query.state.status === 'error' ? timings.cryptoRetry : timings.paymentPoll
    },
  })
}

/** Ask the provider at once: the 'I have paid' button (Q27). */
export function askNow(provider: Provider, paymentId: string): Promise<PaymentStatusReply> {
  return call(api.payments.status, { params: { provider, paymentId }, query: { now: '1' } })
}

/** Words that may stand on the failed page; a reason in the address counts only if it is one of them (D6). */
export const knownReasons = {
  failed: 'Pagamento falhou', failedDot: 'Pagamento falhou.', expired: 'O pagamento expirou.', cancelled: 'O pagamento foi cancelado.',
  declined: 'O pagamento foi recusado.', refused: 'O provedor recusou o pagamento.', replaced: 'O pagamento foi substituído por outro.',
} as const satisfies Record<'failed' | 'failedDot' | PaymentReason, string>
