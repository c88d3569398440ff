import type { deliveries as contract, delivery } from '@chaveiro/contracts/admin/deliveries'
import { buyerStates, productProviders, type ProductProvider } from '@chaveiro/contracts/states'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, orNull, rowsOf, value, type RowOf } from '../../db/rows.ts'
import {
  keyReplacements,
  licenceGrants,
  orderLines,
  orders,
  orderUnits,
  users,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { allOf, contains } from '../../platform/lists/filters.ts'
import { buyerStateSql } from '../orders/buyers.queries.ts'

export type Delivery = z.infer<typeof delivery>
type Query = z.infer<typeof contract.list.query>

/**
 * Units that wait for a key, and units that wait for a replacement. Both sets are small and have
 * partial indexes.
 */
const waitingUnits = sql`(
  select ${orderUnits.id}, ${orderUnits.createdAt} as since, null::uuid as replaces
    from ${orderUnits} where ${orderUnits.status} = 'pending'
  union all select ${keyReplacements.unitId}, ${keyReplacements.createdAt}, ${keyReplacements.licenceId}
    from ${keyReplacements} where ${keyReplacements.doneAt} is null) waiting`

const isPaidOrder = sql`${orders.status} = 'completed' and ${orders.suspendedAt} is null`

const waitingSource = sql`from ${waitingUnits} join ${orderUnits} on ${orderUnits.id} = waiting.id
  join ${orders} on ${orders.id} = ${orderUnits.orderId} join ${users} on ${users.id} = ${orders.userId}
  join ${orderLines} on ${orderLines.id} = ${orderUnits.lineId}`

const deliveryColumns = columns({
  id: orderUnits.id,
  orderId: orders.id,
  orderNumber: orders.number,
  customerName: orders.customerName,
  customerEmail: orders.customerEmail,
  productId: orderLines.productId,
  variantId: orderUnits.variantId,
  productName: orderLines.name,
  provider: orderUnits.provider,
  buyer: value(buyerStateSql, z.enum(buyerStates)),
  paidAt: orders.completedAt,
  tries: orNull(licenceGrants.tries),
  problem: licenceGrants.problem,
  replaces: value(sql`waiting.replaces`, z.string().nullable()),
})

/**
 * A page of the units that wait for a key, longest wait first. The counts by provider and of held
 * units ignore the filter.
 */
export async function listDeliveries(
  app: App,
  { page, limit, search, provider }: Query,
): Promise<{
  deliveries: Delivery[]
  total: number
  counts: Record<ProductProvider | 'held', number>
}> {
  const searchedColumns = [
    orders.number,
    orders.customerName,
    orders.customerEmail,
    orderLines.name,
  ]

  const condition = allOf([
    isPaidOrder,
    provider && eq(orderUnits.provider, provider),
    search &&
      sql`(${sql.join(
        searchedColumns.map((column) => contains(column, search)),
        sql` or `,
      )})`,
  ])

  const deliveryRows = await rowsOf(
    app,
    deliveryColumns,
    sql`select ${deliveryColumns} ${waitingSource}
        left join ${licenceGrants} on ${licenceGrants.unitId} = ${orderUnits.id} and ${licenceGrants.state} = 'asked'
      where ${condition} order by waiting.since, waiting.id limit ${limit} offset ${(page - 1) * limit}`,
  )

  const countColumns = columns({
    kind: value(
      sql`case when ${buyerStateSql} = 'there' then ${orderUnits.provider} else 'held' end`,
      z.enum([...productProviders, 'held']),
    ),
    n: value(sql`count(*)`, z.int()),
    matching: value(sql`count(*) filter (where ${condition})`, z.int()),
  })

  const countsByKind = await rowsOf(
    app,
    countColumns,
    sql`select ${countColumns} ${waitingSource} where ${isPaidOrder} group by 1`,
  )

  const countOf = (name: ProductProvider | 'held') =>
    countsByKind.find((one) => one.kind === name)?.n ?? 0

  return {
    deliveries: deliveryRows.map(deliveryView),
    total: countsByKind.reduce((sum, count) => sum + count.matching, 0),
    counts: {
      stock: countOf('stock'),
      keyauth: countOf('keyauth'),
      manual: countOf('manual'),
      held: countOf('held'),
    },
  }
}

const deliveryView = (row: RowOf<typeof deliveryColumns>): Delivery => ({
  id: row.id,
  _id: row.id,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  customer: { name: row.customerName, email: row.customerEmail },
  product: { id: row.productId, _id: row.productId, name: row.productName },
  variantId: row.variantId,
  provider: row.provider,
  buyer: row.buyer,
  // Never null: the list contains only completed orders.
  paidAt: row.paidAt!.toISOString(),
  tries: row.tries ?? 0,
  problem: row.problem,
  replaces: row.replaces,
})
