import type { PaymentReason, PaymentStatus, ReviewReason } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'

import { messageFor, nearDeposit } from './buyer-messages.rules.ts'

describe('messages to the buyer', () => {
  const sum = (portuguese: string, english: string) => ({ 'pt-BR': portuguese, 'en-US': english })

  const sums = {
    received: sum('R$ 10,00', 'R$10.00'),
    asked: sum('R$ 19,90', 'R$19.90'),
    left: sum('R$ 9,90', 'R$9.90'),
  }

  const both = (
    status: PaymentStatus,
    reviewReason: ReviewReason | null,
    reason: PaymentReason | null = null,
  ) => {
    const text = messageFor({ status, reason, reviewReason }, sums)
    return [text?.['pt-BR'], text?.['en-US']]
  }

  it('name the reason of a review, in both languages', () => {
    expect(both('pending', 'partial')).toEqual([
      'Recebemos R$ 10,00 de R$ 19,90. Faltam R$ 9,90.',
      'We received R$10.00 of R$19.90. R$9.90 is missing.',
    ])

    const mismatch = [
      'Recebemos um pagamento que não confere com este pedido. Nossa equipe vai verificar.',
      'We received a payment that does not match this order. Our team will look into it.',
    ]

    expect(both('pending', 'mismatch')).toEqual(mismatch)
    expect(both('completed', 'mismatch')).toEqual(mismatch)

    expect(both('pending', 'confirmation')).toEqual([
      'Seu pagamento chegou e a corretora está conferindo. Avisaremos assim que terminar; nada mais precisa ser pago.',
      'Your payment arrived and the exchange is checking it. We will tell you when it is done; nothing more has to be paid.',
    ])

    expect(both('failed', 'held')).toEqual([
      'Recebemos R$ 10,00, mas esta conta não pode receber pedidos agora. Nossa equipe vai verificar o pagamento.',
      'We received R$10.00, but this account cannot receive orders now. Our team will look into the payment.',
    ])

    expect(both('completed', 'duplicate')).toEqual([
      'Este pedido já tinha sido pago. O valor repetido será devolvido.',
      'This order had already been paid. The repeated amount will be returned.',
    ])
  })

  it('say that a late payment waits for staff, since its coupon is used up', () => {
    const couponSpent = {
      status: 'failed',
      reason: 'expired',
      reviewReason: 'held',
      remark: 'coupon_spent',
    } as const

    expect(messageFor(couponSpent, sums)).toEqual({
      'pt-BR':
        'Recebemos R$ 10,00 depois do prazo, e o cupom deste pagamento já se esgotou. ' +
        'Nossa equipe vai verificar; não pague de novo.',
      'en-US':
        'We received R$10.00 after its time, and the coupon of this payment is used up. ' +
        'Our team will look into it; do not pay again.',
    })

    expect(messageFor({ ...couponSpent, status: 'completed' }, sums)).toBeUndefined()
  })

  it('ask the buyer of nearly matching coins not to pay again', () => {
    expect(nearDeposit).toEqual({
      'pt-BR':
        'Chegaram moedas que podem ser deste pagamento, mas o valor ou a rede não são exatamente ' +
        'os pedidos. Se são suas, nossa equipe vai conferir e atribuir; não pague de novo. Se ' +
        'não, envie o valor exato.',
      'en-US':
        'Coins came that may be for this payment, but the amount or the network is not exactly ' +
        'what was asked. If they are yours, our team will check and assign them; do not pay ' +
        'again. If not, send the exact amount.',
    })
  })

  it('name why a payment failed, and are absent when all is well', () => {
    expect(both('failed', null, 'expired')).toEqual([
      'O prazo do pagamento terminou e nada foi cobrado.',
      'The time to pay ran out and nothing was charged.',
    ])

    expect(both('rejected', 'late')).toEqual(['Pagamento falhou', 'Payment failed'])
    expect(both('failed', 'duplicate', 'declined')[0]).toBe(
      'O cartão foi recusado. Nada foi cobrado.',
    )
    const nothing = [undefined, undefined]
    expect(both('pending', null)).toEqual(nothing)
    expect(both('pending', 'duplicate')).toEqual(nothing)
    expect(both('completed', null)).toEqual(nothing)
    expect(both('completed', 'held')).toEqual(nothing)
    expect(both('refunded', 'late')).toEqual(nothing)
    expect(both('refunded', 'duplicate')).toEqual(nothing)
  })
})
