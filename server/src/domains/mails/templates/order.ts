import type { Currency } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import { payMethods, type StoredMethod } from '@chaveiro/contracts/payment-methods'

import { button, facts, goods, note, template, text, type Pictured } from './template.ts'

/** The time to pay ran out; sent once for an order. */
export const paymentExpired = template<{
  number: string
  products: readonly Pictured[]
  totalCents: number
  currency: Currency
}>({
  kind: 'duty',

  sample: {
    number: 'ORD-001043',
    products: [
      { name: 'Reinos de Basaltar', picture: '/cards/motif/demo-basaltar.png' },
      { name: 'Neblina Orbital', picture: '/cards/motif/demo-neblina.png' },
    ],
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
        goods(pen, ...products),
        facts(['Pedido', number], ['Total', pen.money(totalCents, currency)]),
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
          'The time to pay ran out and nothing was charged. What we held for you is back on sale.',
        ),
        goods(pen, ...products),
        facts(['Order', number], ['Total', pen.money(totalCents, currency)]),
        button('Open my orders', pen.link('/dashboard/orders')),
        note(
          'Paid anyway? Your money isn’t lost: as soon as the bank tells us, ' +
            'we’ll deliver your purchase or refund you.',
        ),
      ],

      why: `You’re getting this email because you started order ${number} at ${pen.site}.`,
    }),
  },
})

export type RefundWay = StoredMethod

const refundWayNames: Record<RefundWay, Localized> = {
  pix: { 'pt-BR': 'PIX, para a conta que pagou', 'en-US': 'PIX, to the account that paid' },
  stripe: {
    'pt-BR': 'Cartão, na fatura de quem pagou',
    'en-US': 'Card, on the payer’s statement',
  },
  crypto: { 'pt-BR': 'Criptomoeda', 'en-US': 'Cryptocurrency' },
  given: { 'pt-BR': 'Fora da loja', 'en-US': 'Outside the shop' },
  outside: {
    'pt-BR': 'Fora da loja, como a equipe combinou com você',
    'en-US': 'Outside the shop, as agreed with our team',
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
      subject: `We refunded ${pen.money(amountCents, currency)} for order ${number}`,
      hint: refundWayNames[way]['en-US'],

      body: [
        text(`Hello ${pen.name},`),
        text(
          repeated
            ? 'The order was already paid, so we refunded the second payment. Your purchase is unaffected.'
            : 'We’ve made a refund on your order.',
        ),
        facts(
          ['Order', number],
          ['Amount', pen.money(amountCents, currency)],
          ['How', refundWayNames[way]['en-US']],
        ),
        ...(way === payMethods.card
          ? [note('Your card’s bank may take a few days to show it.')]
          : []),
        button('See my orders', pen.link('/dashboard/orders')),
      ],

      why: `You’re getting this email because you placed order ${number} at ${pen.site}.`,
    }),
  },
})
