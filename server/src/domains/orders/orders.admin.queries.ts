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
import { inOrder, worth } from '../../platform/lists/sort.ts'
import { startOfDay } from '../../platform/time/store-calendar.ts'
import type { Span } from '../../platform/time/store-ranges.ts'
import { withMoneyBack, withRefunds, type MoneyBack } from '../books/money-back.queries.ts'
import { inBooks } from '../books/test-money.queries.ts'
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
const searched = sql`lower((orders.number || ' ' || orders.customer_name || ' '
  || orders.customer_email) collate "pt-BR-x-icu")`

/** Orders that wait for staff or delivery: few beside all orders, with indexes of their own. */
const waiting = {
  review: sql`${orders.id} in (select ${payments.orderId} from ${payments} where on_desk)`,
  delivery: sql`${orders.status} = 'completed' and ${orders.suspendedAt} is null and ${orders.id} in (
    select ${orderUnits.orderId} from ${orderUnits} where ${orderUnits.status} = 'pending'
    union all select ${orderUnits.orderId} from ${keyReplacements}
      join ${orderUnits} on ${orderUnits.id} = ${keyReplacements.unitId}
      where ${keyReplacements.doneAt} is null)`,
}

const matching = ({
  status,
  search,
  userId,
  archived,
  waits,
  origin,
}: OrderFilters): SQL | undefined =>
  and(
    waits && waiting[waits],
    isNull(orders.deletedAt),
    archived ? isNotNull(orders.archivedAt) : isNull(orders.archivedAt),
    status ? eq(orders.status, status) : undefined,
    userId ? eq(orders.userId, userId) : undefined,
    origin ? eq(orders.origin, origin) : undefined,
    search ? sql`${searched} like ${likePattern(search)}` : undefined,
  )

/** A page of orders, newest first or sorted, and how many there are. */
export async function ordersMatching(
  app: App,
  filters: OrderFilters,
  { page, limit, sort }: { page: number; limit: number; sort?: Sort },
): Promise<{ total: number; rows: ListedOrder[] }> {
  const where = matching(filters)

  const order = inOrder(
    sort,
    {
      createdAt: orders.createdAt,
      totalAmount: worth(orders.totalCents, orders.currency, app.config.usdRate),
    },
    orders,
  )

  const ids = app.db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .offset((page - 1) * limit)

  const [total, rows] = await Promise.all([
    app.db.$count(orders, where),
    app.db.select().from(orders).where(inArray(orders.id, ids)).orderBy(order),
  ])

  return { total, rows: await withItems(app, rows) }
}

/** Count the orders of each view of the list up to a maximum, in one statement (P407). */
export async function countViews(app: App) {
  const upTo = (filters: OrderFilters) =>
    value(
      sql`(select count(*) from (select from ${orders} where ${matching(filters)}
        limit ${orderCountsEnd}) found)`,
      z.int(),
    )

  const row = columns({
    all: upTo({}),
    review: upTo({ waits: 'review' }),
    delivery: upTo({ waits: 'delivery' }),
    pending: upTo({ status: 'pending' }),
  })

  return (await rowsOf(app, row, sql`select ${row}`))[0]!
}

/** The next orders after the given one in the list's order, for exports. */
export async function ordersAfter(
  app: App,
  filters: OrderFilters,
  last: Order | null,
  limit: number,
): Promise<ListedOrder[]> {
  const after = last
    ? sql`(${orders.createdAt}, ${orders.id}) < (${last.createdAt}, ${last.id})`
    : undefined

  return withItems(
    app,
    await app.db
      .select()
      .from(orders)
      .where(and(matching(filters), after))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit),
  )
}

async function withItems(app: App, rows: Order[]): Promise<ListedOrder[]> {
  if (!rows.length) return []

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
          rows.map((row) => row.id),
        ),
      )
      .orderBy(asc(orderLines.position)),
    withMoneyBack(app, rows),
  ])

  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)

  return withBack.map((row) => {
    const own = byOrder.get(row.id) ?? []
    return {
      ...row,
      itemCount: own.reduce((sum, { quantity }) => sum + quantity, 0),
      productNames: [...new Set(own.map(({ name }) => name))],
    }
  })
}

/**
 * An order with everything that belongs to it: lines, units with their licences, payments, and the
 * trail of both.
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

  const trail = await app.db
    .select()
    .from(auditLog)
    .where(
      or(
        and(eq(auditLog.targetType, 'order'), eq(auditLog.targetId, id)),
        and(
          eq(auditLog.targetType, 'payment'),
          inArray(
            auditLog.targetId,
            paid.map((row) => row.id),
          ),
        ),
        and(
          eq(auditLog.targetType, 'licence'),
          inArray(
            auditLog.targetId,
            units.flatMap((row) => row.licence?.id ?? []),
          ),
        ),
      ),
    )
    .orderBy(asc(auditLog.createdAt), asc(auditLog.id))

  return { order, lines, units, payments: await withRefunds(app, paid), trail }
}

/**
 * Orders created between two store days, by status. Cents are reais; dollars count at the rate
 * stored on their payment (Q49).
 */
export async function countOrders(
  app: App,
  { from, until }: Span,
): Promise<{ status: Order['status']; n: number; cents: number }[]> {
  const rate = sql`(select ${payments.usdRate} from ${payments} where ${payments.orderId} = ${orders.id}
    and ${payments.status} in ('completed', 'refunded') order by ${payments.settledAt}, ${payments.id} limit 1)`
  const reais = sql`case ${orders.currency} when 'BRL' then ${orders.totalCents}
    else round(${orders.totalCents} * coalesce(${rate}, ${app.config.usdRate})) end`

  // Refunded money is no income, even when the order stays completed (Q130).
  const back = sql`(select ${payments.orderId} as order_id, sum(case ${payments.currency}
      when 'BRL' then ${refunds.amountCents}
      else round(${refunds.amountCents} * ${payments.usdRate}) end) as cents
    from ${refunds} join ${payments} on ${payments.id} = ${refunds.paymentId}
    where ${refunds.status} = 'succeeded' and ${refunds.reason} <> 'duplicate'
      and ${payments.status} = 'completed'
      and ${refunds.updatedAt} >= ${startOfDay(app.config.timeZone, from)}
    group by 1)`

  const row = columns({
    status: orders.status,
    n: value(sql`count(*)`, z.int()),
    cents: value(sql`sum(greatest(0, ${reais} - coalesce(back.cents, 0)))::float8`, z.number()),
  })

  return rowsOf(
    app,
    row,
    sql`select ${row} from ${orders} left join ${back} back on back.order_id = ${orders.id}
      where ${orders.deletedAt} is null and ${inBooks(app)}
        and ${orders.createdAt} >= ${startOfDay(app.config.timeZone, from)}
        and ${orders.createdAt} < ${startOfDay(app.config.timeZone, until)}
      group by ${orders.status}`,
  )
}

/** Whether an order received money, or has a payment that may still receive some. */
export async function hasMoney(tx: App, orderId: string): Promise<boolean> {
  const rows = await tx.db
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
  return rows.length > 0
}
