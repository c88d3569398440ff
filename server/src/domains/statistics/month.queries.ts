import { sql } from 'drizzle-orm'
import { columns, instantOf, rowsOf } from '../../db/rows.ts'
import { orders, payments, refunds } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inBooks } from '../../platform/test-money.ts'
import { ofPayment } from './business.queries.ts'
import { amount, reais, within, words, type Span } from './statistics.queries.ts'

/** A paid order of a month, in cents of reais. */
export type MonthOrder = {
  id: string
  completedAt: Date
  number: string
  customer: string
  method: string
  status: string
  subtotalCents: number
  discountCents: number
  totalCents: number
  refundedCents: number
  source: string
  coupon: string
}

/** The paid orders of a span in the order they were paid, after one of them. */
export function paidOrdersAfter(
  app: App,
  span: Span,
  last: Pick<MonthOrder, 'completedAt' | 'id'> | null,
  limit: number,
): Promise<MonthOrder[]> {
  const row = columns({
    id: orders.id,
    completedAt: instantOf(sql`${orders.completedAt}`),
    number: orders.number,
    customer: orders.customerName,
    method: orders.paymentMethod,
    status: words(sql`${orders.status}`),
    subtotalCents: amount(sql`(${reais(app, orders.subtotalCents)})::float8`),
    discountCents: amount(sql`(${reais(app, orders.discountCents)})::float8`),
    totalCents: amount(sql`(${reais(app)})::float8`),
    refundedCents:
      amount(sql`coalesce((select sum(${ofPayment(refunds.amountCents)}) from ${refunds}
      join ${payments} on ${payments.id} = ${refunds.paymentId} where ${payments.orderId} = ${orders.id}
        and ${refunds.status} = 'succeeded' and ${refunds.reason} <> 'duplicate'), 0)::float8`),
    source: words(sql`coalesce(${orders.source}, '')`),
    coupon: words(sql`coalesce(${orders.couponCode}, '')`),
  })
  return rowsOf(
    app,
    row,
    sql`select ${row} from ${orders} where ${orders.status} in ('completed', 'refunded')
      and ${inBooks(app)} and ${within(app, orders.completedAt, span)}
      ${last ? sql`and (${orders.completedAt}, ${orders.id}) > (${last.completedAt}, ${last.id})` : sql``}
      order by ${orders.completedAt}, ${orders.id} limit ${limit}`,
  )
}
