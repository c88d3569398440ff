import type { Localized } from './localized.ts'
import type { PaymentReason } from './states.ts'

// The shop's own sentences for failed payments. The failed page shows no other text, since its URL
// can be forged (Q123).

/** The sentence for each reason; `failed` is for a payment without one. */
export const failureWords: Record<PaymentReason | 'failed', Localized> = {
  expired: {
    'pt-BR': 'O prazo do pagamento terminou e nada foi cobrado.',
    'en-US': 'The time to pay ran out and nothing was charged.',
  },
  cancelled: { 'pt-BR': 'O pagamento foi cancelado.', 'en-US': 'The payment was cancelled.' },
  replaced: {
    'pt-BR': 'Este pagamento foi substituído por outro.',
    'en-US': 'This payment was replaced by another one.',
  },
  refused: {
    'pt-BR': 'O pagamento foi recusado. Nada foi cobrado.',
    'en-US': 'The payment was refused. Nothing was charged.',
  },
  declined: {
    'pt-BR': 'O cartão foi recusado. Nada foi cobrado.',
    'en-US': 'The card was declined. Nothing was charged.',
  },
  failed: { 'pt-BR': 'Pagamento falhou', 'en-US': 'Payment failed' },
}

/**
 * Whether a sentence is one of the shop's own, in either language; a missing full stop does not
 * matter.
 */
export function isFailureWord(text: string): boolean {
  const withoutStop = (sentence: string) => sentence.replace(/\.$/, '')
  return Object.values(failureWords)
    .flatMap((sentence) => Object.values(sentence))
    .some((sentence) => withoutStop(sentence) === withoutStop(text))
}
