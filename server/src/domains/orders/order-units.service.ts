import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { orders, orderUnits } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { isThereSql } from './buyers.queries.ts'
import type { OrderUnit } from './orders.service.ts'

/** One unit, locked; lock its order first. */
export async function lockUnit(tx: App, unitId: string): Promise<OrderUnit | null> {
  const [unit] = await tx.db
    .select()
    .from(orderUnits)
    .where(eq(orderUnits.id, unitId))
    .for('update')
  return unit ?? null
}

/** Units of an order that still wait for a key from a provider, locked so that each is served once. */
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

/** Units of a person's paid orders that wait for their first key, or for another one. */
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
          sql`(${orderUnits.status} = 'pending' or exists (select 1 from key_replacements r where r.unit_id = ${orderUnits.id} and r.done_at is null))`,
        ),
      )
  ).map((row) => row.unit)

/** Orders that wait for keys of a product, oldest first (Q38); what is disputed, or held because its buyer is banned or deleted (Q114), stands in nobody's way. */
export async function ordersWaitingFor(
  app: App,
  productId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await app.db.execute<{ order_id: string }>(sql`
    select order_id from (select order_id, min(created_at) as since from order_units where product_id = ${productId} and status = 'pending' and provider = 'stock' group by order_id) w
      where not exists (select 1 from orders o join users b on b.id = o.user_id where o.id = w.order_id and (o.suspended_at is not null or not (${isThereSql}))) order by since, order_id limit ${limit}`)
  return rows.map((row) => row.order_id)
}

/** Products that some paid unit waits for although stock may have come. */
export async function productsAwaited(app: App): Promise<string[]> {
  const { rows } = await app.db.execute<{ product_id: string }>(sql`
    select distinct u.product_id from order_units u join orders o on o.id = u.order_id and o.suspended_at is null join users b on b.id = o.user_id and ${isThereSql} where u.status = 'pending' and u.provider = 'stock'
      and exists (select 1 from stock_keys k where k.product_id = u.product_id and k.status = 'available')`)
  return rows.map((row) => row.product_id)
}

export async function markDelivered(tx: App, unitIds: readonly string[]): Promise<void> {
  if (!unitIds.length) return
  await tx.db
    .update(orderUnits)
    .set({ status: 'delivered', deliveredAt: tx.clock.now() })
    .where(inArray(orderUnits.id, [...unitIds]))
}
