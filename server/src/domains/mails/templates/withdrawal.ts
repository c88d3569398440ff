import type { Currency } from '@chaveiro/contracts/limits'
import { button, facts, text, template } from '../mails.template.ts'

type Sold = { number: string; totalCents: number; currency: Currency }
const sold: Sold = { number: 'ORD-001042', totalCents: 13473, currency: 'BRL' }

/** A customer takes a purchase back: the shop has read it and will answer. */
export const withdrawalAsked = template<Sold>({
  kind: 'duty',
  sample: sold,
  write: {
    'pt-BR': ({ number, totalCents, currency }, { site, name, money, link }) => ({
      subject: `Recebemos a sua desistência do pedido ${number}`,
      hint: 'Nossa equipe vai responder por e-mail.',
      body: [
        text(`Olá, ${name}.`),
        text('Recebemos o seu pedido de desistência. Nossa equipe vai responder por e-mail.'),
        facts(['Pedido', number], ['Valor', money(totalCents, currency)]),
        text('Até a resposta nada muda: as suas chaves continuam na sua conta.'),
        button('Ver o pedido', link('/dashboard/orders')),
      ],
      why: `Você recebeu este e-mail porque pediu para desistir de uma compra na ${site}.`,
    }),
    'en-US': ({ number, totalCents, currency }, { site, name, money, link }) => ({
      subject: `We have your withdrawal from order ${number}`,
      hint: 'Our team will answer by email.',
      body: [
        text(`Hello ${name},`),
        text('We have received your withdrawal. Our team will answer by email.'),
        facts(['Order', number], ['Amount', money(totalCents, currency)]),
        text('Nothing changes until then: your keys stay in your account.'),
        button('See the order', link('/dashboard/orders')),
      ],
      why: `You receive this mail because you asked to withdraw from a purchase at ${site}.`,
    }),
  },
})

/** Staff declined a withdrawal, in words. */
export const withdrawalDeclined = template<{ number: string; answer: string }>({
  kind: 'duty',
  sample: { number: 'ORD-001042', answer: 'A chave já foi ativada em outro computador.' },
  write: {
    'pt-BR': ({ number, answer }, { site, name, link }) => ({
      subject: `Sobre a sua desistência do pedido ${number}`,
      hint: 'A desistência não foi aceita.',
      body: [
        text(`Olá, ${name}.`),
        text('Lemos o seu pedido de desistência e não pudemos aceitá-lo. O motivo:'),
        facts(['Pedido', number], ['Resposta', answer]),
        text('Se não concordar, responda a este e-mail ou fale com o suporte.'),
        button('Ver o pedido', link('/dashboard/orders')),
      ],
      why: `Você recebeu este e-mail porque pediu para desistir de uma compra na ${site}.`,
    }),
    'en-US': ({ number, answer }, { site, name, link }) => ({
      subject: `About your withdrawal from order ${number}`,
      hint: 'The withdrawal was not accepted.',
      body: [
        text(`Hello ${name},`),
        text('We have read your withdrawal and could not accept it. The reason:'),
        facts(['Order', number], ['Answer', answer]),
        text('If you do not agree, answer this mail or talk to support.'),
        button('See the order', link('/dashboard/orders')),
      ],
      why: `You receive this mail because you asked to withdraw from a purchase at ${site}.`,
    }),
  },
})

/** To staff: a customer takes a purchase back, which waits at the desk. */
export const withdrawalToStaff = template<Sold & { reason: string | null }>({
  kind: 'duty',
  sample: { ...sold, reason: 'Comprei a versão errada.' },
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
        text('Devolva o valor, ou recuse com um motivo que o cliente vai ler.'),
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
        text('Send the money back, or decline with a reason that the customer will read.'),
        button('Open the review', link('/admin/desk')),
      ],
      why: `You receive this mail because you are staff of ${site}.`,
    }),
  },
})
