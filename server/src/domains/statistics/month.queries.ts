import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, instantOf, rowsOf, value } from '../../db/rows.ts'
import { orders, payments, refunds } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Span } from '../../platform/time/store-ranges.ts'
import { countsInBooks } from '../books/test-money.queries.ts'
import {
  amount,
  paymentReais,
  reais,
  isRevenueRefund,
  withinSpan,
  words,
} from './statistics.queries.ts'

/**
 * A sale or a refund, in cents of reais. A sale counts on the day of its payment, a refund on the
 * day of the refund (Q130), so a past month never changes.
 */
export type Movement = {
  id: string
  at: Date
  kind: 'sale' | 'refund'
  number: string
  customer: string
  method: string
  subtotalCents: number
  discountCents: number
  totalCents: number
  refundedCents: number
  source: string
  coupon: string
}

/** The next movements of a span in order of time, after `lastMovement`. */
export function movementsAfter(
  app: App,
  span: Span,
  lastMovement: Pick<Movement, 'at' | 'id'> | null,
  limit: number,
): Promise<Movement[]> {
  const movementColumns = columns({
    id: words(sql`id`),
    at: instantOf(sql`at`),
    kind: value(sql`kind`, z.enum(['sale', 'refund'])),
    number: words(sql`number`),
    customer: words(sql`customer`),
    method: words(sql`method`),
    subtotalCents: amount(sql`subtotal`),
    discountCents: amount(sql`discount`),
    totalCents: amount(sql`total`),
    refundedCents: amount(sql`refunded`),
    source: words(sql`source`),
    coupon: words(sql`coupon`),
  })

  return rowsOf(
    app,
    movementColumns,
    sql`select ${movementColumns} from (${selectSales(app, span)} union all ${selectRefunds(app, span)}) moved
      ${lastMovement ? sql`where (at, id) > (${lastMovement.at}, ${lastMovement.id})` : sql``}
      order by at, id limit ${limit}`,
  )
}

const orderColumns = sql`${orders.number} as number, ${orders.customerName} as customer,
  ${orders.paymentMethod} as method, coalesce(${orders.source}, '') as source,
  coalesce(${orders.couponCode}, '') as coupon`

const selectSales = (app: App, span: Span) =>
  sql`select ${orders.id}::text as id, ${orders.completedAt} as at, 'sale' as kind, ${orderColumns},
      (${reais(app, orders.subtotalCents)})::float8 as subtotal,
      (${reais(app, orders.discountCents)})::float8 as discount,
      (${reais(app)})::float8 as total, 0::float8 as refunded
    from ${orders} where ${orders.status} in ('completed', 'refunded')
      and ${countsInBooks(app)} and ${withinSpan(app, orders.completedAt, span)}`

const selectRefunds = (app: App, span: Span) =>
  sql`select ${refunds.id}, ${refunds.updatedAt}, 'refund', ${orderColumns},
      0::float8, 0::float8, 0::float8, (${paymentReais(refunds.amountCents)})::float8
    from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
      join ${orders} on ${orders.id} = ${payments.orderId}
    where ${isRevenueRefund(app)} and ${withinSpan(app, refunds.updatedAt, span)}`
