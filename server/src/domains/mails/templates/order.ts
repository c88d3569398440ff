import type { Currency } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import { payMethods, type StoredMethod } from '@chaveiro/contracts/payment-methods'

import { button, facts, note, template, text } from './template.ts'

/** The time to pay ran out; sent once for an order. */
export const paymentExpired = template<{
  number: string
  products: readonly string[]
  totalCents: number
  currency: Currency
}>({
  kind: 'duty',

  sample: {
    number: 'ORD-001043',
    products: ['Reinos de Basaltar', 'Neblina Orbital'],
    totalCents: 13473,
    currency: 'BRL',
  },

  write: {
    'pt-BR': ({ number, products, totalCents, currency }, pen) => ({
      subject: `O prazo do pedido ${number} terminou`,
      hint: 'Nada foi cobrado.',

      body: [
        text(`Olá, ${pen.name}.`),
        text(
          'O prazo para pagar terminou e nada foi cobrado. O que estava reservado para você voltou para a loja.',
        ),
        facts(
          ['Pedido', number],
          ['Produtos', products.join(', ')],
          ['Total', pen.money(totalCents, currency)],
        ),
        button('Abrir meus pedidos', pen.link('/dashboard/orders')),
        note(
          'Pagou mesmo assim? O dinheiro não se perde: assim que o banco avisar, ' +
            'entregamos a compra ou devolvemos o valor.',
        ),
      ],

      why: `Você recebeu este e-mail porque começou o pedido ${number} na ${pen.site}.`,
    }),

    'en-US': ({ number, products, totalCents, currency }, pen) => ({
      subject: `The time to pay order ${number} ran out`,
      hint: 'Nothing was charged.',

      body: [
        text(`Hello ${pen.name},`),
        text(
          'The time to pay ran out and nothing was charged. What was held for you is back in the shop.',
        ),
        facts(
          ['Order', number],
          ['Products', products.join(', ')],
          ['Total', pen.money(totalCents, currency)],
        ),
        button('Open my orders', pen.link('/dashboard/orders')),
        note(
          'Did you pay after all? The money is not lost: as soon as the bank tells us, ' +
            'we deliver the purchase or return the amount.',
        ),
      ],

      why: `You receive this mail because you started order ${number} at ${pen.site}.`,
    }),
  },
})

export type RefundWay = StoredMethod

const refundWayNames: Record<RefundWay, Localized> = {
  pix: { 'pt-BR': 'PIX, para a conta que pagou', 'en-US': 'PIX, to the account that paid' },
  stripe: {
    'pt-BR': 'Cartão, na fatura de quem pagou',
    'en-US': 'Card, on the statement of who paid',
  },
  crypto: { 'pt-BR': 'Criptomoeda', 'en-US': 'Cryptocurrency' },
  given: { 'pt-BR': 'Fora da loja', 'en-US': 'Outside the shop' },
  outside: {
    'pt-BR': 'Fora da loja, como a equipe combinou com você',
    'en-US': 'Outside the shop, as the team agreed with you',
  },
}

/**
 * A refund was sent; once for each refund. `repeated`: the order had been paid twice and stays as
 * it is.
 */
export const refund = template<{
  number: string
  amountCents: number
  currency: Currency
  way: RefundWay
  repeated: boolean
}>({
  kind: 'duty',

  sample: {
    number: 'ORD-001042',
    amountCents: 13473,
    currency: 'BRL',
    way: 'pix',
    repeated: false,
  },

  write: {
    'pt-BR': ({ number, amountCents, currency, way, repeated }, pen) => ({
      subject: `Devolvemos ${pen.money(amountCents, currency)} do pedido ${number}`,
      hint: refundWayNames[way]['pt-BR'],

      body: [
        text(`Olá, ${pen.name}.`),
        text(
          repeated
            ? 'O pedido já estava pago: devolvemos o valor repetido. A sua compra continua valendo.'
            : 'Fizemos uma devolução do seu pedido.',
        ),
        facts(
          ['Pedido', number],
          ['Valor', pen.money(amountCents, currency)],
          ['Como', refundWayNames[way]['pt-BR']],
        ),
        ...(way === payMethods.card
          ? [note('O banco do cartão pode levar alguns dias para mostrar o valor.')]
          : []),
        button('Ver meus pedidos', pen.link('/dashboard/orders')),
      ],

      why: `Você recebeu este e-mail porque fez o pedido ${number} na ${pen.site}.`,
    }),

    'en-US': ({ number, amountCents, currency, way, repeated }, pen) => ({
      subject: `We returned ${pen.money(amountCents, currency)} of order ${number}`,
      hint: refundWayNames[way]['en-US'],

      body: [
        text(`Hello ${pen.name},`),
        text(
          repeated
            ? 'The order had been paid already: we returned the repeated amount. Your purchase stays as it is.'
            : 'We made a refund of your order.',
        ),
        facts(
          ['Order', number],
          ['Amount', pen.money(amountCents, currency)],
          ['How', refundWayNames[way]['en-US']],
        ),
        ...(way === payMethods.card
          ? [note('The bank of the card may take some days to show the amount.')]
          : []),
        button('See my orders', pen.link('/dashboard/orders')),
      ],

      why: `You receive this mail because you placed order ${number} at ${pen.site}.`,
    }),
  },
})
