import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { methodName } from '@chaveiro/contracts/method-names'

import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/csv.ts'
import { toWire } from '../../platform/text/money.ts'
import { storeDay } from '../../platform/time/store-calendar.ts'
import type { Movement } from './month.queries.ts'
import { feeCents, feeOf } from './statistics.rules.ts'

const columnTexts: Localized<Record<Movement['kind'] | Head, string>> = {
  'pt-BR': {
    sale: 'Venda',
    refund: 'Reembolso',
    date: 'Data',
    kind: 'Tipo',
    order: 'Pedido',
    customer: 'Cliente',
    method: 'Pagamento',
    subtotal: 'Subtotal',
    discount: 'Desconto',
    total: 'Total',
    fee: 'Taxa',
    refunded: 'Reembolsado',
    net: 'Líquido',
    coupon: 'Cupom',
    source: 'Origem da visita',
  },

  'en-US': {
    sale: 'Sale',
    refund: 'Refund',
    date: 'Date',
    kind: 'Type',
    order: 'Order',
    customer: 'Customer',
    method: 'Payment',
    subtotal: 'Subtotal',
    discount: 'Discount',
    total: 'Total',
    fee: 'Fee',
    refunded: 'Refunded',
    net: 'Net',
    coupon: 'Coupon',
    source: 'Source of the visit',
  },
}

type Head =
  | 'date'
  | 'kind'
  | 'order'
  | 'customer'
  | 'method'
  | 'subtotal'
  | 'discount'
  | 'total'
  | 'fee'
  | 'refunded'
  | 'net'
  | 'coupon'
  | 'source'

/** The columns of a month's file, in its reader's language. */
export function monthColumns(app: App, language: Language): readonly Column<Movement>[] {
  const columnTitles = inLanguage(language, columnTexts)
  const movementFee = ({ method, totalCents }: Movement) =>
    feeCents(feeOf(app, method), { paid: totalCents > 0 ? 1 : 0, cents: totalCents })

  return [
    [columnTitles.date, (movement) => storeDay(app.config.timeZone, movement.at)],
    [columnTitles.kind, (movement) => columnTitles[movement.kind]],
    [columnTitles.order, (movement) => movement.number],
    [columnTitles.customer, (movement) => movement.customer],
    [columnTitles.method, (movement) => methodName(movement.method, language)],
    [columnTitles.subtotal, (movement) => toWire(movement.subtotalCents)],
    [columnTitles.discount, (movement) => toWire(movement.discountCents)],
    [columnTitles.total, (movement) => toWire(movement.totalCents)],
    [columnTitles.fee, (movement) => toWire(movementFee(movement))],
    [columnTitles.refunded, (movement) => toWire(movement.refundedCents)],
    [
      columnTitles.net,
      (movement) => toWire(movement.totalCents - movementFee(movement) - movement.refundedCents),
    ],
    [columnTitles.coupon, (movement) => movement.coupon],
    [columnTitles.source, (movement) => movement.source],
  ]
}
