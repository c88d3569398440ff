import { disputesByGravity, type DisputeState } from '@chaveiro/contracts/states'
import { inArray, sql } from 'drizzle-orm'

import { orders, payments, refunds } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/csv.ts'
import { toWire } from '../../platform/text/money.ts'

// Refunded and disputed amounts of orders and payments, which lists show next to the status (Q130).

export type MoneyBack = { backCents: number; dispute: DisputeState | null }

// In a query of one table Drizzle omits the table name of a column. These subqueries therefore
// write the names of the outer columns in full.

/** SQL for the refunded cents of a payment. Disputes have a column of their own. */
export const backOfPayment = sql`coalesce((select sum(back.amount_cents) from ${refunds} back
  where back.payment_id = payments.id and back.status = 'succeeded'), 0)`.mapWith(Number)

/** SQL for the refunded cents of an order, without refunds of duplicate payments. */
export const backOfOrder = sql`coalesce((select sum(back.amount_cents)
  from ${payments} paid join ${refunds} back on back.payment_id = paid.id
  where paid.order_id = orders.id and paid.status in ('completed', 'refunded')
    and back.status = 'succeeded' and back.reason <> 'duplicate'), 0)`.mapWith(Number)

/** SQL for the most serious dispute state among the payments of an order. */
export const disputeOfOrder = sql<DisputeState | null>`(select paid.dispute from ${payments} paid
  where paid.order_id = orders.id and paid.dispute is not null
  order by array_position(array[${sql.join(
    disputesByGravity.map((state) => sql`${state}`),
    sql`, `,
  )}]::text[], paid.dispute) limit 1)`

/** Return each payment with its refunded cents. */
export async function withRefunds<P extends { id: string; dispute: DisputeState | null }>(
  app: App,
  rows: readonly P[],
): Promise<(P & MoneyBack)[]> {
  const rowIds = rows.map(({ id }) => id)

  const refundRows = rowIds.length
    ? await app.db
        .select({ id: payments.id, backCents: backOfPayment })
        .from(payments)
        .where(inArray(payments.id, rowIds))
    : []

  const refundsById = new Map(refundRows.map((row) => [row.id, row.backCents]))

  return rows.map((row) => ({ ...row, backCents: refundsById.get(row.id) ?? 0 }))
}

/** Add the refunded cents and the dispute state of each order. */
export async function withMoneyBack<O extends { id: string }>(
  app: App,
  rows: readonly O[],
): Promise<(O & MoneyBack)[]> {
  const rowIds = rows.map(({ id }) => id)

  const refundRows = rowIds.length
    ? await app.db
        .select({ id: orders.id, backCents: backOfOrder, dispute: disputeOfOrder })
        .from(orders)
        .where(inArray(orders.id, rowIds))
    : []

  const refundsById = new Map(refundRows.map(({ id, ...back }) => [id, back]))

  return rows.map((row) => ({
    ...row,
    ...(refundsById.get(row.id) ?? { backCents: 0, dispute: null }),
  }))
}

export const moneyBackView = ({ backCents, dispute }: MoneyBack) => ({
  ...(backCents > 0 ? { refundedAmount: toWire(backCents) } : {}),
  ...(dispute ? { dispute } : {}),
})

export const moneyBackColumns: readonly Column<MoneyBack>[] = [
  ['refundedAmount', (row) => toWire(row.backCents)],
  ['dispute', (row) => row.dispute],
]
