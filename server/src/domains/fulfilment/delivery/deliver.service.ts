import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { publish } from '../../../platform/queue/publish.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { issueLicences } from '../../licences/licences.service.ts'
import { holdBuyer } from '../../orders/buyers.queries.ts'
import {
  insertUnits,
  lockPendingUnits,
  markDelivered,
  ordersWaitingFor,
  variantsAwaited,
  waitingUnitsOf,
} from '../../orders/order-units.service.ts'
import { linesOfOrder, lockOrder, orderById, type PaidOrder } from '../../orders/orders.service.ts'
import { keysFor, openKey, useKeys, type TakenKey } from '../../stock/stock.delivery.service.ts'
import { startGrants } from '../grants/grants.service.ts'

/** The payment of a delivery, and the locked keys that it reserved. */
type PaidBy = { paymentId: string | null; reserved: readonly TakenKey[] }

/** Stores units as delivered: inserts new units, or updates units that were stored earlier. */
type StoreDelivered = (deliveredIds: readonly string[]) => Promise<void>

/**
 * Deliver stock keys to the waiting units of an order, as far as keys last, in the caller's
 * transaction. The caller created or locked the units in that transaction, so that each unit gets
 * one key. Returns the numbers of delivered and of waiting units.
 */
async function deliverFromStock(
  tx: App,
  { order, lines, units: allUnits }: PaidOrder,
  { paymentId, reserved }: PaidBy,
  storeUnits: StoreDelivered,
): Promise<{ delivered: number; waiting: number }> {
  const stockUnits = allUnits.filter((unit) => unit.provider === 'stock')
  const assignedKeys = await keysFor(tx, stockUnits, reserved)
  const lineByUnit = new Map(
    stockUnits.map((unit) => [unit.id, lines.find((line) => line.id === unit.lineId)!]),
  )

  const newLicences = assignedKeys.map((key) => {
    const line = lineByUnit.get(key.unitId)!
    return {
      unitId: key.unitId,
      orderId: order.id,
      userId: order.userId,
      productId: line.productId,
      variantId: line.variantId,
      productName: line.name,
      variantName: line.variantName,
      stockKeyId: key.id,
      licenceKey: openKey(tx, key),
      stockIndex: key.keyIndex,
      priceCents: line.unitCents,
      currency: order.currency,
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      validityDays: line.validityDays,
    }
  })

  await Promise.all([
    // Units first, because keys and licences refer to them by foreign keys.
    storeUnits(assignedKeys.map((key) => key.unitId)),
    useKeys(tx, assignedKeys, { paymentId, email: order.customerEmail, name: order.customerName }),
    issueLicences(tx, newLicences),
  ])

  return { delivered: assignedKeys.length, waiting: stockUnits.length - assignedKeys.length }
}

/**
 * Deliver a paid order in the transaction that completed it. Stock keys are delivered at once,
 * minted keys by their jobs; the other units wait for staff.
 */
export async function deliverOrder(tx: App, paid: PaidOrder, by: PaidBy): Promise<void> {
  const storeUnits: StoreDelivered = (ids) => insertUnits(tx, paid.units, ids)

  const [{ waiting: waitingUnits }] = await Promise.all([
    deliverFromStock(tx, paid, by, storeUnits),
    startGrants(tx, paid.units),
  ])

  if (waitingUnits || paid.units.some((unit) => unit.provider === 'manual'))
    await publish(tx, { kind: 'order.waiting', id: paid.order.id })
}

/**
 * Deliver to the orders that wait for a variant, oldest first, each in its own transaction, until
 * keys or orders run out.
 */
export async function serveWaiting(app: App, variantId: string): Promise<void> {
  for (;;) {
    const waitingOrders = await ordersWaitingFor(app, variantId, 50)
    let servedCount = 0

    for (const orderId of waitingOrders) {
      const { delivered } = await serveOrder(app, orderId)
      if (!delivered) return

      servedCount += delivered
    }

    if (!servedCount) return
  }
}

/**
 * Deliver one paid order from stock, and notify the buyer if a unit was delivered. A banned or
 * deleted buyer gets no key (Q114).
 */
export async function serveOrder(
  app: App,
  orderId: string,
): Promise<{ delivered: number; waiting: number }> {
  return inTransaction(app, async (tx) => {
    const unlockedOrder = await orderById(tx, orderId)
    const buyerState = unlockedOrder && (await holdBuyer(tx, unlockedOrder.userId))
    const order = await lockOrder(tx, orderId)
    if (buyerState !== 'there' || order?.status !== 'completed' || order.suspendedAt)
      return { delivered: 0, waiting: 0 }

    const pendingUnits = await lockPendingUnits(tx, orderId, 'stock')

    const delivery = await deliverFromStock(
      tx,
      { order, units: pendingUnits, lines: await linesOfOrder(tx, orderId) },
      { paymentId: null, reserved: [] },
      (ids) => markDelivered(tx, ids),
    )

    if (!delivery.delivered) return delivery

    await recordAudit(tx, {
      action: 'order.served',
      targetType: 'order',
      targetId: orderId,
      details: delivery,
    })

    await enqueue(tx, 'order.receipt', { orderId })

    return delivery
  })
}

/** Deliver every paid unit for which a free key exists, including units whose job was lost. */
export async function serveAllWaiting(app: App): Promise<void> {
  for (const variantId of await variantsAwaited(app)) await serveWaiting(app, variantId)
}

/** Deliver the units that were held during a ban, after staff lifted it (Q114). */
export async function serveBuyer(app: App, userId: string): Promise<void> {
  const heldUnits = await waitingUnitsOf(app, userId)
  await startGrants(app, heldUnits)

  for (const variantId of new Set(
    heldUnits.flatMap((unit) => (unit.provider === 'stock' ? unit.variantId : [])),
  ))
    await serveWaiting(app, variantId)
}
