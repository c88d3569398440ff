import { describe, expect, it } from 'vitest'
import { cutSessionId, isFailed, trustedReason } from './payment.ts'

describe('payment addresses', () => {
  it("[S089] a session id ends before '::1'", () => {
    expect(cutSessionId('cs_test_abc::1?x=2')).toBe('cs_test_abc')
    expect(cutSessionId('cs_test_abc')).toBe('cs_test_abc')
  })

  it('[S092] a reason in the address counts only if it is one of our own texts', () => {
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

  it('[S177] failed and rejected both mean failed', () => {
    expect(['failed', 'rejected', 'pending', 'completed'].map(isFailed)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
