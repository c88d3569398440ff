import { sql } from 'drizzle-orm'

import { columns, oneRow, rowsOf } from '../../db/rows.ts'
import {
  cartItems,
  carts,
  disputes,
  orders,
  orderUnits,
  payments,
  products,
  productVariants,
  refunds,
  stockCounts,
  users,
  visitDays,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import type { Span } from '../../platform/time/store-ranges.ts'
import { countsInBooks, isRealMoney } from '../books/test-money.queries.ts'
import {
  amount,
  keptCents,
  paymentReais,
  reais,
  isRevenueRefund,
  isSoldWithin,
  soldOrders,
  whole,
  withinSpan,
  words,
} from './statistics.queries.ts'

/** A number of things, and their total in cents of reais. */
export type CountAndCents = { n: number; cents: number }

/** Income by method, including orders that were refunded later; `n` does not count free orders. */
export function takenByMethod(
  app: App,
  span: Span,
): Promise<(CountAndCents & { method: string })[]> {
  const methodColumns = columns({
    method: orders.paymentMethod,
    n: whole(sql`count(*) filter (where ${orders.totalCents} > 0)`),
    cents: amount(sql`sum(${reais(app)})::float8`),
  })

  return rowsOf(
    app,
    methodColumns,
    sql`select ${methodColumns} from ${orders} where ${orders.status} in ('completed', 'refunded')
      and ${countsInBooks(app)} and ${withinSpan(app, orders.completedAt, span)} group by 1`,
  )
}

/** Refunds of revenue, by the day of the refund. */
export function refundsIn(app: App, span: Span): Promise<CountAndCents> {
  const refundColumns = columns({
    n: whole(sql`count(*)`),
    cents: amount(sql`coalesce(sum(${paymentReais(refunds.amountCents)}), 0)::float8`),
  })

  return oneRow(
    app,
    refundColumns,
    sql`select ${refundColumns} from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
      where ${isRevenueRefund(app)} and ${withinSpan(app, refunds.updatedAt, span)}`,
  )
}

/** New disputes and their contested amount. */
export function disputesIn(app: App, span: Span): Promise<CountAndCents> {
  const disputeColumns = columns({
    n: whole(sql`count(*)`),
    cents: amount(sql`coalesce(sum(${paymentReais(disputes.contestedCents)}), 0)::float8`),
  })

  return oneRow(
    app,
    disputeColumns,
    sql`select ${disputeColumns} from ${disputes} join ${payments} on ${payments.id} = ${disputes.paymentId}
      where ${isRealMoney(app)} and ${withinSpan(app, disputes.createdAt, span)}`,
  )
}

/** PIX codes that expired without money. */
export function unpaidPixIn(app: App, span: Span): Promise<CountAndCents> {
  const paymentColumns = columns({
    n: whole(sql`count(*)`),
    cents: amount(sql`coalesce(sum(${payments.amountCents}), 0)::float8`),
  })

  return oneRow(
    app,
    paymentColumns,
    sql`select ${paymentColumns} from ${payments} where ${payments.method} = 'pix' and ${isRealMoney(app)}
      and ${payments.status} = 'failed' and ${payments.reason} = 'expired'
      and ${withinSpan(app, payments.createdAt, span)}`,
  )
}

/** Abandoned carts by the day they were begun, at current prices. */
export function abandonedIn(app: App, span: Span): Promise<CountAndCents> {
  const cartColumns = columns({
    n: whole(sql`count(distinct ${carts.id})`),
    cents: amount(sql`coalesce(sum(${cartItems.quantity} * case ${products.currency}
      when 'BRL' then ${productVariants.priceCents}
      else round(${productVariants.priceCents} * ${app.config.usdRate}::numeric) end), 0)::float8`),
  })

  return oneRow(
    app,
    cartColumns,
    sql`select ${cartColumns} from ${carts} join ${cartItems} on ${cartItems.cartId} = ${carts.id}
      join ${productVariants} on ${productVariants.id} = ${cartItems.variantId}
      join ${products} on ${products.id} = ${productVariants.productId}
      where ${carts.status} = 'abandoned' and ${withinSpan(app, carts.createdAt, span)}`,
  )
}

/** Visits by source, and how many of them reached a cart or the checkout. */
export function visitsIn(
  app: App,
  { from, until }: Span,
): Promise<{ source: string; visits: number; carts: number; checkouts: number }[]> {
  const visitsAtStep = (name: string) =>
    whole(
      sql`coalesce(sum(${visitDays.visits}) filter (where ${visitDays.step} = ${name}), 0)::int`,
    )

  const visitColumns = columns({
    source: visitDays.source,
    visits: visitsAtStep('visit'),
    carts: visitsAtStep('cart'),
    checkouts: visitsAtStep('checkout'),
  })

  return rowsOf(
    app,
    visitColumns,
    sql`select ${visitColumns} from ${visitDays}
      where ${visitDays.day} >= ${from}::date and ${visitDays.day} < ${until}::date group by 1`,
  )
}

/** Sold orders by the source of their visit. */
export function soldBySource(
  app: App,
  span: Span,
): Promise<(CountAndCents & { source: string })[]> {
  const sourceColumns = columns({
    source: words(
      sql`coalesce(${orders.source}, case ${orders.origin} when 'site' then '' else ${orders.origin} end)`,
    ),
    n: whole(sql`count(*)`),
    cents: amount(sql`sum(${keptCents(app)})::float8`),
  })
  return rowsOf(
    app,
    sourceColumns,
    sql`select ${sourceColumns} from ${soldOrders(app, span)} group by 1`,
  )
}

/** Number of paid orders on the site: payment is the last step of a visit. */
export const paidOnSite = (app: App, span: Span): Promise<number> =>
  app.db.$count(orders, sql`${isSoldWithin(app, span)} and ${orders.origin} = 'site'`)

/** The customers with the highest revenue. */
export function bestCustomers(
  app: App,
  span: Span,
  limit: number,
): Promise<(CountAndCents & { id: string; name: string })[]> {
  const customerColumns = columns({
    id: words(sql`best.user_id::text`),
    name: users.name,
    n: whole(sql`best.n`),
    cents: amount(sql`best.cents`),
  })

  return rowsOf(
    app,
    customerColumns,
    sql`with best as (
        select ${orders.userId}, count(*) as n, sum(${keptCents(app)})::float8 as cents
        from ${soldOrders(app, span)} group by 1 order by 3 desc, 1 limit ${limit})
      select ${customerColumns} from best join ${users} on ${users.id} = best.user_id
      order by best.cents desc, best.user_id`,
  )
}

/** The most used coupons. */
export function usedCoupons(
  app: App,
  span: Span,
  limit: number,
): Promise<(CountAndCents & { code: string; discountCents: number })[]> {
  const couponColumns = columns({
    code: words(sql`${orders.couponCode}`),
    n: whole(sql`count(*)`),
    discountCents: amount(sql`sum(${reais(app, orders.discountCents)})::float8`),
    cents: amount(sql`sum(${keptCents(app)})::float8`),
  })

  return rowsOf(
    app,
    couponColumns,
    sql`select ${couponColumns} from ${soldOrders(app, span)}
      and ${orders.couponCode} is not null group by 1 order by 2 desc, 1 limit ${limit}`,
  )
}

const paceDays = 30

/**
 * How many days the keys of an option last at the pace of its last 30 days, shortest first.
 * Options without sales are left out.
 */
export function stockDays(
  app: App,
  limit: number,
): Promise<{ name: string; left: number; sold: number; days: number }[]> {
  const paceStart = secondsAfter(app.clock.now(), -paceDays * 86_400)

  const stockColumns = columns({
    name: words(sql`concat_ws(' · ', ${products.name}, nullif(${productVariants.name}, ''))`),
    left: whole(sql`k.n`),
    sold: whole(sql`sold.n`),
    days: whole(sql`(k.n * ${paceDays}::int / sold.n)::int`),
  })

  return rowsOf(
    app,
    stockColumns,
    sql`with sold as materialized (
        select ${orderUnits.variantId} as variant_id, count(*)::int as n from ${orderUnits}
        where ${orderUnits.createdAt} >= ${paceStart} and ${orderUnits.provider} = 'stock'
          and ${countsInBooks(app, orderUnits.orderId)} group by 1)
      select ${stockColumns} from sold join ${productVariants} on ${productVariants.id} = sold.variant_id
        join ${products} on ${products.id} = ${productVariants.productId},
        lateral (select coalesce(sum(${stockCounts.n}), 0)::int as n from ${stockCounts}
          where ${stockCounts.variantId} = sold.variant_id and ${stockCounts.status} = 'available') k
      where ${products.deletedAt} is null
      order by k.n * ${paceDays}::int / sold.n, 1 limit ${limit}`,
  )
}
