import { sql, type SQL } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { startOfDay } from '../../platform/store-calendar.ts'

/** Days of the store from one to another, the second one not counted. */
export type Span = { from: string; until: string }

// Cents of an order in reais: dollars at the rate stored on the payment that paid it (Q49). The subquery runs for dollars only.
const reais = (app: App): SQL => sql`case o.currency when 'BRL' then o.total_cents
  else round(o.total_cents * coalesce((select p.usd_rate from payments p where p.order_id = o.id and p.status in ('completed', 'refunded') order by p.settled_at, p.id limit 1), ${app.config.usdRate})) end`

// Completed orders are what was sold: each was paid once, however often its buyer paid (Q82). The range is read from an index on completed_at.
const soldIn = (app: App, span: Span): SQL =>
  sql`o.status = 'completed' and o.completed_at >= ${startOfDay(app.config.timeZone, span.from)} and o.completed_at < ${startOfDay(app.config.timeZone, span.until)}`

/** Sold orders and cents in reais by store day; days without any are left out. */
export async function salesByDay(
  app: App,
  span: Span,
): Promise<Map<string, { n: number; cents: number }>> {
  const { rows } = await app.db.execute<{ day: string; n: number; cents: number }>(sql`
    select day::text, n, cents from (select (o.completed_at at time zone ${app.config.timeZone})::date as day, count(*)::int as n, sum(${reais(app)})::float8 as cents from orders o where ${soldIn(app, span)} group by 1) d`)
  return new Map(rows.map((row) => [row.day, row]))
}

/** Accounts made by store day. */
export async function usersByDay(app: App, span: Span): Promise<Map<string, number>> {
  const zone = app.config.timeZone
  const { rows } = await app.db.execute<{ day: string; n: number }>(sql`
    select day::text, n from (select (created_at at time zone ${zone})::date as day, count(*)::int as n from users where created_at >= ${startOfDay(zone, span.from)} and created_at < ${startOfDay(zone, span.until)} group by 1) d`)
  return new Map(rows.map((row) => [row.day, row.n]))
}

/** How much was sold. */
export async function soldTotal(app: App, span: Span): Promise<{ n: number; cents: number }> {
  const {
    rows: [row],
  } = await app.db.execute<{ n: number; cents: number }>(
    sql`select count(*)::int as n, coalesce(sum(${reais(app)}), 0)::float8 as cents from orders o where ${soldIn(app, span)}`,
  )
  return row!
}

export async function usersTotal(app: App, span: Span): Promise<number> {
  const zone = app.config.timeZone
  const {
    rows: [row],
  } = await app.db.execute<{ n: number }>(
    sql`select count(*)::int as n from users where created_at >= ${startOfDay(zone, span.from)} and created_at < ${startOfDay(zone, span.until)}`,
  )
  return row!.n
}

/** The products that sold most units; revenue is a line's share of what its order cost after the discount. */
export async function topProducts(
  app: App,
  span: Span,
  limit: number,
): Promise<{ name: string; sales: number; cents: number }[]> {
  const { rows } = await app.db.execute<{ name: string; sales: number; cents: number }>(sql`
    with sold as materialized (select o.id, case when o.subtotal_cents = 0 then 0 else (${reais(app)})::float8 / o.subtotal_cents end as part from orders o where ${soldIn(app, span)}),
    best as (select l.product_id, sum(l.quantity)::int as sales, round(sum(l.unit_cents * l.quantity * s.part))::float8 as cents from sold s join order_lines l on l.order_id = s.id group by l.product_id order by 2 desc, 3 desc limit ${limit})
    select coalesce(p.name, (select name from order_lines where product_id = b.product_id limit 1)) as name, b.sales, b.cents from best b left join products p on p.id = b.product_id order by b.sales desc, b.cents desc`)
  return rows
}

export async function soldByMethod(
  app: App,
  span: Span,
): Promise<{ method: string; n: number; cents: number }[]> {
  const { rows } = await app.db.execute<{ method: string; n: number; cents: number }>(sql`
    select o.payment_method as method, count(*)::int as n, sum(${reais(app)})::float8 as cents from orders o where ${soldIn(app, span)} group by 1 order by 2 desc, 1`)
  return rows
}

/** What came in by month and method, orders that were given back later included: what went back stands among the expenses. Free orders cost no fee. */
export async function takenByMonth(
  app: App,
  span: Span,
): Promise<{ month: string; method: string; paid: number; cents: number }[]> {
  const zone = app.config.timeZone
  const { rows } = await app.db.execute<{
    month: string
    method: string
    paid: number
    cents: number
  }>(sql`
    select to_char(month, 'YYYY-MM') as month, method, paid, cents from (
      select date_trunc('month', o.completed_at at time zone ${zone}) as month, o.payment_method as method, (count(*) filter (where o.total_cents > 0))::int as paid, sum(${reais(app)})::float8 as cents
      from orders o where o.status in ('completed', 'refunded') and o.completed_at >= ${startOfDay(zone, span.from)} and o.completed_at < ${startOfDay(zone, span.until)} group by 1, 2) m`)
  return rows
}

/** What was spent by month: money sent back of what was taken (a repeated payment was never revenue) and what used keys cost. */
export async function spentByMonth(
  app: App,
  span: Span,
): Promise<{ month: string; cents: number }[]> {
  const zone = app.config.timeZone
  const [from, until] = [startOfDay(zone, span.from), startOfDay(zone, span.until)]
  const { rows } = await app.db.execute<{ month: string; cents: number }>(sql`
    select to_char(month, 'YYYY-MM') as month, sum(cents)::float8 as cents from (
      select date_trunc('month', r.updated_at at time zone ${zone}) as month, sum(case p.currency when 'BRL' then r.amount_cents else round(r.amount_cents * p.usd_rate) end) as cents
        from refunds r join payments p on p.id = r.payment_id where r.status = 'succeeded' and r.reason <> 'duplicate' and r.updated_at >= ${from} and r.updated_at < ${until} group by 1
      union all
      select date_trunc('month', used_at at time zone ${zone}), sum(cost_cents) from stock_keys where cost_cents is not null and used_at >= ${from} and used_at < ${until} group by 1) e group by 1`)
  return rows
}

/** The whole shop in four figures, asked for side by side: each is read through an index from end to end. */
export async function shopTotals(
  app: App,
): Promise<{ users: number; products: number; orders: number; cents: number }> {
  const one = async (figure: SQL): Promise<number> =>
    (await app.db.execute<{ n: number }>(sql`select ${figure} as n`)).rows[0]!.n
  const [users, products, orders, cents] = await Promise.all([
    one(sql`(select count(*)::int from users where deleted_at is null)`),
    one(sql`(select count(*)::int from products where deleted_at is null)`),
    one(sql`(select count(*)::int from orders where deleted_at is null)`),
    one(
      sql`(select coalesce(sum(${reais(app)}), 0) from orders o where o.status = 'completed' and o.completed_at is not null)::float8`,
    ),
  ])
  return { users, products, orders, cents }
}
