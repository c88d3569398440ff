import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  categories,
  licences,
  orderLines,
  orders,
  orderUnits,
  payments,
  products,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/**
 * A page of a user's orders with their lines, their units in line order with licences, and how many
 * units wait.
 */
export async function ordersOf(app: App, userId: string, page: number, limit: number) {
  const own = and(eq(orders.userId, userId), isNull(orders.deletedAt))
  const total = await app.db.$count(orders, own)
  const rows = await app.db
    .select()
    .from(orders)
    .where(own)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const ids = rows.map((row) => row.id)
  if (!ids.length) return { total, rows, lines: [], units: [], waiting: [] }
  const lines = await app.db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  const units = await app.db
    .select({
      orderId: orderUnits.orderId,
      name: orderLines.name,
      status: orderUnits.status,
      licence: licences,
    })
    .from(orderUnits)
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .leftJoin(licences, eq(licences.unitId, orderUnits.id))
    .where(inArray(orderUnits.orderId, ids))
    .orderBy(asc(orderLines.position), asc(orderUnits.unitIndex))
  const waiting = await app.db
    .select({ orderId: orderUnits.orderId, n: count() })
    .from(orderUnits)
    .where(and(inArray(orderUnits.orderId, ids), eq(orderUnits.status, 'pending')))
    .groupBy(orderUnits.orderId)
  return { total, rows, lines, units, waiting }
}

// The rate of the payment that completed an order. A second payment was sent back, and a payment
// made twice is still the one. Table names are written out: within a query of one table the builder
// would omit them, and payments has an id too.
const rate = sql<string | null>`(select p.usd_rate from payments p
  where p.order_id = orders.id and p.status in ('completed', 'refunded')
  order by p.settled_at, p.id limit 1)`

/**
 * Cents in reais of a user's completed orders, dollars at the rate stored on the payment (Q49,
 * Q67).
 */
export async function spentBy(app: App, userId: string): Promise<number> {
  const [row] = await app.db
    .select({
      cents: sql`coalesce(sum(case ${orders.currency} when 'BRL' then ${orders.totalCents}
          else round(${orders.totalCents} * coalesce(${rate}, ${app.config.usdRate})) end),
          0)::bigint`.mapWith(Number),
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'completed')))
  return row!.cents
}

/** Every unit a user bought, newest first, with its licence when it has one. */
export const unitsOf = (app: App, userId: string) =>
  app.db
    .select({
      unitId: orderUnits.id,
      unitStatus: orderUnits.status,
      orderStatus: orders.status,
      name: orderLines.name,
      unitCents: orderLines.unitCents,
      currency: orders.currency,
      image: orderLines.image,
      orderNumber: orders.number,
      boughtAt: orders.completedAt,
      createdAt: orders.createdAt,
      usdRate: rate,
      description: products.description,
      color: categories.color,
      licence: licences,
    })
    .from(orderUnits)
    .innerJoin(orders, eq(orders.id, orderUnits.orderId))
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .leftJoin(licences, eq(licences.unitId, orderUnits.id))
    .leftJoin(products, eq(products.id, orderUnits.productId))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(orders.userId, userId), inArray(orders.status, ['completed', 'refunded'])))
    .orderBy(
      desc(orders.createdAt),
      desc(orders.id),
      asc(orderLines.position),
      asc(orderUnits.unitIndex),
    )

/** A page of a user's payments, newest first. */
export async function paymentsOf(app: App, userId: string, page: number, limit: number) {
  const total = await app.db.$count(payments, eq(payments.userId, userId))
  const rows = await app.db
    .select()
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { total, rows }
}

/** The order of a user by id; null when it is not theirs. */
export async function orderOf(app: App, userId: string, orderId: string) {
  const [order] = await app.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  return order ?? null
}
