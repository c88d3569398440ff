import {
  orderCountsEnd,
  type orders as contract,
  type orderWaits,
} from '@chaveiro/contracts/admin/orders'
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import {
  auditLog,
  keyReplacements,
  licences,
  orderLines,
  orders,
  orderUnits,
  payments,
  refunds,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { likePattern } from '../../platform/lists/filters.ts'
import { sortOrder, comparableCents } from '../../platform/lists/sort.ts'
import { startOfDay } from '../../platform/time/store-calendar.ts'
import type { Span } from '../../platform/time/store-ranges.ts'
import { withMoneyBack, withRefunds, type MoneyBack } from '../books/money-back.queries.ts'
import { countsInBooks } from '../books/test-money.queries.ts'
import type { Order } from './orders.service.ts'

export type OrderFilters = {
  status?: Order['status'] | undefined
  search?: string | undefined
  userId?: string | undefined
  archived?: boolean | undefined
  waits?: (typeof orderWaits)[number] | undefined
  origin?: Order['origin'] | undefined
}

type Sort = z.infer<typeof contract.list.query>['sort']
export type ListedOrder = Order & MoneyBack & { itemCount: number; productNames: string[] }

// Must equal the expression of the index orders_search.
const searchedText = sql`lower((orders.number || ' ' || orders.customer_name || ' '
  || orders.customer_email) collate "pt-BR-x-icu")`

/**
 * SQL conditions: orders that wait for staff or for delivery. Few orders match, and each condition
 * has an index.
 */
const waitingConditions = {
  review: sql`${orders.id} in (select ${payments.orderId} from ${payments} where on_desk)`,
  delivery: sql`${orders.status} = 'completed' and ${orders.suspendedAt} is null and ${orders.id} in (
    select ${orderUnits.orderId} from ${orderUnits} where ${orderUnits.status} = 'pending'
    union all select ${orderUnits.orderId} from ${keyReplacements}
      join ${orderUnits} on ${orderUnits.id} = ${keyReplacements.unitId}
      where ${keyReplacements.doneAt} is null)`,
}

const matchesFilters = ({
  status,
  search,
  userId,
  archived,
  waits,
  origin,
}: OrderFilters): SQL | undefined =>
  and(
    waits && waitingConditions[waits],
    isNull(orders.deletedAt),
    archived ? isNotNull(orders.archivedAt) : isNull(orders.archivedAt),
    status ? eq(orders.status, status) : undefined,
    userId ? eq(orders.userId, userId) : undefined,
    origin ? eq(orders.origin, origin) : undefined,
    search ? sql`${searchedText} like ${likePattern(search)}` : undefined,
  )

/** A page of orders, newest first or sorted, and how many there are. */
export async function ordersMatching(
  app: App,
  filters: OrderFilters,
  { page, limit, sort }: { page: number; limit: number; sort?: Sort },
): Promise<{ total: number; rows: ListedOrder[] }> {
  const condition = matchesFilters(filters)

  const rowOrder = sortOrder(
    sort,
    {
      createdAt: orders.createdAt,
      totalAmount: comparableCents(orders.totalCents, orders.currency, app.config.usdRate),
    },
    orders,
  )

  const pageIdQuery = app.db
    .select({ id: orders.id })
    .from(orders)
    .where(condition)
    .orderBy(rowOrder)
    .limit(limit)
    .offset((page - 1) * limit)

  const [total, rows] = await Promise.all([
    app.db.$count(orders, condition),
    app.db.select().from(orders).where(inArray(orders.id, pageIdQuery)).orderBy(rowOrder),
  ])

  return { total, rows: await withItems(app, rows) }
}

/** Count the orders of each view of the list up to a maximum, in one statement (P407). */
export async function countViews(app: App) {
  const countUpTo = (filters: OrderFilters) =>
    value(
      sql`(select count(*) from (select from ${orders} where ${matchesFilters(filters)}
        limit ${orderCountsEnd}) found)`,
      z.int(),
    )

  const countColumns = columns({
    all: countUpTo({}),
    review: countUpTo({ waits: 'review' }),
    delivery: countUpTo({ waits: 'delivery' }),
    pending: countUpTo({ status: 'pending' }),
  })

  return (await rowsOf(app, countColumns, sql`select ${countColumns}`))[0]!
}

/** The next orders after the given one in the list's order, for exports. */
export async function ordersAfter(
  app: App,
  filters: OrderFilters,
  lastOrder: Order | null,
  limit: number,
): Promise<ListedOrder[]> {
  const afterLast = lastOrder
    ? sql`(${orders.createdAt}, ${orders.id}) < (${lastOrder.createdAt}, ${lastOrder.id})`
    : undefined

  return withItems(
    app,
    await app.db
      .select()
      .from(orders)
      .where(and(matchesFilters(filters), afterLast))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit),
  )
}

async function withItems(app: App, orderRows: Order[]): Promise<ListedOrder[]> {
  if (!orderRows.length) return []

  const [lines, withBack] = await Promise.all([
    app.db
      .select({
        orderId: orderLines.orderId,
        name: orderLines.name,
        quantity: orderLines.quantity,
      })
      .from(orderLines)
      .where(
        inArray(
          orderLines.orderId,
          orderRows.map((row) => row.id),
        ),
      )
      .orderBy(asc(orderLines.position)),
    withMoneyBack(app, orderRows),
  ])

  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId)

  return withBack.map((row) => {
    const ownLines = linesByOrder.get(row.id) ?? []
    return {
      ...row,
      itemCount: ownLines.reduce((sum, { quantity }) => sum + quantity, 0),
      productNames: [...new Set(ownLines.map(({ name }) => name))],
    }
  })
}

/**
 * An order with its lines, units with their licences, and payments. The audit trail is that of the
 * order, its payments and its licences.
 */
export async function orderInFull(app: App, id: string) {
  const [order] = await withItems(
    app,
    await app.db
      .select()
      .from(orders)
      .where(and(eq(orders.id, id), isNull(orders.deletedAt))),
  )

  if (!order) return null

  const [lines, units, paid] = await Promise.all([
    app.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, id))
      .orderBy(asc(orderLines.position)),
    app.db
      .select({
        unit: orderUnits,
        name: orderLines.name,
        licence: {
          id: licences.id,
          keyCipher: licences.keyCipher,
          last4: licences.last4,
          status: licences.status,
          suspendedAt: licences.suspendedAt,
          expiresAt: licences.expiresAt,
        },
      })
      .from(orderUnits)
      .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
      .leftJoin(licences, eq(licences.unitId, orderUnits.id))
      .where(eq(orderUnits.orderId, id))
      .orderBy(asc(orderLines.position), asc(orderUnits.unitIndex)),
    app.db.select().from(payments).where(eq(payments.orderId, id)).orderBy(asc(payments.createdAt)),
  ])

  const auditLines = await app.db
    .select()
    .from(auditLog)
    .where(
      or(
        and(eq(auditLog.targetType, 'order'), eq(auditLog.targetId, id)),
        and(
          eq(auditLog.targetType, 'payment'),
          inArray(
            auditLog.targetId,
            paid.map((payment) => payment.id),
          ),
        ),
        and(
          eq(auditLog.targetType, 'licence'),
          inArray(
            auditLog.targetId,
            units.flatMap((unit) => unit.licence?.id ?? []),
          ),
        ),
      ),
    )
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id))

  return { order, lines, units, payments: await withRefunds(app, paid), trail: auditLines }
}

/**
 * The number of orders created between two store days and their sum in centavos, by status. Dollars
 * count at the rate stored on their payment (Q49).
 */
export async function countOrders(
  app: App,
  { from, until }: Span,
): Promise<{ status: Order['status']; n: number; cents: number }[]> {
  const paymentRate = sql`(select ${payments.usdRate} from ${payments} where ${payments.orderId} = ${orders.id}
    and ${payments.status} in ('completed', 'refunded') order by ${payments.settledAt}, ${payments.id} limit 1)`
  const totalInReais = sql`case ${orders.currency} when 'BRL' then ${orders.totalCents}
    else round(${orders.totalCents} * coalesce(${paymentRate}, ${app.config.usdRate})) end`

  // Refunded money is no income, even when the order stays completed (Q130).
  const refundedByOrder = sql`(select ${payments.orderId} as order_id, sum(case ${payments.currency}
      when 'BRL' then ${refunds.amountCents}
      else round(${refunds.amountCents} * ${payments.usdRate}) end) as cents
    from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
    where ${refunds.status} = 'succeeded' and ${refunds.reason} <> 'duplicate'
      and ${payments.status} = 'completed'
      and ${refunds.updatedAt} >= ${startOfDay(app.config.timeZone, from)}
    group by 1)`

  const countColumns = columns({
    status: orders.status,
    n: value(sql`count(*)`, z.int()),
    cents: value(
      sql`sum(greatest(0, ${totalInReais} - coalesce(back.cents, 0)))::float8`,
      z.number(),
    ),
  })

  return rowsOf(
    app,
    countColumns,
    sql`select ${countColumns} from ${orders} left join ${refundedByOrder} back on back.order_id = ${orders.id}
      where ${orders.deletedAt} is null and ${countsInBooks(app)}
        and ${orders.createdAt} >= ${startOfDay(app.config.timeZone, from)}
        and ${orders.createdAt} < ${startOfDay(app.config.timeZone, until)}
      group by ${orders.status}`,
  )
}

/** Whether an order received money, or has a payment that may still receive some. */
export async function mayHaveMoney(tx: App, orderId: string): Promise<boolean> {
  const openPayments = await tx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        or(
          sql`${payments.receivedCents} > 0`,
          inArray(payments.status, ['pending', 'completed', 'refunded']),
        ),
      ),
    )
    .limit(1)
  return openPayments.length > 0
}
