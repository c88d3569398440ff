import type { Currency } from '@chaveiro/contracts/limits'
import type { OrderOrigin } from '@chaveiro/contracts/states'
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'

import { orderLines, orders, orderUnits } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { fingerprintOf } from './purchase.rules.ts'

export type Order = typeof orders.$inferSelect
export type OrderLine = typeof orderLines.$inferSelect
export type OrderUnit = typeof orderUnits.$inferSelect

export type Purchase = {
  userId: string
  cartId: string
  currency: Currency
  subtotalCents: number
  discountCents: number
  totalCents: number
  couponCode: string | null
  paymentMethod: string
  origin: OrderOrigin
  source: string | null
  customerName: string
  customerEmail: string
  receiptName: string | null
  receiptEmail: string | null
  lines: readonly {
    productId: string
    variantId: string
    /** Product and variant in one text. */
    name: string
    variantName: string
    image: string | null
    unitCents: number
    quantity: number
    provider: 'stock' | 'keyauth' | 'manual'
    sellerType: string
    level: number
    validityDays: number | null
  }[]
}

/**
 * The unpaid order of this cart for the same purchase (Q67), locked; null when a new order is
 * needed.
 */
export async function lockUnpaid(tx: App, purchase: Purchase): Promise<Order | null> {
  const [unpaidOrder] = await tx.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.cartId, purchase.cartId),
        eq(orders.fingerprint, fingerprintOf(purchase)),
        inArray(orders.status, ['pending', 'cancelled']),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
    .for('update')
  return unpaidOrder ?? null
}

/**
 * Open the order of a purchase under the given id: reuses the unpaid order with that id, or creates
 * one with its own copy of names and prices.
 */
export async function openOrder(
  tx: App,
  purchase: Purchase,
  { id, standing: unpaidOrder }: { id: string; standing: Order | null },
): Promise<Order> {
  if (!unpaidOrder) return (await insertOrder(tx, purchase, { id })).order

  const [reusedOrder] = await tx.db
    .update(orders)
    .set({
      status: 'pending',
      paymentMethod: purchase.paymentMethod,
      receiptName: purchase.receiptName,
      receiptEmail: purchase.receiptEmail,
      deletedAt: null,
      archivedAt: null,
    })
    .where(eq(orders.id, unpaidOrder.id))
    .returning()

  return reusedOrder!
}

/** Open the order of a purchase that costs nothing: it is completed at once. */
export async function openPaid(tx: App, purchase: Purchase, given: Given): Promise<PaidOrder> {
  const now = tx.clock.now()
  const completion = { ...given, status: 'completed', completedAt: now } as const
  const insertedOrder = await insertOrder(tx, purchase, completion)

  return { ...insertedOrder, units: newUnits(insertedOrder.lines, now) }
}

type Given = Pick<
  typeof orders.$inferInsert,
  'id' | 'status' | 'completedAt' | 'testMode' | 'requestKey'
>

async function insertOrder(
  tx: App,
  { lines, ...head }: Purchase,
  given: Given,
): Promise<{ order: Order; lines: OrderLine[] }> {
  const now = tx.clock.now()

  const lineCopies = lines.map((line, position) => ({
    id: newId(now.getTime()),
    orderId: given.id,
    position,
    productId: line.productId,
    variantId: line.variantId,
    name: line.name,
    variantName: line.variantName,
    image: line.image,
    unitCents: line.unitCents,
    quantity: line.quantity,
    provider: line.provider,
    sellerType: line.sellerType,
    level: line.level,
    validityDays: line.validityDays,
  }))

  const [[order]] = await Promise.all([
    tx.db
      .insert(orders)
      .values({ ...head, fingerprint: fingerprintOf({ ...head, lines }), createdAt: now, ...given })
      .returning(),
    tx.db.insert(orderLines).values(lineCopies),
  ])

  return { order: order!, lines: lineCopies }
}

/**
 * Set the name and e-mail on the receipt of a reused order; the last input replaces the earlier
 * one.
 */
export const nameReceipt = (
  tx: App,
  orderId: string,
  { receiptName, receiptEmail }: Pick<Purchase, 'receiptName' | 'receiptEmail'>,
): Promise<unknown> =>
  tx.db.update(orders).set({ receiptName, receiptEmail }).where(eq(orders.id, orderId))

export type NewUnit = Omit<OrderUnit, 'status' | 'deliveredAt'>

/** An order that was just paid. Its units are not stored yet: the delivery stores them. */
export type PaidOrder = { order: Order; lines: OrderLine[]; units: NewUnit[] }

/**
 * Complete an order once; null when it was completed or refunded already. Late money revives a
 * cancelled order (Q38).
 */
export async function completeOrder(
  tx: App,
  orderId: string,
  { method, testMode }: { method: string; testMode: boolean },
): Promise<PaidOrder | null> {
  const now = tx.clock.now()

  const [[order], lines] = await Promise.all([
    tx.db
      .update(orders)
      .set({
        status: 'completed',
        completedAt: now,
        paymentMethod: method,
        testMode,
        deletedAt: null,
        archivedAt: null,
      })
      .where(and(eq(orders.id, orderId), inArray(orders.status, ['pending', 'cancelled'])))
      .returning(),
    linesOfOrder(tx, orderId),
  ])

  return order ? { order, lines, units: newUnits(lines, now) } : null
}

const newUnits = (lines: readonly OrderLine[], now: Date): NewUnit[] =>
  lines.flatMap((line) =>
    Array.from({ length: line.quantity }, (_, unitIndex) => ({
      id: newId(now.getTime()),
      orderId: line.orderId,
      lineId: line.id,
      unitIndex,
      variantId: line.variantId,
      provider: line.provider,
      createdAt: now,
    })),
  )

/** Cancel a pending order. An order with any other status stays as it is. */
export async function cancelOrder(tx: App, orderId: string): Promise<void> {
  await tx.db
    .update(orders)
    .set({ status: 'cancelled' })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')))
}

/**
 * Mark a paid order as refunded in full: its waiting units are no longer delivered. False when it
 * was not paid.
 */
export async function refundOrder(tx: App, orderId: string): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(orders)
    .set({ status: 'refunded' })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'completed')))

  if (rowCount)
    await tx.db.update(orderUnits).set({ status: 'revoked' }).where(eq(orderUnits.orderId, orderId))

  return rowCount === 1
}

/**
 * Undo a refund that failed: the order is paid again and its units get their former status, but the
 * order is suspended. False when it was not refunded.
 */
export async function reopenRefunded(tx: App, orderId: string): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(orders)
    .set({ status: 'completed', suspendedAt: tx.clock.now() })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'refunded')))

  if (rowCount)
    await tx.db
      .update(orderUnits)
      .set({ status: sql`case when delivered_at is null then 'pending' else 'delivered' end` })
      .where(eq(orderUnits.orderId, orderId))

  return rowCount === 1
}

/**
 * Suspend a paid order for a dispute or a withdrawal, or end the suspension. False when nothing
 * changes or the order was never paid.
 */
export async function markSuspended(
  tx: App,
  orderId: string,
  suspended: boolean,
): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(orders)
    .set({ suspendedAt: suspended ? tx.clock.now() : null })
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.status, 'completed'),
        suspended ? isNull(orders.suspendedAt) : isNotNull(orders.suspendedAt),
      ),
    )
  return rowCount === 1
}

/** Archive a paid order: it leaves the lists of staff only. */
export async function archiveOrder(tx: App, orderId: string): Promise<void> {
  await tx.db.update(orders).set({ archivedAt: tx.clock.now() }).where(eq(orders.id, orderId))
}

/** Reopen a cancelled order, so that its buyer can pay it. */
export async function reopenOrder(tx: App, orderId: string): Promise<void> {
  await tx.db
    .update(orders)
    .set({ status: 'pending' })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'cancelled')))
}

/** Delete a cancelled order from all lists. Its rows stay; a late payment restores it. */
export async function hideOrder(tx: App, orderId: string): Promise<void> {
  await tx.db
    .update(orders)
    .set({ deletedAt: tx.clock.now() })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'cancelled')))
}

export const linesOfOrder = (app: App, orderId: string): Promise<OrderLine[]> =>
  app.db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))

export async function orderById(app: App, orderId: string): Promise<Order | null> {
  const [order] = await app.db.select().from(orders).where(eq(orders.id, orderId))
  return order ?? null
}

export async function lockOrder(tx: App, orderId: string): Promise<Order | null> {
  const [order] = await tx.db.select().from(orders).where(eq(orders.id, orderId)).for('update')
  return order ?? null
}
