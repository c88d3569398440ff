import { describe, expect, it } from 'vitest'
import { cutSessionId, isFailed, outcomePage, paymentQuery, trustedReason } from './payment.ts'

describe('payment addresses', () => {
  it("[S089] a session id ends before '::1'", () => {
    expect(cutSessionId('cs_test_abc::1?x=2')).toBe('cs_test_abc')
    expect(cutSessionId('cs_test_abc')).toBe('cs_test_abc')
  })

  it('a reason in the address counts only if it is one of our own texts [S092]', () => {
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
      'O provedor recusou o pagamento. Nada foi cobrado.',
      'The card was declined. Nothing was charged.',
    ])
      expect(trustedReason(own)).toBe(own)
    expect(trustedReason('O pagamento foi cancelado. Ligue para 0800.')).toBeNull()
  })

  it('only what failed is told as failed; what was replaced leads to what came in its place (B2)', () => {
    for (const status of ['completed', 'refunded', 'pending'] as const)
      expect(outcomePage({ status })).toBe('success')
    for (const status of ['failed', 'rejected'] as const)
      expect(outcomePage({ status })).toBe('failed')
    const owner = { replacedBy: 'neu' } as never
    expect(outcomePage({ status: 'failed', owner })).toEqual({ replacedBy: 'neu' })
  })

  it('a PIX is asked about every 5 s also after a failed look, a crypto payment 10 s after one [S174, S178, Q126]', () => {
    const waits = (provider: 'efybank' | 'binance', status: 'pending' | 'error') => {
      const interval = paymentQuery(provider, 'p').refetchInterval as (query: unknown) => unknown
      return interval({ state: { status, data: undefined } })
    }
    expect(waits('efybank', 'pending')).toBe(5_000)
    expect(waits('efybank', 'error')).toBe(5_000)
    expect(waits('binance', 'pending')).toBe(5_000)
    expect(waits('binance', 'error')).toBe(10_000)
  })

  it('failed and rejected both mean failed [S177]', () => {
    expect(['failed', 'rejected', 'pending', 'completed'].map(isFailed)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
