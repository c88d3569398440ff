import type { Currency } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'

import type { RefundWay } from './order.ts'
import { button, facts, text, template } from './template.ts'

type Sold = { number: string; totalCents: number; currency: Currency }
const sampleOrder: Sold = { number: 'ORD-001042', totalCents: 13473, currency: 'BRL' }

/** When the refunded money arrives, by refund method. */
const arrivalTexts: Record<RefundWay, Localized> = {
  pix: {
    'pt-BR': 'O PIX cai na conta que pagou assim que a loja o enviar.',
    'en-US': 'PIX arrives in the account that paid as soon as the shop sends it.',
  },

  stripe: {
    'pt-BR':
      'O cartão mostra o valor em até 10 dias úteis depois do envio, na fatura atual ou na seguinte.',
    'en-US':
      'Your card shows it within 10 business days of being sent, on this statement or the next.',
  },

  crypto: {
    'pt-BR': 'A nossa equipe pergunta por e-mail para qual carteira enviar as moedas.',
    'en-US': 'Our team asks you by email which wallet to send the coins to.',
  },
  given: { 'pt-BR': 'Nada foi pago por este pedido.', 'en-US': 'Nothing was paid for this order.' },
  outside: {
    'pt-BR': 'Você pagou fora da loja: a nossa equipe combina por e-mail como devolver o valor.',
    'en-US': 'You paid outside the shop: our team agrees with you by email how the money returns.',
  },
}

/** A customer withdrew from a purchase, which takes effect at once: how the money returns. */
export const withdrawalAsked = template<Sold & { way: RefundWay }>({
  kind: 'duty',
  sample: { ...sampleOrder, way: 'pix' },

  write: {
    'pt-BR': ({ number, totalCents, currency, way }, { site, name, money, link }) => ({
      subject: `Desistência do pedido ${number}: o valor volta para você`,
      hint: arrivalTexts[way]['pt-BR'],
      body: [
        text(`Olá, ${name}.`),
        text('A sua desistência está feita: a lei dá sete dias, sem precisar de motivo.'),
        facts(['Pedido', number], ['Valor', money(totalCents, currency)]),
        text(
          `A loja devolve o valor de imediato, pelo mesmo meio do pagamento. ${arrivalTexts[way]['pt-BR']}`,
        ),
        text('As chaves deste pedido não funcionam mais.'),
        button('Ver o pedido', link('/dashboard/orders')),
      ],
      why: `Você recebeu este e-mail porque desistiu de uma compra na ${site}.`,
    }),

    'en-US': ({ number, totalCents, currency, way }, { site, name, money, link }) => ({
      subject: `Withdrawal from order ${number}: your money comes back`,
      hint: arrivalTexts[way]['en-US'],
      body: [
        text(`Hello ${name},`),
        text('Your withdrawal is complete: the law gives you seven days, no reason needed.'),
        facts(['Order', number], ['Amount', money(totalCents, currency)]),
        text(
          `The shop sends the money back at once, the way you paid. ${arrivalTexts[way]['en-US']}`,
        ),
        text('The keys of this order no longer work.'),
        button('See the order', link('/dashboard/orders')),
      ],
      why: `You’re getting this email because you withdrew from a purchase at ${site}.`,
    }),
  },
})

/** Staff declined a withdrawal, with a reason. */
export const withdrawalDeclined = template<{ number: string; answer: string; works: boolean }>({
  kind: 'duty',
  sample: { number: 'ORD-001042', answer: 'A compra foi feita por uma empresa.', works: true },

  write: {
    'pt-BR': ({ number, answer, works }, { site, name, link }) => ({
      subject: `Sobre a sua desistência do pedido ${number}`,
      hint: 'A desistência não foi aceita.',
      body: [
        text(`Olá, ${name}.`),
        text('A loja não aceitou a sua desistência. O motivo:'),
        facts(['Pedido', number], ['Resposta', answer]),
        ...(works ? [text('As chaves deste pedido voltaram a funcionar.')] : []),
        text('Se não concordar, responda a este e-mail ou fale com o suporte.'),
        button('Ver o pedido', link('/dashboard/orders')),
      ],
      why: `Você recebeu este e-mail porque desistiu de uma compra na ${site}.`,
    }),

    'en-US': ({ number, answer, works }, { site, name, link }) => ({
      subject: `About your withdrawal from order ${number}`,
      hint: 'The withdrawal was not accepted.',
      body: [
        text(`Hello ${name},`),
        text('The shop did not accept your withdrawal. The reason:'),
        facts(['Order', number], ['Answer', answer]),
        ...(works ? [text('The keys of this order work again.')] : []),
        text('If you disagree, reply to this email or talk to support.'),
        button('See the order', link('/dashboard/orders')),
      ],
      why: `You’re getting this email because you withdrew from a purchase at ${site}.`,
    }),
  },
})

/** To staff: a customer's withdrawal waits for review. */
export const withdrawalToStaff = template<Sold & { reason: string | null }>({
  kind: 'duty',
  sample: { ...sampleOrder, reason: 'Comprei a versão errada.' },

  write: {
    'pt-BR': ({ number, totalCents, currency, reason }, { site, money, link }) => ({
      subject: `Desistência do pedido ${number}`,
      hint: `O cliente quer ${money(totalCents, currency)} de volta.`,

      body: [
        text(
          `O cliente do pedido ${number} desistiu da compra dentro de sete dias (CDC, art. 49).`,
        ),
        facts(
          ['Pedido', number],
          ['Valor', money(totalCents, currency)],
          ...(reason ? [['Motivo', reason] as const] : []),
        ),
        text('A lei manda devolver o valor de imediato. As licenças já estão suspensas.'),
        text('Elas só voltam se você recusar, com um motivo que o cliente lê.'),
        button('Ver as pendências', link('/admin/desk')),
      ],

      why: `Você recebeu este e-mail porque faz parte da equipe da ${site}.`,
    }),

    'en-US': ({ number, totalCents, currency, reason }, { site, money, link }) => ({
      subject: `Withdrawal from order ${number}`,
      hint: `The customer wants ${money(totalCents, currency)} back.`,
      body: [
        text(`The customer of order ${number} withdrew within seven days (CDC, art. 49).`),
        facts(
          ['Order', number],
          ['Amount', money(totalCents, currency)],
          ...(reason ? [['Reason', reason] as const] : []),
        ),
        text('The law requires an immediate refund. The licences are suspended.'),
        text('They only work again if you decline, with a reason the customer will read.'),
        button('Open the review', link('/admin/desk')),
      ],
      why: `You’re getting this email because you’re on the team at ${site}.`,
    }),
  },
})
