import type { Localized } from '@chaveiro/contracts/localized'
import { failureWords } from '@chaveiro/contracts/payment-words'
import type {
  PaymentReason,
  PaymentRemark,
  PaymentStatus,
  ReviewReason,
} from '@chaveiro/contracts/states'

import { wasPaid } from '../state/payment.rules.ts'

/** The amounts that messages name. */
type Sums = { received: Localized; asked: Localized; left: Localized }

const messageTexts = {
  held: ({ received }: Sums): Localized => ({
    'pt-BR':
      `Recebemos ${received['pt-BR']}, mas esta conta não pode receber pedidos agora. ` +
      'Nossa equipe vai verificar o pagamento.',
    'en-US':
      `We received ${received['en-US']}, but this account cannot receive orders now. Our ` +
      'team will look into the payment.',
  }),

  couponSpent: ({ received }: Sums): Localized => ({
    'pt-BR':
      `Recebemos ${received['pt-BR']} depois do prazo, e o cupom deste pagamento já se esgotou. ` +
      'Nossa equipe vai verificar; não pague de novo.',
    'en-US':
      `We received ${received['en-US']} after its time, and the coupon of this payment is used ` +
      'up. Our team will look into it; do not pay again.',
  }),

  partial: ({ received, asked, left }: Sums): Localized => ({
    'pt-BR': `Recebemos ${received['pt-BR']} de ${asked['pt-BR']}. Faltam ${left['pt-BR']}.`,
    'en-US': `We received ${received['en-US']} of ${asked['en-US']}. ${left['en-US']} is missing.`,
  }),
  mismatch: {
    'pt-BR': 'Recebemos um pagamento que não confere com este pedido. Nossa equipe vai verificar.',
    'en-US': 'We received a payment that does not match this order. Our team will look into it.',
  },

  confirmation: {
    'pt-BR':
      'Seu pagamento chegou e a corretora está conferindo. Avisaremos assim que terminar; nada mais precisa ser pago.',
    'en-US':
      'Your payment arrived and the exchange is checking it. We will tell you when it ' +
      'is done; nothing more has to be paid.',
  },

  duplicate: {
    'pt-BR': 'Este pedido já tinha sido pago. O valor repetido será devolvido.',
    'en-US': 'This order had already been paid. The repeated amount will be returned.',
  },
}

/**
 * The message for a buyer whose crypto payment is open while unmatched coins of nearly its amount
 * exist. The coins may be this buyer's or a stranger's.
 */
export const nearDeposit: Localized = {
  'pt-BR':
    'Chegaram moedas que podem ser deste pagamento, mas o valor ou a rede não são exatamente os ' +
    'pedidos. Se são suas, nossa equipe vai conferir e atribuir; não pague de novo. Se não, ' +
    'envie o valor exato.',
  'en-US':
    'Coins came that may be for this payment, but the amount or the network is not exactly what ' +
    'was asked. If they are yours, our team will check and assign them; do not pay again. If ' +
    'not, send the exact amount.',
}

/** The message to a buyer about a payment's state; none when all is well. */
export function messageFor(
  payment: {
    status: PaymentStatus
    reason: PaymentReason | null
    reviewReason: ReviewReason | null
    remark?: PaymentRemark | null
  },
  sums: Sums,
): Localized | undefined {
  const { reviewReason } = payment
  if (reviewReason === 'partial') return messageTexts.partial(sums)
  if (reviewReason === 'mismatch' || reviewReason === 'confirmation')
    return messageTexts[reviewReason]
  if (reviewReason === 'held' && !wasPaid(payment))
    return payment.remark === 'coupon_spent'
      ? messageTexts.couponSpent(sums)
      : messageTexts.held(sums)
  if (payment.status === 'completed')
    return reviewReason === 'duplicate' ? messageTexts.duplicate : undefined
  if (payment.status === 'failed' || payment.status === 'rejected')
    return failureWords[payment.reason ?? 'failed']

  return undefined
}
