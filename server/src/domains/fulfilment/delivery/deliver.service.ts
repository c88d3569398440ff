import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { issueLicences } from '../../licences/licences.service.ts'
import { tellStaff } from '../../notifications/push/push.jobs.service.ts'
import { holdBuyer } from '../../orders/buyers.queries.ts'
import {
  insertUnits,
  lockPendingUnits,
  markDelivered,
  ordersWaitingFor,
  variantsAwaited,
  waitingUnitsOf,
} from '../../orders/order-units.service.ts'
import { linesOf, lockOrder, orderById, type PaidOrder } from '../../orders/orders.service.ts'
import { keysFor, openKey, useKeys, type TakenKey } from '../../stock/stock.delivery.service.ts'
import { startGrants } from '../grants/grants.service.ts'

/** The payment behind a delivery, and the locked keys that it had reserved. */
type PaidBy = { paymentId: string | null; reserved: readonly TakenKey[] }

/** Stores units as delivered: inserts new ones, or marks those stored earlier. */
type Keep = (deliveredIds: readonly string[]) => Promise<void>

/**
 * Deliver stock keys to the waiting units of an order, as far as keys last, in the caller's
 * transaction. The caller created or locked the units in it, so that each is served once. Returns
 * the delivered and the waiting units.
 */
async function deliverFromStock(
  tx: App,
  { order, lines, units: made }: PaidOrder,
  { paymentId, reserved }: PaidBy,
  keep: Keep,
): Promise<{ delivered: number; waiting: number }> {
  const units = made.filter((unit) => unit.provider === 'stock')
  const keys = await keysFor(tx, units, reserved)
  const lineOf = new Map(
    units.map((unit) => [unit.id, lines.find((line) => line.id === unit.lineId)!]),
  )

  const issued = keys.map((key) => {
    const line = lineOf.get(key.unitId)!
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
    // First, because keys and licences have foreign keys to the units.
    keep(keys.map((key) => key.unitId)),
    useKeys(tx, keys, { paymentId, email: order.customerEmail, name: order.customerName }),
    issueLicences(tx, issued),
  ])

  return { delivered: keys.length, waiting: units.length - keys.length }
}

/**
 * Deliver a paid order in the transaction that made it paid. Stock keys come at once, minted keys
 * by their jobs; other units wait for staff.
 */
export async function deliverOrder(tx: App, paid: PaidOrder, by: PaidBy): Promise<void> {
  const keep: Keep = (ids) => insertUnits(tx, paid.units, ids)

  const [{ waiting }] = await Promise.all([
    deliverFromStock(tx, paid, by, keep),
    startGrants(tx, paid.units),
  ])

  if (waiting || paid.units.some((unit) => unit.provider === 'manual'))
    await tellStaff(tx, { kind: 'delivery', id: paid.order.id })
}

/**
 * Serve the orders that wait for a variant, oldest first, each in its own transaction, until keys
 * or orders run out.
 */
export async function serveWaiting(app: App, variantId: string): Promise<void> {
  for (;;) {
    const waiting = await ordersWaitingFor(app, variantId, 50)
    let served = 0

    for (const orderId of waiting) {
      const { delivered } = await serveOrder(app, orderId)
      if (!delivered) return

      served += delivered
    }

    if (!served) return
  }
}

/**
 * Serve one paid order from stock and notify the buyer if a unit was delivered. A banned or deleted
 * buyer gets nothing (Q114).
 */
export async function serveOrder(
  app: App,
  orderId: string,
): Promise<{ delivered: number; waiting: number }> {
  return inTransaction(app, async (tx) => {
    const seen = await orderById(tx, orderId)
    const buyer = seen && (await holdBuyer(tx, seen.userId))
    const order = await lockOrder(tx, orderId)
    if (buyer !== 'there' || order?.status !== 'completed' || order.suspendedAt)
      return { delivered: 0, waiting: 0 }

    const units = await lockPendingUnits(tx, orderId, 'stock')

    const result = await deliverFromStock(
      tx,
      { order, units, lines: await linesOf(tx, orderId) },
      { paymentId: null, reserved: [] },
      (ids) => markDelivered(tx, ids),
    )

    if (!result.delivered) return result

    await recordAudit(tx, {
      action: 'order.served',
      targetType: 'order',
      targetId: orderId,
      details: result,
    })

    await enqueue(tx, 'order.receipt', { orderId })

    return result
  })
}

/** Serve every paid unit that has a free key, which also repairs the work of a lost job. */
export async function serveAllWaiting(app: App): Promise<void> {
  for (const variantId of await variantsAwaited(app)) await serveWaiting(app, variantId)
}

/** Deliver what was held during a ban that staff lifted (Q114). */
export async function serveBuyer(app: App, userId: string): Promise<void> {
  const held = await waitingUnitsOf(app, userId)
  await startGrants(app, held)

  for (const variantId of new Set(
    held.flatMap((unit) => (unit.provider === 'stock' ? unit.variantId : [])),
  ))
    await serveWaiting(app, variantId)
}
