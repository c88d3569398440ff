import type { Api } from '@chaveiro/contracts'
import { timings } from '@chaveiro/contracts/limits'
import { queryOptions } from '@tanstack/react-query'
import { api, ApiError, call } from '../../../lib/call.ts'
import type { Reply } from '../../../lib/http.ts'
import { keyOf } from '../../../lib/queries.ts'

export type PaymentStatusReply = Reply<Api['payments']['status']>
export type Provider = 'efybank' | 'stripe' | 'binance'

/** A session id that carries the '::1' marker ends before it (S089). */
export function cutSessionId(id: string): string {
  return id.split('::1')[0]!
}

/** Whether a payment has come to its end, good or bad; failed and rejected both mean failed (S177). */
export const isPaid = (status: string | undefined) => status === 'completed'
export const isFailed = (status: string | undefined) => status === 'failed' || status === 'rejected'

/** The status of a payment by its id or the card session's; asked every 5 s while pending, 10 s after a failed look (S174, S178). */
export function paymentQuery(provider: Provider, paymentId: string, poll = true) {
  const params = { provider, paymentId }
  return queryOptions<PaymentStatusReply>({
    queryKey: keyOf(api.payments.status, { params }),
    staleTime: 0,
    refetchOnWindowFocus: poll ? 'always' : false,
    queryFn: ({ signal }) => call(api.payments.status, { params, query: {} }, { signal }),
    retry: (failures, error) =>
      !poll && failures < 1 && !(error instanceof ApiError && error.status < 500),
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

/** Words that may stand on the failed page, in both languages; a reason in the address counts only if it is one of them (D6). */
const knownReasons: ReadonlySet<string> = new Set([
  'Pagamento falhou',
  'Pagamento falhou.',
  'Payment failed',
  'Payment failed.',
  'O prazo do pagamento terminou e nada foi cobrado.',
  'The time to pay ran out and nothing was charged.',
  'O pagamento foi cancelado.',
  'The payment was cancelled.',
  'Este pagamento foi substituído por outro.',
  'This payment was replaced by another one.',
  'O provedor recusou o pagamento. Nada foi cobrado.',
  'The provider refused the payment. Nothing was charged.',
  'O cartão foi recusado. Nada foi cobrado.',
  'The card was declined. Nothing was charged.',
])

/** A reason that came in an address, or null when it is not one of ours. */
export function trustedReason(reason: string | null): string | null {
  return reason !== null && knownReasons.has(reason) ? reason : null
}
