import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'

import { isSoldStill } from '../../db/on-sale.ts'
import { countIf } from '../../db/rows.ts'
import {
  categories,
  licences,
  orderLines,
  orders,
  orderUnits,
  orderWithdrawals,
  payments,
  products,
  refunds,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { countsInBooks } from '../books/test-money.queries.ts'
import { shownLicence } from '../licences/licences.queries.ts'
import { isViewRecorded } from '../licences/reveals.service.ts'

// The rate of the payment that completed an order: the first, since a repeated payment is refunded.
// Table names are written out: within a query of one table the builder omits them, and payments has
// an id too.
const paymentRate = sql<string | null>`(select p.usd_rate from payments p
  where p.order_id = orders.id and p.status in ('completed', 'refunded')
  order by p.settled_at, p.id limit 1)`

/**
 * A user's number of orders and the sum of completed ones in centavos. Dollars count at the rate
 * stored on the payment (Q49, Q67).
 */
const figuresOf = (app: App, userId: string) =>
  app.db
    .select({
      total: countIf(isNull(orders.deletedAt)).as('total'),
      spentCents: sql`coalesce(sum(case ${orders.currency} when 'BRL' then ${orders.totalCents}
          else round(${orders.totalCents} * coalesce(${paymentRate}, ${app.config.usdRate})) end)
          filter (where ${orders.status} = 'completed' and ${countsInBooks(app)}), 0)::bigint`
        .mapWith(Number)
        .as('spent_cents'),
    })
    .from(orders)
    .where(eq(orders.userId, userId))
    .as('figures')

/** SQL for the end of an order's time to pay, and for the time of its last refund. */
const paymentTimes = {
  openUntil: sql`(select max(p.expires_at) from payments p
    where p.order_id = orders.id and p.status = 'pending')`
    .mapWith(payments.expiresAt)
    .as('open_until'),
  refundedAt: sql`(select max(r.updated_at) from refunds r join payments p on p.id = r.payment_id
    where p.order_id = orders.id and r.status = 'succeeded')`
    .mapWith(refunds.updatedAt)
    .as('refunded_at'),
}

/** A page of a user's orders with their lines, newest first, with count and sum of all of them. */
export async function ordersOf(
  app: App,
  userId: string,
  { page, limit }: { page: number; limit: number },
) {
  const orderFigures = figuresOf(app, userId)

  const ownOrders = app.db
    .select({ ...getTableColumns(orders), ...paymentTimes })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNull(orders.deletedAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset((page - 1) * limit)
    .as('own')

  const orderLineRows = await app.db
    .select({
      total: orderFigures.total,
      spentCents: orderFigures.spentCents,

      order: {
        id: ownOrders.id,
        number: ownOrders.number,
        status: ownOrders.status,
        createdAt: ownOrders.createdAt,
        completedAt: ownOrders.completedAt,
        currency: ownOrders.currency,
        paymentMethod: ownOrders.paymentMethod,
        totalCents: ownOrders.totalCents,
        subtotalCents: ownOrders.subtotalCents,
        discountCents: ownOrders.discountCents,
        openUntil: ownOrders.openUntil,
        refundedAt: ownOrders.refundedAt,
      },

      withdrawal: orderWithdrawals,
      line: orderLines,
      goods: { color: categories.color, onSale: isSoldStill(orderLines.variantId) },
    })
    .from(orderFigures)
    .leftJoin(ownOrders, sql`true`)
    .leftJoin(orderWithdrawals, eq(orderWithdrawals.orderId, ownOrders.id))
    .leftJoin(orderLines, eq(orderLines.orderId, ownOrders.id))
    .leftJoin(products, eq(products.id, orderLines.productId))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .orderBy(desc(ownOrders.createdAt), desc(ownOrders.id), asc(orderLines.position))
    .execute()

  const { total, spentCents } = orderLineRows[0]!
  const rowsByOrder = Map.groupBy(orderLineRows, ({ order }) => order?.id)

  return {
    total,
    spentCents,
    orders: [...rowsByOrder.values()].flatMap((orderRows) => {
      const { order, withdrawal } = orderRows[0]!
      const ownLines = orderRows.flatMap(({ line, goods }) => (line ? [{ ...line, ...goods }] : []))

      return order ? [{ ...order, withdrawal, lines: ownLines }] : []
    }),
  }
}

/** The units of the given orders in line order, with their licences. */
export const unitsOfOrders = async (app: App, orderIds: readonly string[], caller: Caller) =>
  orderIds.length
    ? app.db
        .select({
          orderId: orderUnits.orderId,
          productId: orderLines.productId,
          variantId: orderLines.variantId,
          deliveredAt: orderUnits.deliveredAt,
          name: orderLines.name,
          status: orderUnits.status,
          licence: shownLicence,
          isNoted: isViewRecorded(caller),
        })
        .from(orderUnits)
        .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
        .leftJoin(licences, eq(licences.unitId, orderUnits.id))
        .where(sql`${orderUnits.orderId} = any(${sql.param(orderIds)})`)
        .orderBy(asc(orderLines.position), asc(orderUnits.unitIndex))
        .execute()
    : []

/** Every unit a user bought, newest first, with its licence if it has one. */
export const unitsOfUser = (app: App, userId: string, caller: Caller) =>
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
      usdRate: paymentRate,
      productId: orderLines.productId,
      variantId: orderLines.variantId,
      onSale: isSoldStill(orderLines.variantId),
      description: products.description,
      color: categories.color,
      licence: shownLicence,
      isNoted: isViewRecorded(caller),
    })
    .from(orderUnits)
    .innerJoin(orders, eq(orders.id, orderUnits.orderId))
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .leftJoin(licences, eq(licences.unitId, orderUnits.id))
    .leftJoin(products, eq(products.id, orderLines.productId))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(orders.userId, userId), inArray(orders.status, ['completed', 'refunded'])))
    .orderBy(
      desc(orders.createdAt),
      desc(orders.id),
      asc(orderLines.position),
      asc(orderUnits.unitIndex),
    )
    .execute()

/** A page of a user's payments, newest first. */
export async function paymentsOf(app: App, userId: string, page: number, limit: number) {
  const totalCount = await app.db.$count(payments, eq(payments.userId, userId))

  const paymentRows = await app.db
    .select()
    .from(payments)
    .where(eq(payments.userId, userId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)
    .offset((page - 1) * limit)

  return { total: totalCount, rows: paymentRows }
}

/** A user's order by id; null when it belongs to somebody else. */
export async function orderOfUser(app: App, userId: string, orderId: string) {
  const [order] = await app.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  return order ?? null
}
