import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { ApiError } from '../../../api/http.ts'
import {
  askProviderNow,
  cutSessionId,
  isFailed,
  isPaid,
  outcomePage,
  paymentQuery,
  trustedReason,
} from './payment.ts'

afterEach(() => vi.unstubAllGlobals())

describe('payment addresses', () => {
  it("a session id ends before '::1' [S089]", () => {
    expect(cutSessionId('cs_test_abc::1?x=2')).toBe('cs_test_abc')
    expect(cutSessionId('cs_test_abc')).toBe('cs_test_abc')
  })

  it('a reason in the URL counts only if it is one of our own texts [S092]', () => {
    expect(trustedReason('Pagamento falhou')).toBe('Pagamento falhou')
    for (const crafted of [
      null,
      '',
      'Ligue para 0800 e informe seu cartão',
      'Pagamento falhou <b>',
      'pagamento falhou',
    ])
      expect(trustedReason(crafted)).toBeNull()
  })

  it('every sentence of the shop counts, in both languages, with or without its full stop [S092, Q123]', () => {
    for (const own of [
      'Pagamento falhou.',
      'Payment failed',
      'O prazo do pagamento terminou e nada foi cobrado.',
      'The time to pay ran out and nothing was charged.',
      'O pagamento foi cancelado.',
      'This payment was replaced by another one.',
      'O pagamento foi recusado. Nada foi cobrado.',
      'The card was declined. Nothing was charged.',
    ])
      expect(trustedReason(own)).toBe(own)
    expect(trustedReason('O pagamento foi cancelado. Ligue para 0800.')).toBeNull()
  })

  it('only failed payments have the failed page; a replaced one leads to its successor [F122]', () => {
    for (const status of ['completed', 'refunded', 'pending'] as const)
      expect(outcomePage({ status })).toBe('success')
    for (const status of ['failed', 'rejected'] as const)
      expect(outcomePage({ status })).toBe('failed')
    const owner = { replacedBy: 'neu' } as never
    expect(outcomePage({ status: 'failed', owner })).toEqual({ replacedBy: 'neu' })
    expect(outcomePage({ status: 'completed', owner })).toBe('success')
    expect(outcomePage({ status: 'failed', owner: { replacedBy: null } as never })).toBe('failed')
  })

  it('a PIX is polled every 5 s even after a failed poll, a crypto payment 10 s after one [S174, S178, Q126]', () => {
    const waits = (provider: 'efybank' | 'binance', status: 'pending' | 'error') => {
      const interval = paymentQuery(provider, 'p').refetchInterval as (query: unknown) => unknown
      return interval({ state: { status, data: undefined } })
    }

    expect(waits('efybank', 'pending')).toBe(5_000)
    expect(waits('efybank', 'error')).toBe(5_000)
    expect(waits('binance', 'pending')).toBe(5_000)
    expect(waits('binance', 'error')).toBe(10_000)
  })

  it('an ended payment is not polled; a single read is retried only after a network error [S174]', () => {
    const interval = (poll: boolean, status: string) =>
      (paymentQuery('efybank', 'p', poll).refetchInterval as (query: unknown) => unknown)({
        state: { status: 'success', data: { status } },
      })

    expect([
      interval(true, 'pending'),
      interval(true, 'failed'),
      interval(true, 'completed'),
    ]).toEqual([5_000, false, false])

    expect(interval(false, 'pending')).toBe(false)

    const again = (poll: boolean, failures: number, error: Error) =>
      (paymentQuery('efybank', 'p', poll).retry as (failures: number, error: Error) => boolean)(
        failures,
        error,
      )

    const [line, refused, broken] = [
      new TypeError('no network'),
      new ApiError(404, 'x', ''),
      new ApiError(500, 'x', ''),
    ]

    expect([again(false, 0, line), again(false, 1, line), again(true, 0, line)]).toEqual([
      true,
      false,
      false,
    ])

    expect([again(false, 0, refused), again(false, 0, broken)]).toEqual([false, true])

    const options = (poll?: boolean) => {
      const { staleTime, refetchOnWindowFocus } = paymentQuery('efybank', 'p', poll)
      return [staleTime, refetchOnWindowFocus]
    }

    expect([options(), options(false)]).toEqual([
      [0, 'always'],
      [0, false],
    ])
  })

  it('a payment is read by provider and id, and at once only if the buyer says they paid [decision Q27]', async () => {
    const asked: string[] = []
    const signals: unknown[] = []

    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push(url)
      signals.push(init.signal)

      return new Response('{"status":"pending"}')
    })

    const client = new QueryClient()
    const query = paymentQuery('stripe', 'cs_test_a')
    expect(await client.fetchQuery(query)).toEqual({ status: 'pending' })
    expect(await askProviderNow('efybank', 'p')).toEqual({ status: 'pending' })

    expect(asked).toEqual([
      '/api/payment/stripe/status/cs_test_a',
      '/api/payment/efybank/status/p?now=1',
    ])

    // Leaving the page aborts the poll, but not the request of the "I have paid" button.
    expect([signals[0] instanceof AbortSignal, signals[1]]).toEqual([true, null])

    expect(query.queryKey).toEqual([
      '/api/payment/:provider/status/:paymentId',
      '/api/payment/stripe/status/cs_test_a',
    ])

    client.clear()
  })

  it('failed and rejected both mean failed [S177]', () => {
    expect(['completed', 'refunded', undefined].map(isPaid)).toEqual([true, false, false])
    expect(isFailed(undefined)).toBe(false)

    expect(['failed', 'rejected', 'pending', 'completed'].map(isFailed)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
