import type { Localized } from '@chaveiro/contracts/localized'

import type { PushCause } from '../../../platform/queue/jobs.ts'

/** Facts of a cause: the number that staff know, the path of its page, and an amount in words. */
export type PushFacts = { number: string; url: string; amount?: Localized }

/** Texts on a device's screen; a stranger who sees them learns nothing useful (P372). */
export const pushWords: Record<
  PushCause['kind'],
  (facts: PushFacts) => { title: Localized; body: Localized }
> = {
  sale: ({ number, amount }) => ({
    title: {
      'pt-BR': `Venda paga: ${amount?.['pt-BR'] ?? ''}`,
      'en-US': `Sale paid: ${amount?.['en-US'] ?? ''}`,
    },
    body: { 'pt-BR': `Pedido ${number}`, 'en-US': `Order ${number}` },
  }),

  delivery: ({ number }) => ({
    title: { 'pt-BR': 'Entrega à espera', 'en-US': 'A delivery waits' },
    body: {
      'pt-BR': `O pedido ${number} foi pago e espera por você.`,
      'en-US': `Order ${number} is paid and waits for you.`,
    },
  }),

  review: ({ number }) => ({
    title: { 'pt-BR': 'Pagamento para revisar', 'en-US': 'A payment to review' },
    body: {
      'pt-BR': `O pagamento do pedido ${number} precisa de uma decisão.`,
      'en-US': `The payment of order ${number} needs a decision.`,
    },
  }),

  ticket: ({ number }) => ({
    title: { 'pt-BR': 'Cliente à espera', 'en-US': 'A customer waits' },
    body: {
      'pt-BR': `Há mensagem nova no ticket ${number}.`,
      'en-US': `There is a new message in ticket ${number}.`,
    },
  }),
}
