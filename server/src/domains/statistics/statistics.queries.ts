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

/** A condition that a column lies within a span of store days. */
export const within = ({ config }: App, column: Column, { from, until }: Span): SQL =>
  sql`${column} >= ${startOfDay(config.timeZone, from)} and ${column} < ${startOfDay(config.timeZone, until)}`

/**
 * Cents of an order's column in reais: dollars at the rate stored on the payment that paid it (Q49).
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
 * Completed orders are what was sold: each was paid once, however often its buyer paid (Q82). The
 * range is read from an index on completed_at.
 */
export const soldIn = (app: App, span: Span): SQL =>
  sql`${orders.status} = 'completed' and ${countsInBooks(app)} and ${within(app, orders.completedAt, span)}`

/** Cents of a payment's or refund's column in reais, at the rate kept with the payment (Q49). */
export const ofPayment = (column: Parameters<typeof sql>[1]) =>
  sql`case ${payments.currency} when 'BRL' then ${column} else round(${column} * ${payments.usdRate}) end`

/**
 * A condition that a refund sent back what was taken, on whichever day it was paid (Q130). A repeated
 * payment, and money that never paid for an order, were no revenue.
 */
export const sentBack = (app: App): SQL =>
  sql`${refunds.status} = 'succeeded' and ${refunds.reason} <> 'duplicate'
    and ${payments.status} in ('completed', 'refunded') and ${isRealMoney(app)}`

/**
 * What went back of orders that are completed still, in reais: income does not keep it (Q130). An
 * order is paid before any of it goes back, so a span of orders begins with that of the refunds.
 */
const partsBack = (app: App, from?: string): SQL =>
  sql`(select ${payments.orderId} as order_id, sum(${ofPayment(refunds.amountCents)}) as cents
    from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
    where ${sentBack(app)} ${from ? sql`and ${refunds.updatedAt} >= ${startOfDay(app.config.timeZone, from)}` : sql``}
    group by 1)`

/** Sold orders beside what went back of each, for what `kept` sums up. */
export const soldOrders = (app: App, span: Span): SQL =>
  sql`${orders} left join ${partsBack(app, span.from)} back on back.order_id = ${orders.id}
    where ${soldIn(app, span)}`

/** Cents in reais that stay of an order among soldOrders. */
export const kept = (app: App): SQL => sql`greatest(0, ${reais(app)} - coalesce(back.cents, 0))`

export const whole = (expression: SQL) => value(expression, z.int())
export const amount = (expression: SQL) => value(expression, z.number())
export const words = (expression: SQL) => value(expression, z.string())

/** Sold orders and cents in reais by store day; days without any are left out. */
export async function salesByDay(
  app: App,
  span: Span,
): Promise<Map<string, { n: number; cents: number }>> {
  const row = columns({
    day: words(sql`day::text`),
    n: whole(sql`n`),
    cents: amount(sql`cents`),
  })

  const rows = await rowsOf(
    app,
    row,
    sql`select ${row} from (
      select (${orders.completedAt} at time zone ${app.config.timeZone})::date as day, count(*) as n,
        sum(${kept(app)})::float8 as cents
      from ${soldOrders(app, span)} group by 1) d`,
  )

  return new Map(rows.map(({ day, ...sold }) => [day, sold]))
}

/** Accounts made by store day. */
export async function usersByDay(app: App, span: Span): Promise<Map<string, number>> {
  const row = columns({ day: words(sql`day::text`), n: whole(sql`n`) })

  const rows = await rowsOf(
    app,
    row,
    sql`select ${row} from (
      select (${users.createdAt} at time zone ${app.config.timeZone})::date as day, count(*) as n
      from ${users} where ${within(app, users.createdAt, span)} group by 1) d`,
  )

  return new Map(rows.map(({ day, n }) => [day, n]))
}

/** How much was sold. */
export function soldTotal(app: App, span: Span): Promise<{ n: number; cents: number }> {
  const row = columns({
    n: whole(sql`count(*)`),
    cents: amount(sql`coalesce(sum(${kept(app)}), 0)::float8`),
  })
  return oneRow(app, row, sql`select ${row} from ${soldOrders(app, span)}`)
}

export const usersTotal = (app: App, span: Span): Promise<number> =>
  app.db.$count(users, within(app, users.createdAt, span))

/**
 * The products that sold most units; revenue is a line's share of what its order brought after
 * the discount.
 */
export function topProducts(
  app: App,
  span: Span,
  limit: number,
): Promise<{ name: string; sales: number; cents: number }[]> {
  const row = columns({
    name: words(sql`coalesce(${products.name}, (
      select ${orderLines.name} from ${orderLines} where ${orderLines.productId} = best.product_id limit 1))`),
    sales: whole(sql`best.sales`),
    cents: amount(sql`best.cents`),
  })

  return rowsOf(
    app,
    row,
    sql`with sold as materialized (
        select ${orders.id}, case when ${orders.subtotalCents} = 0 then 0
          else (${kept(app)})::float8 / ${orders.subtotalCents} end as part
        from ${soldOrders(app, span)}),
      best as (
        select ${orderLines.productId}, sum(${orderLines.quantity}) as sales,
          round(sum(${orderLines.unitCents} * ${orderLines.quantity} * sold.part))::float8 as cents
        from sold join ${orderLines} on ${orderLines.orderId} = sold.id
        group by ${orderLines.productId} order by 2 desc, 3 desc limit ${limit})
    select ${row} from best left join ${products} on ${products.id} = best.product_id
    order by best.sales desc, best.cents desc`,
  )
}

export function soldByMethod(
  app: App,
  span: Span,
): Promise<{ method: string; n: number; cents: number }[]> {
  const row = columns({
    method: orders.paymentMethod,
    n: whole(sql`count(*)`),
    cents: amount(sql`sum(${kept(app)})::float8`),
  })

  return rowsOf(
    app,
    row,
    sql`select ${row} from ${soldOrders(app, span)} group by 1 order by 2 desc, 1`,
  )
}

/**
 * What came in by month and method, orders that were given back later included: what went back
 * stands among the expenses. Free orders cost no fee.
 */
export function takenByMonth(
  app: App,
  span: Span,
): Promise<{ month: string; method: string; paid: number; cents: number }[]> {
  const row = columns({
    month: words(sql`to_char(month, 'YYYY-MM')`),
    method: words(sql`method`),
    paid: whole(sql`paid`),
    cents: amount(sql`cents`),
  })

  return rowsOf(
    app,
    row,
    sql`select ${row} from (
      select date_trunc('month', ${orders.completedAt} at time zone ${app.config.timeZone}) as month,
        ${orders.paymentMethod} as method, count(*) filter (where ${orders.totalCents} > 0) as paid,
        sum(${reais(app)})::float8 as cents
      from ${orders} where ${orders.status} in ('completed', 'refunded') and ${countsInBooks(app)}
        and ${within(app, orders.completedAt, span)} group by 1, 2) m`,
  )
}

/**
 * What was spent by month: money sent back of what was taken, and what used keys cost.
 */
export function spentByMonth(app: App, span: Span): Promise<{ month: string; cents: number }[]> {
  const zone = app.config.timeZone

  const row = columns({
    month: words(sql`to_char(month, 'YYYY-MM')`),
    cents: amount(sql`sum(cents)::float8`),
  })

  return rowsOf(
    app,
    row,
    sql`select ${row} from (
      select date_trunc('month', ${refunds.updatedAt} at time zone ${zone}) as month,
        sum(${ofPayment(refunds.amountCents)}) as cents
      from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
      where ${sentBack(app)} and ${within(app, refunds.updatedAt, span)} group by 1
      union all
      select date_trunc('month', ${stockKeys.usedAt} at time zone ${zone}), sum(${stockKeys.costCents})
      from ${stockKeys} where ${stockKeys.costCents} is not null
        and ${within(app, stockKeys.usedAt, span)} group by 1) e
    group by 1`,
  )
}

/**
 * The whole shop in four figures, asked for side by side: each is read through an index from end to
 * end, but what went back.
 */
export async function shopTotals(
  app: App,
): Promise<{ users: number; products: number; orders: number; cents: number }> {
  const sold = columns({ cents: amount(sql`coalesce(sum(${reais(app)}), 0)::float8`) })
  const parts = columns({ cents: amount(sql`coalesce(sum(back.cents), 0)::float8`) })

  const [people, goods, bought, { cents }, back] = await Promise.all([
    app.db.$count(users, isNull(users.deletedAt)),
    app.db.$count(products, isNull(products.deletedAt)),
    app.db.$count(orders, and(isNull(orders.deletedAt), countsInBooks(app))),
    oneRow(
      app,
      sold,
      sql`select ${sold} from ${orders}
        where ${orders.status} = 'completed' and ${orders.completedAt} is not null
          and ${countsInBooks(app)}`,
    ),
    oneRow(
      app,
      parts,
      sql`select ${parts} from ${partsBack(app)} back join ${orders} on ${orders.id} = back.order_id
        where ${orders.status} = 'completed' and ${orders.completedAt} is not null`,
    ),
  ])

  return { users: people, products: goods, orders: bought, cents: cents - back.cents }
}
