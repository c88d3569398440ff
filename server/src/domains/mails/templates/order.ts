import { counted, ofNumber } from '@chaveiro/contracts/counted'
import type { Currency } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import {
  button,
  facts,
  note,
  template,
  text,
  type Block,
  type Fact,
  type Pen,
} from '../mails.template.ts'

export type Receipt = {
  number: string
  currency: Currency
  lines: readonly { name: string; quantity: number; cents: number }[]
  discountCents: number
  totalCents: number
  /** Units that are paid and still to come. */
  waiting: number
  /** What was delivered, key by key; null when keys stay on the site. */
  keys: readonly Fact[] | null
}

const sampleReceipt: Receipt = {
  number: 'ORD-001042',
  currency: 'BRL',
  lines: [
    { name: 'Reinos de Basaltar', quantity: 2, cents: 9980 },
    { name: 'Neblina Orbital', quantity: 1, cents: 4990 },
  ],
  discountCents: 1497,
  totalCents: 13473,
  waiting: 1,
  keys: [
    ['Reinos de Basaltar', 'W4XR2-9KQPT-77HMD-C3VBN-6YJFG'],
    ['Reinos de Basaltar', 'T8M3C-PQ2WD-4RHYX-J9KVN-5BGF6'],
  ],
}

const goods = (
  receipt: Receipt,
  pen: Pen,
  words: { head: readonly [string, string]; discount: string; total: string },
): Block => ({
  kind: 'goods',
  head: words.head,
  rows: receipt.lines.map((line) => [
    `${line.quantity} × ${line.name}`,
    pen.money(line.cents, receipt.currency),
  ]),
  sum: [
    ...(receipt.discountCents
      ? [[words.discount, pen.money(-receipt.discountCents, receipt.currency)] as const]
      : []),
    [words.total, pen.money(receipt.totalCents, receipt.currency)],
  ],
})
const keys = (title: string, given: Receipt['keys']): Block[] =>
  given?.length ? [{ kind: 'keys', title, keys: given }] : []

/** What was bought and paid; the keys themselves only where the shop's settings say so. */
export const receipt = template<Receipt>({
  kind: 'duty',
  sample: sampleReceipt,
  write: {
    'pt-BR': (order, pen) => ({
      subject: `Recibo do pedido ${order.number}`,
      hint: order.waiting
        ? 'Pagamento confirmado. Parte da entrega ainda chega.'
        : 'Pagamento confirmado. Sua compra está pronta.',
      body: [
        text(`Olá, ${pen.name}.`),
        text(
          order.waiting
            ? 'Seu pagamento foi confirmado. ' +
                `${ofNumber(order.waiting, 'Falta', 'Faltam')} entregar ` +
                `${counted(order.waiting, 'chave', 'chaves')}; avisaremos por e-mail assim ` +
                `que ${ofNumber(order.waiting, 'chegar', 'chegarem')}.`
            : 'Seu pagamento foi confirmado e sua compra está ' +
                `pronta.${order.keys ? '' : ' As chaves estão na página do pedido.'}`,
        ),
        ...keys('Suas chaves', order.keys),
        goods(order, pen, { head: ['Produto', 'Valor'], discount: 'Desconto', total: 'Total' }),
        button('Ver minhas chaves', pen.link('/dashboard/orders')),
        note('O recibo em PDF está anexado.'),
      ],
      why: `Você recebeu este e-mail porque fez o pedido ${order.number} na ${pen.site}.`,
    }),
    'en-US': (order, pen) => ({
      subject: `Receipt for order ${order.number}`,
      hint: order.waiting
        ? 'Payment confirmed. Part of the delivery is still to come.'
        : 'Payment confirmed. Your purchase is ready.',
      body: [
        text(`Hello ${pen.name},`),
        text(
          order.waiting
            ? 'Your payment is confirmed. ' +
                `${counted(order.waiting, 'key is', 'keys are')} still to be delivered; we ` +
                'will mail you on arrival.'
            : 'Your payment is confirmed and your purchase is ' +
                `ready.${order.keys ? '' : ' The keys are on the order page.'}`,
        ),
        ...keys('Your keys', order.keys),
        goods(order, pen, { head: ['Product', 'Amount'], discount: 'Discount', total: 'Total' }),
        button('See my keys', pen.link('/dashboard/orders')),
        note('The receipt is attached as a PDF.'),
      ],
      why: `You receive this mail because you placed order ${order.number} at ${pen.site}.`,
    }),
  },
})

/** The time to pay ran out; sent once an order. */
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

export type RefundWay = 'pix' | 'stripe' | 'crypto'
const ways: Record<RefundWay, Localized> = {
  pix: { 'pt-BR': 'PIX, para a conta que pagou', 'en-US': 'PIX, to the account that paid' },
  stripe: {
    'pt-BR': 'Cartão, na fatura de quem pagou',
    'en-US': 'Card, on the statement of who paid',
  },
  crypto: { 'pt-BR': 'Criptomoeda', 'en-US': 'Cryptocurrency' },
}

/**
 * Money went back; sent once a refund. `repeated`: the order had been paid twice and stays as it
 * is.
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
      hint: ways[way]['pt-BR'],
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
          ['Como', ways[way]['pt-BR']],
        ),
        ...(way === 'stripe'
          ? [note('O banco do cartão pode levar alguns dias para mostrar o valor.')]
          : []),
        button('Ver meus pedidos', pen.link('/dashboard/orders')),
      ],
      why: `Você recebeu este e-mail porque fez o pedido ${number} na ${pen.site}.`,
    }),
    'en-US': ({ number, amountCents, currency, way, repeated }, pen) => ({
      subject: `We returned ${pen.money(amountCents, currency)} of order ${number}`,
      hint: ways[way]['en-US'],
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
          ['How', ways[way]['en-US']],
        ),
        ...(way === 'stripe'
          ? [note('The bank of the card may take some days to show the amount.')]
          : []),
        button('See my orders', pen.link('/dashboard/orders')),
      ],
      why: `You receive this mail because you placed order ${number} at ${pen.site}.`,
    }),
  },
})
