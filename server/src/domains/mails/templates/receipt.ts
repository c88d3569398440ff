import { counted, ofNumber } from '@chaveiro/contracts/counted'
import type { Currency } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import type { ManualMethod } from '@chaveiro/contracts/states'

import {
  button,
  goodsRows,
  note,
  template,
  text,
  type Block,
  type Fact,
  type Pen,
} from './template.ts'

export type Receipt = {
  /** The order's id, whose cut the mail and its PDF have. */
  cut: string
  number: string
  currency: Currency
  /** `picture` is the path of the product's small picture. */
  lines: readonly {
    name: string
    quantity: number
    cents: number
    picture?: string | undefined
  }[]
  discountCents: number
  totalCents: number
  /** The payment method that staff recorded for an order they made for a customer (Q134). */
  manual: ManualMethod | null
  /** Paid units that are not delivered yet. */
  waiting: number
  /** The delivered keys; null when keys are shown on the site only. */
  keys: readonly Fact[] | null
}

const sampleReceipt: Receipt = {
  cut: '01941f29-7c00-7bb2-9c55-0d1f5e0a1042',
  number: 'ORD-001042',
  currency: 'BRL',
  lines: [
    {
      name: 'Reinos de Basaltar',
      quantity: 2,
      cents: 9980,
      picture: '/cards/motif/demo-basaltar.png',
    },
    {
      name: 'Neblina Orbital',
      quantity: 1,
      cents: 4990,
      picture: '/cards/motif/demo-neblina.png',
    },
  ],
  discountCents: 1497,
  totalCents: 13473,
  manual: null,
  waiting: 1,
  keys: [
    ['Reinos de Basaltar', 'W4XR2-9KQPT-77HMD-C3VBN-6YJFG'],
    ['Reinos de Basaltar', 'T8M3C-PQ2WD-4RHYX-J9KVN-5BGF6'],
  ],
}

const goodsBlock = (
  receipt: Receipt,
  pen: Pen,
  words: { head: readonly [string, string]; discount: string; total: string },
): Block => ({
  kind: 'goods',
  head: words.head,
  rows: goodsRows(
    pen,
    receipt.lines.map((line) => ({
      name: `${line.quantity} × ${line.name}`,
      value: pen.money(line.cents, receipt.currency),
      picture: line.picture,
    })),
  ),
  sum: [
    ...(receipt.discountCents
      ? [[words.discount, pen.money(-receipt.discountCents, receipt.currency)] as const]
      : []),
    [words.total, pen.money(receipt.totalCents, receipt.currency)],
  ],
})

const keyBlocks = (title: string, receiptKeys: Receipt['keys']): Block[] =>
  receiptKeys?.length ? [{ kind: 'keys', title, keys: receiptKeys }] : []

type Words = { subject: string; hint: string; paid: string; why: string }

/** The words of a receipt that differ when it was paid here, paid outside the shop, or free. */
const moneyWords: Localized<(order: Receipt, site: string) => Words> = {
  'pt-BR': ({ number, manual }, site) => {
    if (!manual)
      return {
        subject: `Recibo do pedido ${number}`,
        hint: 'Pagamento confirmado.',
        paid: 'Seu pagamento foi confirmado',
        why: `Você recebeu este e-mail porque fez o pedido ${number} na ${site}.`,
      }

    const explanation = `Você recebeu este e-mail porque a equipe da ${site} fez o pedido ${number} para você.`

    return manual === 'given'
      ? {
          subject: `Pedido ${number}, sem custo para você`,
          hint: 'A loja deu este pedido a você.',
          paid: 'A loja deu este pedido a você, nada foi cobrado',
          why: explanation,
        }
      : {
          subject: `Recibo do pedido ${number}`,
          hint: 'Pagamento registrado.',
          paid: 'Registramos o pagamento que você fez fora da loja',
          why: explanation,
        }
  },

  'en-US': ({ number, manual }, site) => {
    if (!manual)
      return {
        subject: `Receipt for order ${number}`,
        hint: 'Payment confirmed.',
        paid: 'Your payment is confirmed',
        why: `You’re getting this email because you placed order ${number} at ${site}.`,
      }

    const explanation = `You’re getting this email because the team of ${site} placed order ${number} for you.`

    return manual === 'given'
      ? {
          subject: `Order ${number}, free for you`,
          hint: 'The shop gave you this order.',
          paid: 'The shop gave you this order at no charge',
          why: explanation,
        }
      : {
          subject: `Receipt for order ${number}`,
          hint: 'Payment recorded.',
          paid: 'We recorded the payment you made outside the shop',
          why: explanation,
        }
  },
}

/** The receipt of a paid order. It contains keys only when the shop's settings allow it. */
export const receipt = template<Receipt>({
  kind: 'duty',
  sample: sampleReceipt,

  write: {
    'pt-BR': (order, pen) => {
      const { subject, hint, paid, why } = moneyWords['pt-BR'](order, pen.site)
      return {
        subject,
        cut: order.cut,
        hint: `${hint} ${order.waiting ? 'Parte da entrega ainda chega.' : 'Sua compra está pronta.'}`,

        body: [
          text(`Olá, ${pen.name}.`),
          text(
            order.waiting
              ? `${paid}. ` +
                  `${ofNumber(order.waiting, 'Falta', 'Faltam')} entregar ` +
                  `${counted(order.waiting, 'chave', 'chaves')}; avisaremos por e-mail assim ` +
                  `que ${ofNumber(order.waiting, 'chegar', 'chegarem')}.`
              : `${paid} e sua compra está ` +
                  `pronta.${order.keys ? '' : ' As chaves estão na página do pedido.'}`,
          ),
          ...keyBlocks('Suas chaves', order.keys),
          goodsBlock(order, pen, {
            head: ['Produto', 'Valor'],
            discount: 'Desconto',
            total: 'Total',
          }),
          button('Ver minhas chaves', pen.link('/dashboard/orders')),
          note('O recibo em PDF está anexado.'),
        ],

        why,
      }
    },

    'en-US': (order, pen) => {
      const { subject, hint, paid, why } = moneyWords['en-US'](order, pen.site)
      return {
        subject,
        cut: order.cut,
        hint: `${hint} ${order.waiting ? 'Part of the delivery is still to come.' : 'Your purchase is ready.'}`,

        body: [
          text(`Hello ${pen.name},`),
          text(
            order.waiting
              ? `${paid}. ` +
                  `${counted(order.waiting, 'key is', 'keys are')} still to come; we’ll ` +
                  `email you when ${ofNumber(order.waiting, 'it arrives', 'they arrive')}.`
              : `${paid} and your purchase is ` +
                  `ready.${order.keys ? '' : ' The keys are on the order page.'}`,
          ),
          ...keyBlocks('Your keys', order.keys),
          goodsBlock(order, pen, {
            head: ['Product', 'Amount'],
            discount: 'Discount',
            total: 'Total',
          }),
          button('See my keys', pen.link('/dashboard/orders')),
          note('The receipt is attached as a PDF.'),
        ],

        why,
      }
    },
  },
})
