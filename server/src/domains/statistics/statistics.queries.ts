import { and, isNull, sql, type Column, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, oneRow, rowsOf, value } from '../../db/rows.ts'
import {
  orderLines,
  orders,
  payments,
  products,
  refunds,
  stockKeys,
  users,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { startOfDay } from '../../platform/time/store-calendar.ts'
import type { Span } from '../../platform/time/store-ranges.ts'
import { countsInBooks, isRealMoney } from '../books/test-money.queries.ts'

/** SQL: a column lies within a span of store days. */
export const withinSpan = ({ config }: App, column: Column, { from, until }: Span): SQL =>
  sql`${column} >= ${startOfDay(config.timeZone, from)} and ${column} < ${startOfDay(config.timeZone, until)}`

/**
 * SQL: cents of an order's column in reais; dollars at the rate of the payment that paid it (Q49).
 * The subquery runs for dollars only.
 */
export const reais = (
  app: App,
  column: Column = orders.totalCents,
): SQL => sql`case ${orders.currency} when 'BRL' then ${column}
  else round(${column} * coalesce((select ${payments.usdRate} from ${payments}
    where ${payments.orderId} = ${orders.id} and ${payments.status} in ('completed', 'refunded')
    order by ${payments.settledAt}, ${payments.id} limit 1), ${app.config.usdRate})) end`

/**
 * SQL: sold orders are completed ones, each counted once however often its buyer paid (Q82). An
 * index on completed_at serves the range.
 */
export const isSoldWithin = (app: App, span: Span): SQL =>
  sql`${orders.status} = 'completed' and ${countsInBooks(app)} and ${withinSpan(app, orders.completedAt, span)}`

/** SQL: cents of a payment's or refund's column in reais, at the payment's stored rate (Q49). */
export const paymentReais = (column: Parameters<typeof sql>[1]) =>
  sql`case ${payments.currency} when 'BRL' then ${column} else round(${column} * ${payments.usdRate}) end`

/**
 * SQL: a refund returned revenue, on whichever day it was paid (Q130). Repeated payments, and
 * money that never paid for an order, were no revenue.
 */
export const isRevenueRefund = (app: App): SQL =>
  sql`${refunds.status} = 'succeeded' and ${refunds.reason} <> 'duplicate'
    and ${payments.status} in ('completed', 'refunded') and ${isRealMoney(app)}`

/**
 * SQL: the sum of refunds by order, in cents of reais, which reduces the income (Q130). Callers
 * join completed orders, so these refunds are partial. A refund is later than its order, so the
 * start of the span limits the refunds too.
 */
const partialRefunds = (app: App, from?: string): SQL =>
  sql`(select ${payments.orderId} as order_id, sum(${paymentReais(refunds.amountCents)}) as cents
    from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
    where ${isRevenueRefund(app)}
      ${from ? sql`and ${refunds.updatedAt} >= ${startOfDay(app.config.timeZone, from)}` : sql``}
    group by 1)`

/** SQL: sold orders with their partial refunds, as `keptCents` needs them. */
export const soldOrders = (app: App, soldSpan: Span): SQL =>
  sql`${orders} left join ${partialRefunds(app, soldSpan.from)} back on back.order_id = ${orders.id}
    where ${isSoldWithin(app, soldSpan)}`

/** SQL: what an order of soldOrders earned after its partial refunds, in cents of reais. */
export const keptCents = (app: App): SQL =>
  sql`greatest(0, ${reais(app)} - coalesce(back.cents, 0))`

export const whole = (expression: SQL) => value(expression, z.int())
export const amount = (expression: SQL) => value(expression, z.number())
export const words = (expression: SQL) => value(expression, z.string())

/** Sold orders and cents in reais by store day; days without sales are left out. */
export async function salesByDay(
  app: App,
  span: Span,
): Promise<Map<string, { n: number; cents: number }>> {
  const dayColumns = columns({
    day: words(sql`day::text`),
    n: whole(sql`n`),
    cents: amount(sql`cents`),
  })

  const dayRows = await rowsOf(
    app,
    dayColumns,
    sql`select ${dayColumns} from (
      select (${orders.completedAt} at time zone ${app.config.timeZone})::date as day, count(*) as n,
        sum(${keptCents(app)})::float8 as cents
      from ${soldOrders(app, span)} group by 1) d`,
  )

  return new Map(dayRows.map(({ day, ...sold }) => [day, sold]))
}

/** New accounts by store day. */
export async function usersByDay(app: App, span: Span): Promise<Map<string, number>> {
  const userColumns = columns({ day: words(sql`day::text`), n: whole(sql`n`) })

  const userRows = await rowsOf(
    app,
    userColumns,
    sql`select ${userColumns} from (
      select (${users.createdAt} at time zone ${app.config.timeZone})::date as day, count(*) as n
      from ${users} where ${withinSpan(app, users.createdAt, span)} group by 1) d`,
  )

  return new Map(userRows.map(({ day, n }) => [day, n]))
}

/** The number of sold orders, and their income after partial refunds, in cents of reais. */
export function soldTotal(app: App, span: Span): Promise<{ n: number; cents: number }> {
  const totalColumns = columns({
    n: whole(sql`count(*)`),
    cents: amount(sql`coalesce(sum(${keptCents(app)}), 0)::float8`),
  })
  return oneRow(app, totalColumns, sql`select ${totalColumns} from ${soldOrders(app, span)}`)
}

export const usersTotal = (app: App, span: Span): Promise<number> =>
  app.db.$count(users, withinSpan(app, users.createdAt, span))

/**
 * The products with most sold units. The revenue of a product is the share of its lines in the
 * income of the orders after discounts.
 */
export function topProducts(
  app: App,
  span: Span,
  limit: number,
): Promise<{ name: string; sales: number; cents: number }[]> {
  const productColumns = columns({
    name: words(sql`coalesce(${products.name}, (
      select ${orderLines.name} from ${orderLines} where ${orderLines.productId} = best.product_id limit 1))`),
    sales: whole(sql`best.sales`),
    cents: amount(sql`best.cents`),
  })

  return rowsOf(
    app,
    productColumns,
    sql`with sold as materialized (
        select ${orders.id}, case when ${orders.subtotalCents} = 0 then 0
          else (${keptCents(app)})::float8 / ${orders.subtotalCents} end as part
        from ${soldOrders(app, span)}),
      best as (
        select ${orderLines.productId}, sum(${orderLines.quantity}) as sales,
          round(sum(${orderLines.unitCents} * ${orderLines.quantity} * sold.part))::float8 as cents
        from sold join ${orderLines} on ${orderLines.orderId} = sold.id
        group by ${orderLines.productId} order by 2 desc, 3 desc limit ${limit})
    select ${productColumns} from best left join ${products} on ${products.id} = best.product_id
    order by best.sales desc, best.cents desc`,
  )
}

export function soldByMethod(
  app: App,
  span: Span,
): Promise<{ method: string; n: number; cents: number }[]> {
  const methodColumns = columns({
    method: orders.paymentMethod,
    n: whole(sql`count(*)`),
    cents: amount(sql`sum(${keptCents(app)})::float8`),
  })

  return rowsOf(
    app,
    methodColumns,
    sql`select ${methodColumns} from ${soldOrders(app, span)} group by 1 order by 2 desc, 1`,
  )
}

/**
 * Income by month and method, including orders that were refunded later: refunds are expenses.
 * Free orders have no fee.
 */
export function takenByMonth(
  app: App,
  span: Span,
): Promise<{ month: string; method: string; paid: number; cents: number }[]> {
  const monthColumns = columns({
    month: words(sql`to_char(month, 'YYYY-MM')`),
    method: words(sql`method`),
    paid: whole(sql`paid`),
    cents: amount(sql`cents`),
  })

  return rowsOf(
    app,
    monthColumns,
    sql`select ${monthColumns} from (
      select date_trunc('month', ${orders.completedAt} at time zone ${app.config.timeZone}) as month,
        ${orders.paymentMethod} as method, count(*) filter (where ${orders.totalCents} > 0) as paid,
        sum(${reais(app)})::float8 as cents
      from ${orders} where ${orders.status} in ('completed', 'refunded') and ${countsInBooks(app)}
        and ${withinSpan(app, orders.completedAt, span)} group by 1, 2) m`,
  )
}

/** Expenses by month: refunds of revenue, and the cost of used keys. */
export function spentByMonth(app: App, span: Span): Promise<{ month: string; cents: number }[]> {
  const timeZone = app.config.timeZone

  const expenseColumns = columns({
    month: words(sql`to_char(month, 'YYYY-MM')`),
    cents: amount(sql`sum(cents)::float8`),
  })

  return rowsOf(
    app,
    expenseColumns,
    sql`select ${expenseColumns} from (
      select date_trunc('month', ${refunds.updatedAt} at time zone ${timeZone}) as month,
        sum(${paymentReais(refunds.amountCents)}) as cents
      from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
      where ${isRevenueRefund(app)} and ${withinSpan(app, refunds.updatedAt, span)} group by 1
      union all
      select date_trunc('month', ${stockKeys.usedAt} at time zone ${timeZone}), sum(${stockKeys.costCents})
      from ${stockKeys} where ${stockKeys.costCents} is not null
        and ${withinSpan(app, stockKeys.usedAt, span)} group by 1) e
    group by 1`,
  )
}

/** Four totals of the whole shop, read in parallel. All but the refunds use index scans. */
export async function shopTotals(
  app: App,
): Promise<{ users: number; products: number; orders: number; cents: number }> {
  const orderTotal = columns({ cents: amount(sql`coalesce(sum(${reais(app)}), 0)::float8`) })
  const refundTotal = columns({ cents: amount(sql`coalesce(sum(back.cents), 0)::float8`) })

  const [userCount, productCount, orderCount, { cents }, back] = await Promise.all([
    app.db.$count(users, isNull(users.deletedAt)),
    app.db.$count(products, isNull(products.deletedAt)),
    app.db.$count(orders, and(isNull(orders.deletedAt), countsInBooks(app))),
    oneRow(
      app,
      orderTotal,
      sql`select ${orderTotal} from ${orders}
        where ${orders.status} = 'completed' and ${orders.completedAt} is not null
          and ${countsInBooks(app)}`,
    ),
    oneRow(
      app,
      refundTotal,
      sql`select ${refundTotal} from ${partialRefunds(app)} back join ${orders} on ${orders.id} = back.order_id
        where ${orders.status} = 'completed' and ${orders.completedAt} is not null`,
    ),
  ])

  return { users: userCount, products: productCount, orders: orderCount, cents: cents - back.cents }
}
