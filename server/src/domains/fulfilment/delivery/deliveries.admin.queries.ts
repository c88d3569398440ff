import type { deliveries as contract, delivery } from '@chaveiro/contracts/admin/deliveries'
import type { BuyerState, ProductProvider } from '@chaveiro/contracts/states'
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { App } from '../../../platform/app.ts'
import { allOf, contains } from '../../../platform/list-filters.ts'
import { buyerStateSql } from '../../orders/buyers.queries.ts'

export type Delivery = z.infer<typeof delivery>
type Query = z.infer<typeof contract.list.query>
type Row = {
  id: string
  order_id: string
  number: string
  customer_name: string
  customer_email: string
  product_id: string
  name: string
  provider: ProductProvider
  buyer: BuyerState
  completed_at: string
  tries: number | null
  problem: string | null
  replaces: string | null
}

/** Units that wait, and those whose replaced key is awaited; both are few, and read from partial indexes. */
const waiting = sql`(
  select u.id, u.order_id, u.line_id, u.product_id, u.provider, u.created_at as since, null::uuid as replaces from order_units u where u.status = 'pending'
  union all select u.id, u.order_id, u.line_id, u.product_id, u.provider, r.created_at, r.licence_id from key_replacements r join order_units u on u.id = r.unit_id where r.done_at is null)`

/** A page of the work list, longest wait first, with how many there are of each provider, and how many are held, whatever the filter. */
export async function listDeliveries(
  app: App,
  { page, limit, search, provider }: Query,
): Promise<{
  deliveries: Delivery[]
  total: number
  counts: Record<ProductProvider | 'held', number>
}> {
  const where = allOf([
    sql`o.status = 'completed' and o.suspended_at is null`,
    provider && sql`w.provider = ${provider}`,
    search &&
      sql`(${sql.join(
        [sql`o.number`, sql`o.customer_name`, sql`o.customer_email`, sql`l.name`].map((column) =>
          contains(column, search),
        ),
        sql` or `,
      )})`,
  ])
  const from = (where: SQL) =>
    sql`from ${waiting} w join orders o on o.id = w.order_id join users b on b.id = o.user_id join order_lines l on l.id = w.line_id where ${where}`
  const { rows } = await app.db.execute<Row>(sql`
    select p.*, g.tries, g.problem from (select w.id, w.order_id, o.number, o.customer_name, o.customer_email, w.product_id, l.name, w.provider, ${buyerStateSql} as buyer, o.completed_at, w.replaces, w.since ${from(where)} order by w.since, w.id limit ${limit} offset ${(page - 1) * limit}) p
      left join licence_grants g on g.unit_id = p.id and g.state = 'asked' order by p.since, p.id`)
  const { rows: counted } = await app.db.execute<{
    kind: ProductProvider | 'held'
    n: number
    matching: number
  }>(sql`
    select case when ${buyerStateSql} = 'there' then w.provider else 'held' end as kind, count(*)::int as n, count(*) filter (where ${where})::int as matching ${from(sql`o.status = 'completed' and o.suspended_at is null`)} group by 1`)
  const of = (name: ProductProvider | 'held') => counted.find((one) => one.kind === name)?.n ?? 0
  return {
    deliveries: rows.map(shown),
    total: counted.reduce((sum, one) => sum + one.matching, 0),
    counts: { stock: of('stock'), keyauth: of('keyauth'), manual: of('manual'), held: of('held') },
  }
}

const shown = (row: Row): Delivery => ({
  id: row.id,
  _id: row.id,
  orderId: row.order_id,
  orderNumber: row.number,
  customer: { name: row.customer_name, email: row.customer_email },
  product: { id: row.product_id, _id: row.product_id, name: row.name },
  provider: row.provider,
  buyer: row.buyer,
  paidAt: new Date(row.completed_at).toISOString(),
  tries: row.tries ?? 0,
  problem: row.problem,
  replaces: row.replaces,
})
