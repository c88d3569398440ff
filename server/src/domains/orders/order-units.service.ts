import { and, asc, eq, exists, inArray, isNull, sql } from 'drizzle-orm'

import { columns, readAs, rowsOf } from '../../db/rows.ts'
import { orders, orderUnits, stockKeys, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { mayReceiveSql } from './buyers.queries.ts'
import type { NewUnit, OrderUnit } from './orders.service.ts'

/** Lock one unit. Lock its order first. */
export async function lockUnit(tx: App, unitId: string): Promise<OrderUnit | null> {
  const [unit] = await tx.db
    .select()
    .from(orderUnits)
    .where(eq(orderUnits.id, unitId))
    .for('update')
  return unit ?? null
}

/**
 * Units of an order that wait for keys of one provider, locked so that each unit is served once.
 */
export const lockPendingUnits = (
  tx: App,
  orderId: string,
  provider: OrderUnit['provider'],
): Promise<OrderUnit[]> =>
  tx.db
    .select()
    .from(orderUnits)
    .where(
      and(
        eq(orderUnits.orderId, orderId),
        eq(orderUnits.provider, provider),
        eq(orderUnits.status, 'pending'),
      ),
    )
    .orderBy(asc(orderUnits.id))
    .for('update')

/** Units of a buyer's paid orders that wait for their first key or for a replacement. */
export const waitingUnitsOf = async (app: App, userId: string): Promise<OrderUnit[]> =>
  (
    await app.db
      .select({ unit: orderUnits })
      .from(orderUnits)
      .innerJoin(orders, eq(orders.id, orderUnits.orderId))
      .where(
        and(
          eq(orders.userId, userId),
          eq(orders.status, 'completed'),
          sql`(${orderUnits.status} = 'pending'
            or exists (select 1 from key_replacements r
            where r.unit_id = ${orderUnits.id} and r.done_at is null))`,
        ),
      )
  ).map((row) => row.unit)

/**
 * Ids of orders that wait for keys of a variant, oldest first (Q38). Suspended orders, and orders of
 * a banned or deleted buyer (Q114), are skipped, so that they do not block the queue.
 */
export async function ordersWaitingFor(
  app: App,
  variantId: string,
  limit: number,
): Promise<string[]> {
  const orderColumns = columns({ orderId: readAs(orderUnits.orderId, sql`waiting.order_id`) })

  const waitingOrders = await rowsOf(
    app,
    orderColumns,
    sql`select ${orderColumns} from (
        select ${orderUnits.orderId}, min(${orderUnits.createdAt}) as since from ${orderUnits}
        where ${orderUnits.variantId} = ${variantId} and ${orderUnits.status} = 'pending'
          and ${orderUnits.provider} = 'stock' group by ${orderUnits.orderId}) waiting
      where not exists (
        select 1 from ${orders} join ${users} on ${users.id} = ${orders.userId}
        where ${orders.id} = waiting.order_id
          and (${orders.suspendedAt} is not null or not (${mayReceiveSql})))
      order by waiting.since, waiting.order_id limit ${limit}`,
  )

  return waitingOrders.map(({ orderId }) => orderId)
}

/** Variants with free keys that a paid unit still waits for, as after a lost job. */
export async function variantsAwaited(app: App): Promise<string[]> {
  const freeKeys = app.db
    .select({ id: stockKeys.id })
    .from(stockKeys)
    .where(and(eq(stockKeys.variantId, orderUnits.variantId), eq(stockKeys.status, 'available')))

  const awaitedVariants = await app.db
    .selectDistinct({ variantId: orderUnits.variantId })
    .from(orderUnits)
    .innerJoin(orders, and(eq(orders.id, orderUnits.orderId), isNull(orders.suspendedAt)))
    .innerJoin(users, and(eq(users.id, orders.userId), mayReceiveSql))
    .where(
      and(eq(orderUnits.status, 'pending'), eq(orderUnits.provider, 'stock'), exists(freeKeys)),
    )

  return awaitedVariants.map(({ variantId }) => variantId)
}

/** Store the units of an order that was just paid. Units listed as delivered are stored as such. */
export async function insertUnits(
  tx: App,
  units: readonly NewUnit[],
  deliveredIds: readonly string[],
): Promise<void> {
  const delivered = { status: 'delivered', deliveredAt: tx.clock.now() } as const
  await tx.db
    .insert(orderUnits)
    .values(
      units.map((unit) => (deliveredIds.includes(unit.id) ? { ...unit, ...delivered } : unit)),
    )
    .execute()
}

/** Mark stored units as delivered. */
export async function markDelivered(tx: App, unitIds: readonly string[]): Promise<void> {
  if (!unitIds.length) return
  await tx.db
    .update(orderUnits)
    .set({ status: 'delivered', deliveredAt: tx.clock.now() })
    .where(inArray(orderUnits.id, [...unitIds]))
    .execute()
}
